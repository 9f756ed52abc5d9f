// The advisor's Oh Hell: the twin of kibitz/advice/games/ohhell/mirror.py and join.py, which says what a
// newcomer knows of a round.
import { assign } from "../../offline/assign";
import { badEntry, impossible, type Of } from "../../offline/advisor/entries";
import type { About } from "../../offline/advisor/mirror";
import { TrickMirror } from "../../offline/advisor/tricks";
import { ascending, type GameChecks } from "../../offline/checks";
import type { State } from "../../offline/engine";
import { range, suitOf, sum } from "../../offline/parts";
import { Refusal } from "../../offline/refusal";
import { blank } from "../../offline/rules";
import { brokenBefore, scheduleOf, trumpOf, type Position } from "./scene";

class OhHellMirror extends TrickMirror {
  override readonly turned = true;

  handSize(): number {
    const { round } = this.world.position<Position>();
    return scheduleOf(this.about.rules)[round] as number;
  }

  /** A world in which the seat sees this round. */
  override join(entry: Of<"join">): State {
    const { rules } = this.about;
    const p = this.visible(entry);
    try {
      p.hands = this.hands(p, entry);
      const state = blank(rules);
      state.load(this.checks.position(rules, p));
      return state;
    } catch (error) {
      if (error instanceof Refusal && error.code === "bad_position") {
        throw badEntry(`this round is impossible: ${error.message}`);
      }
      throw error;
    }
  }

  private checkSeat(seat: number): number {
    const { players, facts } = this.about.rules;
    if (range(players).includes(seat)) return seat;
    const text = `${facts.name} here has seats 0 to ${players - 1}, not ${seat}`;
    throw new Refusal("bad_seat", text);
  }

  /** The position without the hands; seats and lengths are checked here. */
  private visible(entry: Of<"join">): Position {
    const { players } = this.about.rules;
    const { totals = [], bids = [], tricks = [], trick = [] } = entry;
    for (const [name, given] of Object.entries({ totals, bids, tricks })) {
      if (![0, players].includes(given.length)) {
        throw badEntry(`${name} needs a number for each of ${players} seats`);
      }
    }
    const dealer = this.checkSeat(entry.dealer);
    const leader = entry.leader == null ? (dealer + 1) % players : this.checkSeat(entry.leader);
    if (trick.length >= players) {
      const text = "the current trick is complete: leave it out and name its winner as leader";
      throw badEntry(text);
    }
    const played: number[][] = range(players).map(() => []);
    trick.forEach((card, i) => played[(leader + i) % players]?.push(card));
    const none = <T>(given: T[], usual: T) =>
      given.length > 0 ? given : range(players).map(() => usual);
    return {
      ...{ round: entry.round ?? 0, dealer, turned: entry.turned, hands: [], played },
      ...{ bids: none(bids, null), tricks: none(tricks, 0), leader, trick },
      ...{ broken: entry.broken ?? false, totals: none(totals, 0) },
    };
  }

  /** All hands: the seat's own, the others drawn from the unseen cards. */
  private hands(p: Position, entry: Of<"join">): number[][] {
    const { rules } = this.about;
    const known = [entry.turned, ...entry.hand, ...p.trick];
    if (known.some((card) => !(card >= 0 && card < 52))) {
      throw new Refusal("bad_position", "a card must be a number from 0 to 51");
    }
    if (new Set(known).size !== known.length) {
      throw new Refusal("bad_position", "a card appears twice");
    }
    const schedule = scheduleOf(rules);
    const dealt = schedule[p.round];
    if (dealt === undefined) {
      const text = `this game has ${schedule.length} rounds, so there is no ${p.round + 1}`;
      throw badEntry(text);
    }
    const left = dealt - sum(p.tricks);
    const { players } = rules;
    const gone = (seat: number) => (seat - p.leader + players) % players < p.trick.length;
    const sizes = range(players).map((seat) => left - (gone(seat) ? 1 : 0));
    if (entry.hand.length !== sizes[this.seat]) {
      throw badEntry(`you must hold ${sizes[this.seat]} cards here, not ${entry.hand.length}`);
    }
    const others = range(players).filter((seat) => seat !== this.seat);
    const unseen = range(52).filter((card) => !known.includes(card));
    const held = others.map((seat) => sizes[seat] as number);
    const excluded = voids(this.about, p);
    const drawn = assign(
      unseen,
      [...held, unseen.length - sum(held)],
      [...others.map((seat) => excluded[seat] as bigint), 0n],
      this.stream(4),
    );
    if (!drawn) throw impossible("no deal fits the current trick");
    return range(players).map((seat) =>
      ascending(seat === this.seat ? entry.hand : (drawn[others.indexOf(seat)] as number[])),
    );
  }
}

/** For each seat the cards that the current trick rules out (rules 4 and 5). */
function voids({ rules }: About, p: Position): bigint[] {
  const { players, options } = rules;
  const excluded = range(players).map(() => 0n);
  const [first, ...others] = p.trick;
  if (first === undefined) return excluded;
  const led = suitOf(first);
  const suit = 0x1fffn << BigInt(13 * led);
  others.forEach((card, i) => {
    const seat = (p.leader + i + 1) % players;
    if (suitOf(card) !== led) excluded[seat] = (excluded[seat] as bigint) | suit;
  });
  const trump = trumpOf(rules, p.turned, p.round, scheduleOf(rules).length);
  if (options["trump_lead"] === "broken" && led === trump && !brokenBefore(p, trump)) {
    excluded[p.leader] = (excluded[p.leader] as bigint) | (((1n << 52n) - 1n) ^ suit);
  }
  return excluded;
}

export const mirror = (about: About, checks: GameChecks) => new OhHellMirror(about, checks);
