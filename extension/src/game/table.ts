// The table as this page knows it, changed by one event of the site at a time. What an event
// contradicts is refused with a sentence; the round is then left alone until the next deal, or until
// the site shows the whole round again.
import { Refused } from "../refused";
import type { BySeat, Player, Rules, SiteEvent, Snapshot } from "../site/events";
import { schedule } from "./rules";
import { Seats } from "./seats";
import { replay } from "./round";
import type { Round, Standing } from "./round";

/** Plain data: kept in the browser's storage, so that a refreshed page goes on with it. */
export interface TableData {
  game: string;
  chair: number; // the own one
  rules: Rules;
  players: Player[];
  seated: Player[]; // who sits there now; they play from the next game on
  scores: BySeat;
  round: Round | null;
  trouble: string | null; // why there is no advice in this round
}

/** A game before its first deal. */
function begun(of: Pick<TableData, "game" | "rules" | "players">): Omit<TableData, "chair"> {
  const { game, rules, players } = of;
  return { game, rules, players, seated: players, scores: [], round: null, trouble: null };
}

export class Table {
  data: TableData | null = null;
  private unknown = "The page was loaded before Kibitz could see the table: reload it.";

  /** `kept` is what an earlier page of the same tab knew. */
  constructor(private readonly kept: TableData | null = null) {}

  /** Take an event. Refused: the event did not fit, and `trouble` says why. */
  take(event: SiteEvent): void {
    try {
      this.change(event);
    } catch (error) {
      if (error instanceof Refused) this.spoil(error.message);
      throw error;
    }
  }

  /** Give up on this round. */
  spoil(sentence: string): void {
    if (this.data === null) return;
    this.data.trouble = sentence;
    this.data.round = null;
  }

  /** Give up on this table: what it plays is not understood. */
  close(sentence: string): void {
    this.data = null;
    this.unknown = sentence;
  }

  get seats(): Seats | null {
    return this.data === null ? null : new Seats(this.data.players);
  }

  /** The own seat, as Kibitz counts. */
  get seat(): number {
    return this.known().seats.of(this.known().data.chair);
  }

  standing(): Standing | null {
    const round = this.data?.round;
    return round ? replay(round, this.known().seats, this.seat) : null;
  }

  /** The card turned up was found in the DOM. */
  turn(card: number): void {
    const round = this.data?.round;
    if (!round) return;
    round.turned = card;
    try {
      this.standing();
    } catch (error) {
      if (error instanceof Refused) this.spoil(error.message);
      throw error;
    }
  }

  private known(): { data: TableData; seats: Seats } {
    const data = this.joined();
    return { data, seats: new Seats(data.players) };
  }

  private joined(): TableData {
    if (this.data === null) throw new Refused(this.unknown);
    return this.data;
  }

  private change(event: SiteEvent): void {
    switch (event.kind) {
      case "joined":
        this.data = { chair: event.seat, ...begun(event) };
        return;
      case "sat": {
        const data = this.joined();
        data.seated = [...data.seated.filter((each) => each.seat !== event.seat), event];
        // A newcomer who takes over a chair in the middle of a game plays on with its cards.
        data.players = data.players.map((each) => (each.seat === event.seat ? event : each));
        return;
      }
      case "left": {
        const data = this.joined();
        data.seated = data.seated.filter((each) => each.seat !== event.seat);
        return;
      }
      case "started": {
        const data = this.joined();
        Object.assign(data, begun(event));
        new Seats(event.players).of(data.chair); // refused if this page's player is not in the game
        return;
      }
      case "dealt":
        this.deal(event.round, event.dealer, event.hand);
        return;
      case "state":
        this.rejoin(event);
        return;
      case "scored": {
        const { data, seats } = this.known();
        event.scores.forEach(([chair]) => seats.of(chair));
        data.scores = event.scores;
        data.round = null;
        return;
      }
      case "over":
        this.joined().round = null;
        return;
      case "bid":
        this.log("bid", event.seat, event.tricks);
        return;
      case "played":
        this.log("card", event.seat, event.card);
        return;
      case "taken":
        this.log("taken", event.seat, 0);
    }
  }

  private deal(number: number, dealer: number, hand: number[]): void {
    const { data, seats } = this.known();
    data.round = null;
    data.trouble = null;
    seats.of(dealer);
    this.checkSize(number, hand.length);
    data.round = {
      number,
      dealer,
      hand,
      size: hand.length,
      bids: [],
      tricks: [],
      trick: [],
      turn: null,
      log: [],
      turned: null,
    };
  }

  private log(kind: "bid" | "card" | "taken", chair: number, value: number): void {
    const { data } = this.known();
    if (data.round === null) return; // refused earlier, and said so
    data.round.log.push({ kind, chair, value });
    this.standing();
  }

  /** A page that was loaded in the middle: go on with what the last page saw, if it still fits. */
  private rejoin(event: { game: string } & Snapshot): void {
    const { data, seats } = this.known();
    data.round = null;
    data.trouble = null;
    data.scores = event.scores;
    event.scores.forEach(([chair]) => seats.of(chair));
    if (this.kept?.round && this.kept.game === event.game && this.goOn(this.kept.round, event))
      return;
    const size = event.hand.length + played(event, data.chair);
    this.checkSize(event.round, size);
    data.round = {
      number: event.round,
      dealer: event.dealer,
      hand: event.hand,
      size,
      bids: event.bids,
      tricks: event.tricks,
      trick: event.trick,
      turn: event.turn,
      log: [],
      turned: null,
    };
    this.standing();
  }

  /** Go on with an earlier page's round, if it leads to exactly what the site shows. */
  private goOn(kept: Round, event: Snapshot): boolean {
    const { data, seats } = this.known();
    if (kept.number !== event.round || kept.dealer !== event.dealer) return false;
    const round = structuredClone(kept);
    const now = () => replay(round, seats, this.seat);
    try {
      const bids = seats.chairs.map((chair) => valueOf(event.bids, chair));
      const tricks = seats.chairs.map((chair) => valueOf(event.tricks, chair) ?? 0);
      // What others did while the page was loading, as far as the site still shows it.
      const made = now().bids.filter((bid) => bid !== null).length;
      for (const [chair, value] of event.bids.slice(made))
        round.log.push({ kind: "bid", chair, value });
      const winner = tricks.findIndex((count, seat) => count > now().tricks[seat]!);
      if (now().phase === "waiting" && winner >= 0)
        round.log.push({ kind: "taken", chair: seats.chairs[winner]!, value: 0 });
      for (const [chair, value] of event.trick.slice(now().trick.length))
        round.log.push({ kind: "card", chair, value });
      const at = now();
      const trick = event.trick.map(([, card]) => card);
      if (!same(sorted(at.hand), sorted(event.hand)) || !same(at.bids, bids)) return false;
      if (!same(at.tricks, tricks) || !same(at.trick, trick)) return false;
    } catch (error) {
      if (error instanceof Refused) return false;
      throw error;
    }
    data.round = round;
    return true;
  }

  private checkSize(number: number, size: number): void {
    const { data } = this.known();
    const sizes = schedule(data.rules.variation);
    if (sizes !== null && sizes[number - 1] !== size)
      throw new Refused(
        `Round ${number} of ${data.rules.variation} has ${sizes[number - 1] ?? "no"} cards, ` +
          `but the site dealt ${size}.`,
      );
  }
}

/** How many cards this chair has played in a round, by what the site shows. */
function played(event: Snapshot, chair: number): number {
  const taken = event.tricks.reduce((sum, [, count]) => sum + count, 0);
  return taken + (event.trick.some(([one]) => one === chair) ? 1 : 0);
}

const valueOf = (pairs: BySeat, chair: number): number | null =>
  pairs.find(([one]) => one === chair)?.[1] ?? null;
const sorted = (cards: readonly number[]): number[] => [...cards].sort((a, b) => a - b);
const same = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((value, i) => value === b[i]);
