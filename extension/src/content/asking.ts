// Asks the server for the current decision, and only for that: an answer to an older question is
// dropped. If nobody answers, it asks again, so a restart of the server needs no action.
import type { Question } from "../game/question";
import type { Ask, HintAnswer } from "../messages";
import type { Shown } from "./state";

const RETRY_MS = [500, 1000, 2000, 3000]; // the last one repeats

export class Asking {
  key: string | null = null;
  private timer: number | undefined;

  constructor(private readonly show: (shown: Shown) => void) {}

  ask(question: Question, summary: string): void {
    if (question.key === this.key) return; // asked already
    this.stop();
    this.key = question.key;
    this.show({ kind: "asking", text: summary });
    void this.attempt(question, summary, 0);
  }

  stop(): void {
    this.key = null;
    window.clearTimeout(this.timer);
  }

  /** The next question is asked even if it is the same. */
  forget(): void {
    this.stop();
  }

  private async attempt(question: Question, summary: string, tries: number): Promise<void> {
    const answer = await send({ kind: "hint", ask: question.ask });
    if (this.key !== question.key) return;
    if (answer.ok)
      return this.show({ kind: "advice", hint: answer.value, notes: question.notes, summary });
    const retrying = answer.why === "offline";
    this.show({ kind: "trouble", text: answer.sentence, retrying });
    if (!retrying) return;
    const pause = RETRY_MS[Math.min(tries, RETRY_MS.length - 1)];
    this.timer = window.setTimeout(() => void this.attempt(question, summary, tries + 1), pause);
  }
}

async function send(ask: Ask): Promise<HintAnswer> {
  try {
    return (await chrome.runtime.sendMessage(ask)) as HintAnswer;
  } catch {
    const sentence = "The extension was updated: reload the page.";
    return { ok: false, why: "refused", sentence };
  }
}
