// The content script: takes the table's events in order, asks the server at the own turn, shows the
// answer, and plays it if autoplay is on. All decisions about the table are in game/table.ts.
import { Asking } from "./content/asking";
import { Autoplay } from "./content/autoplay";
import type { Shown } from "./content/state";
import { question } from "./game/question";
import { Table } from "./game/table";
import type { TableData } from "./game/table";
import type { Logged } from "./messages";
import { Overlay } from "./overlay/overlay";
import { Refused } from "./refused";
import * as settings from "./settings";
import { EVENTS } from "./site/assumptions";
import { showCard } from "./site/cards";
import { findTrump, trumpLabel } from "./site/dom";
import { readEvent } from "./site/events";
import type { SiteEvent } from "./site/events";

const KEPT = "table"; // in chrome.storage.local: for the next page, if this one is reloaded
const EVENTS_MAX = 500; // that wait for the settings

class Kibitz {
  private chosen = settings.DEFAULTS;
  private table = new Table();
  private waiting: Logged[] | null = []; // until the settings are there
  private trumpBefore: string | null = null;
  private deals = 0;
  private shown: Shown = { kind: "idle", text: "Waiting for a table." };
  private readonly overlay = new Overlay((change) => void settings.save(change));
  private readonly asking = new Asking((shown) => this.show(shown));
  private readonly autoplay = new Autoplay((sentence) => this.trouble(sentence));

  async start(): Promise<void> {
    window.addEventListener("message", (event) => this.hear(event));
    this.chosen = await settings.load();
    const kept = (await chrome.storage.local.get(KEPT))[KEPT] as TableData | undefined;
    this.table = new Table(kept ?? null);
    settings.onChange((changed) => this.change(changed));
    const early = this.waiting ?? [];
    this.waiting = null;
    for (const logged of early) this.take(logged);
    this.draw();
  }

  private hear(event: MessageEvent): void {
    const logged = event.data as Partial<Logged> | null;
    if (event.source !== window || logged?.kibitz !== "logged") return;
    if (this.waiting === null) this.take(logged as Logged);
    else if (this.waiting.length < EVENTS_MAX) this.waiting.push(logged as Logged);
  }

  private take(logged: Logged): void {
    let event: SiteEvent | null;
    try {
      event = readEvent(logged.name, logged.data);
      if (event === null) return;
      this.table.take(event);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const isTable = logged.name === EVENTS.joined || logged.name === EVENTS.started;
      if (isTable) this.table.close(error.message);
      else this.table.spoil(error.message);
      this.keep();
      return this.trouble(error.message);
    }
    this.keep();
    if (event.kind === "scored" || event.kind === "over") this.trumpBefore = trumpLabel();
    if (event.kind === "dealt") void this.lookForTrump(this.trumpBefore);
    if (event.kind === "state") void this.lookForTrump(null);
    this.decide();
  }

  /** The card turned up is not in the events, only in the DOM, and appears after the dealing. */
  private async lookForTrump(previous: string | null): Promise<void> {
    const deal = ++this.deals;
    if (this.table.data?.round?.turned != null) return; // known from before the page was reloaded
    try {
      const card = await findTrump(previous, () => deal !== this.deals);
      if (card === null || deal !== this.deals) return;
      this.table.turn(card);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (deal !== this.deals) return;
      this.table.spoil(error.message);
      this.keep();
      return this.trouble(error.message);
    }
    this.keep();
    this.decide();
  }

  /** Ask, if it is the own turn; otherwise say what is being waited for. */
  private decide(): void {
    const trouble = this.table.data?.trouble;
    if (trouble) return this.trouble(trouble);
    try {
      const asked = question(this.table, this.chosen);
      if (asked !== null) return this.asking.ask(asked, this.summary());
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return this.trouble(error.message);
    }
    this.asking.stop();
    this.show({ kind: "idle", text: this.summary() });
  }

  private trouble(text: string): void {
    this.asking.stop();
    this.show({ kind: "trouble", text, retrying: false });
  }

  private show(shown: Shown): void {
    this.shown = shown;
    this.draw();
    this.play();
  }

  private play(): void {
    const { shown, chosen } = this;
    if (shown.kind === "advice" && chosen.autoplay)
      this.autoplay.plan(shown.hint, chosen.delay, this.asking.key);
    else this.autoplay.cancel();
  }

  private change(changed: settings.Settings): void {
    const before = this.chosen;
    this.chosen = changed;
    const again = (["server", "token", "bot", "worlds", "trumpLead", "miss"] as const).some(
      (name) => before[name] !== changed[name],
    );
    if (again) {
      this.asking.forget();
      this.decide();
    } else {
      this.draw();
      this.play();
    }
  }

  private summary(): string {
    const { data, seats } = this.table;
    if (!data || !seats) return "Waiting for a table.";
    const { round } = data;
    const at = this.table.standing();
    if (!round || !at) return "Waiting for the next deal.";
    const trump = round.turned === null ? "looking for the trump card" : showCard(round.turned);
    const who = at.turn === null || at.turn === this.table.seat ? "" : `${seats.name(at.turn)}: `;
    const doing = at.phase === "bid" ? "bidding" : at.phase === "over" ? "scoring" : "playing";
    return `Round ${round.number} · ${round.size} cards · ${trump} · ${who}${doing}`;
  }

  private keep(): void {
    void chrome.storage.local.set({ [KEPT]: this.table.data });
  }

  private draw(): void {
    this.overlay.draw(this.shown, this.chosen);
  }
}

void new Kibitz().start();
