// Autoplay: after the delay, click what was advised, once. Any change on the table cancels it, and
// so does the player who acts first.
import type { HintReply } from "../../../frontend/src/messages";
import { Refused } from "../refused";
import { ANSWER_MS } from "../site/assumptions";
import { click } from "../site/dom";

export class Autoplay {
  private key: string | null = null; // the decision that is planned or made
  private timer: number | undefined;

  constructor(private readonly trouble: (sentence: string) => void) {}

  plan(hint: HintReply, delay: number, key: string | null): void {
    if (key === null || key === this.key) return;
    this.cancel();
    this.key = key;
    this.timer = window.setTimeout(() => void this.act(hint.action, key), delay);
  }

  cancel(): void {
    this.key = null;
    window.clearTimeout(this.timer);
  }

  private async act(action: number, key: string): Promise<void> {
    try {
      await click(action, () => this.key !== key);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (this.key === key) this.trouble(error.message);
      return;
    }
    // The site's own event ends this decision; without one, the click was not taken.
    this.timer = window.setTimeout(() => {
      if (this.key === key) this.trouble("The site did not take the click: please play yourself.");
    }, ANSWER_MS);
  }
}
