// Worlds of Dubito: the twin of kibitz/games/dubito/worlds.py, which explains the distribution, from
// the same random numbers.
import { range, sum } from "../../offline/parts";
import type { Stream } from "../../offline/rng";
import type { Sample, World } from "../../offline/worlds";
import { LAY, LAYS, reveals, VALUES, type DubitoView, type Laid, type Position } from "./scene";

export const FOUR = 4;
const COUNT_MAX = FOUR - 1; // of a value with one seat at an opening: rule 6
const TABLE_MAX = 20_000; // states; up to this many, counting is faster than rejection
const TRIES = 100; // of rejection, before falling back to counting

export type Counts = number[]; // one for each value
/** At a doubt: how many of a value a seat had laid, took, and whether it dropped four of them. */
type Step = [laid: number, taken: number, drops: boolean];
type Weights = number[][][]; // [seat][value][c]

export const counted = (cards: number[]): Counts => {
  const counts = range(VALUES).map(() => 0);
  for (const card of cards) counts[card] = (counts[card] as number) + 1;
  return counts;
};
const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1));
const cards = (counts: Counts): number[] => counts.flatMap((n, value) => range(n).map(() => value));

/** How many cards of each value the deck has. */
export function copiesOf({ rules }: Pick<DubitoView, "rules">): Counts {
  const [values, jokers] = [rules.options["values"] as number, rules.options["jokers"] as number];
  return [jokers, ...range(VALUES - 1).map((i) => (i < values ? FOUR : 0))];
}

/** The cards that other seats have, as far as one seat can reason about them. */
export class HiddenCards {
  private tables: Float64Array[] | null = null;

  constructor(
    readonly seats: number[], // that have any, in ascending order of their number of cards
    readonly sizes: number[], // of each, in hand and in its plays of this round
    readonly totals: Counts, // that they have together
    readonly weights: Weights, // see step 3 of the twin
  ) {}

  static of(view: DubitoView): HiddenCards {
    const { players } = view.rules;
    const own = counted([...view.hand, ...view.board.flatMap((play) => play.cards)]);
    const totals = view.inGame.map((n, value) => n - (own[value] as number));
    const size = range(players).map(
      (seat) =>
        (view.handSizes[seat] as number) +
        sum(view.board.filter((play) => play.seat === seat).map((play) => play.size)),
    );
    const seats = range(players)
      .filter((seat) => seat !== view.seat && (size[seat] as number) > 0)
      .toSorted((a, b) => (size[a] as number) - (size[b] as number));
    const copies = copiesOf(view);
    const weights = seats.map((seat) => {
      const steps = stepsOf(view, seat);
      return range(VALUES).map((value) =>
        weightsOf(totals[value] as number, copies[value] as number, steps[value] as Step[]),
      );
    });
    const sizes = seats.map((seat) => size[seat] as number);
    return new HiddenCards(seats, sizes, totals, weights);
  }

  /** The same with some counts ruled out. */
  bounded(fits: (seat: number, value: number, c: number) => boolean): HiddenCards {
    const weights = this.weights.map((rows, i) =>
      rows.map((row, value) =>
        row.map((weight, c) => (fits(this.seats[i] as number, value, c) ? weight : 0)),
      ),
    );
    return new HiddenCards(this.seats, this.sizes, this.totals, weights);
  }

  /** Whether nothing fits. */
  get isImpossible(): boolean {
    if (this.weights.some((rows) => rows.some((row) => !row.some(Boolean)))) return true;
    return this.seats.length > 0 && this.table(0)[this.place(this.sizes.slice(0, -1))] === 0;
  }

  /** The cards of each of `seats`, as counts of values. */
  draw(rng: Stream): Counts[] {
    const states = this.sizes.slice(0, -1).reduce((all, size) => all * (size + 1), 1);
    for (let i = 0; states > TABLE_MAX && i < TRIES; ++i) {
      const found = this.tried(rng);
      if (found) return found;
    }
    return this.countAndDraw(rng);
  }

  // By counting: table v at a room is the number of ways to fit values v.. into the room of all but
  // the last seat, which takes the rest.

  private place(room: number[]): number {
    return room.reduce((at, n, i) => at * ((this.sizes[i] as number) + 1) + n, 0);
  }

  private table(value: number): Float64Array {
    this.tables ??= this.count();
    return this.tables[value] as Float64Array;
  }

  private count(): Float64Array[] {
    const shape = this.sizes.slice(0, -1).map((size) => size + 1);
    const size = shape.reduce((a, b) => a * b, 1);
    const rooms = range(size).map((at) => {
      const room: number[] = [];
      for (let left = at, i = shape.length - 1; i >= 0; --i) {
        const n = shape[i] as number;
        room[i] = left % n;
        left = Math.floor(left / n);
      }
      return room;
    });
    const last = new Float64Array(size);
    last[0] = 1;
    const tables = [last];
    for (let value = VALUES - 1; value >= 0; --value) {
      const before = tables[0] as Float64Array;
      const table = new Float64Array(size);
      for (const { split, weight } of this.splits(value)) {
        rooms.forEach((room, at) => {
          const rest = room.map((n, i) => n - (split[i] as number));
          if (rest.some((n) => n < 0)) return;
          table[at] = (table[at] as number) + weight * (before[this.place(rest)] as number);
        });
      }
      tables.unshift(table);
    }
    return tables;
  }

  /** The possible splits of a value with their weights; the last seat takes the rest. */
  private splits(value: number): { split: number[]; weight: number }[] {
    const total = this.totals[value] as number;
    const of = (i: number, left: number): { split: number[]; weight: number }[] => {
      const weights = this.weights[i]?.[value] as number[];
      if (i === this.seats.length - 1) {
        const weight = weights[left];
        return weight ? [{ split: [], weight }] : [];
      }
      return weights.slice(0, left + 1).flatMap((weight, k) =>
        weight
          ? of(i + 1, left - k).map((rest) => ({
              split: [k, ...rest.split],
              weight: weight * rest.weight,
            }))
          : [],
      );
    };
    return this.seats.length > 0 ? of(0, total) : [];
  }

  countAndDraw(rng: Stream): Counts[] {
    const counts = this.seats.map(() => range(VALUES).map(() => 0));
    if (this.seats.length === 0) return counts;
    let room = this.sizes.slice(0, -1);
    for (const value of range(VALUES)) {
      const table = this.table(value + 1);
      const choices = this.splits(value).flatMap(({ split, weight }) => {
        const rest = room.map((n, i) => n - (split[i] as number));
        const ways = rest.some((n) => n < 0) ? 0 : (table[this.place(rest)] as number);
        return ways ? [{ weight: weight * ways, split, rest }] : [];
      });
      let left = rng.unit() * sum(choices.map(({ weight }) => weight));
      const chosen = choices.find(({ weight }) => (left -= weight) < 0) ?? choices.at(-1);
      if (!chosen) throw new Error("the history that this seat has seen is impossible");
      room = chosen.rest;
      [...chosen.split, (this.totals[value] as number) - sum(chosen.split)].forEach(
        (k, i) => ((counts[i] as Counts)[value] = k),
      );
    }
    return counts;
  }

  /** Deal out the unseen cards; null if the result is rejected. */
  private tried(rng: Stream): Counts[] | null {
    const least = this.weights.map((rows) =>
      rows.map((row) =>
        Math.max(
          0,
          row.findIndex((weight) => weight > 0),
        ),
      ),
    );
    let unseen = range(VALUES).flatMap((value) =>
      range((this.totals[value] as number) - sum(least.map((own) => own[value] as number))).map(
        () => value,
      ),
    );
    rng.shuffle(unseen);
    const counts: Counts[] = [];
    for (const [i, size] of this.sizes.entries()) {
      const low = least[i] as Counts;
      const k = size - sum(low);
      const got = counted(unseen.slice(0, k));
      unseen = unseen.slice(k);
      for (const value of range(VALUES)) {
        const ratio = (this.weights[i]?.[value] as number[])
          .slice(low[value])
          .map((weight, x) => weight * factorial(x));
        const chance = (ratio[got[value] as number] ?? -1) / Math.max(...ratio);
        if (chance < 0 || (chance < 1 && rng.unit() >= chance)) return null;
      }
      counts.push(low.map((n, value) => n + (got[value] as number)));
    }
    return counts;
  }
}

/** For each value, what a seat did with it in the rounds that involved it. */
function stepsOf(view: DubitoView, seat: number): Step[][] {
  const steps: Step[][] = range(VALUES).map(() => []);
  for (const { reveal, dropped } of reveals(view)) {
    const laid = counted(reveal.plays.flatMap((play) => (play.seat === seat ? play.cards : [])));
    const taken = counted(reveal.loser === seat ? reveal.taken : []);
    for (const value of range(VALUES)) {
      const [out, into] = [laid[value] as number, taken[value] as number];
      const drops = reveal.loser === seat && dropped.includes(value);
      if (out || into) steps[value]?.push([out, into, drops]);
    }
  }
  return steps;
}

/** The number of histories for c = 0, 1, .. of a value with one seat now, scaled to maximum 1. */
function weightsOf(total: number, copies: number, steps: Step[]): number[] {
  const found = range(Math.min(total, COUNT_MAX) + 1).map((c) => histories(c, copies, steps));
  const most = Math.max(...found);
  return found.map((number) => number / most);
}

/** As a product of whole numbers over a factorial of at most 6, in twelfths of it: exact. */
function histories(c: number, copies: number, steps: Step[]): number {
  let h = c + sum(steps.map(([laid, taken, drops]) => laid - taken + (drops ? FOUR : 0)));
  if (h < 0 || h > Math.min(copies, COUNT_MAX)) return 0;
  let number = factorial(COUNT_MAX) / factorial(h);
  for (const [laid, taken, drops] of steps) {
    if (laid > h) return 0;
    number *= factorial(h) / factorial(h - laid);
    h += taken - laid;
    if ((h === FOUR) !== drops || h > copies) return 0;
    if (drops) h -= FOUR;
  }
  return number;
}

const kept = new WeakMap<DubitoView, HiddenCards>(); // many worlds are drawn from one view

export const sample: Sample<DubitoView> = (view, rng) => {
  if (view.phase === "deal") return { chance: [], actions: [], start: null };
  let hidden = kept.get(view);
  if (!hidden) kept.set(view, (hidden = HiddenCards.of(view)));
  const drawn = hidden.draw(rng);
  const hands: number[][] = range(view.rules.players).map(() => []);
  hidden.seats.forEach((seat, i) => {
    const held = cards(drawn[i] as Counts);
    rng.shuffle(held);
    hands[seat] = held;
  });
  hands[view.seat] = [...view.hand];
  const board = view.board.map(({ seat, size, cards: own }): Laid => {
    if (own.length > 0) return { seat, cards: own };
    return { seat, cards: (hands[seat] as number[]).splice(0, size).toSorted((a, b) => a - b) };
  });
  return fill(view, hands, board);
};

function remove(from: number[], card: number): void {
  from.splice(from.indexOf(card), 1);
}

/** The game that a view shows, with these hands and these plays of the round. */
export function fill(view: DubitoView, now: number[][], board: Laid[]): World {
  const hands = now.map((hand) => [...hand]);
  for (const { seat, cards: laid } of board) hands[seat]?.push(...laid);
  const doubts = reveals(view);
  const plays = [...doubts.flatMap(({ reveal }) => reveal.plays), ...board];
  // The doubts are undone, last first.
  for (const { reveal, dropped } of doubts.toReversed()) {
    const loser = hands[reveal.loser] as number[];
    loser.push(...dropped.flatMap((value) => range(FOUR).map(() => value)));
    for (const card of reveal.taken) remove(loser, card);
    for (const { seat, cards: laid } of reveal.plays) hands[seat]?.push(...laid);
  }
  const ascending = () => hands.map((hand) => hand.toSorted((a, b) => a - b));
  if (!view.start) {
    return { chance: [{ hands: ascending() }], actions: actionsOf(view, plays), start: null };
  }
  const { board: shown, number, player, out, turns } = view.start as unknown as Position;
  const given = plays.slice(0, shown.length);
  for (const { seat, cards: laid } of given) {
    for (const card of laid) remove(hands[seat] as number[], card);
  }
  const start = { hands: ascending(), board: given, number, player, out, turns };
  return { chance: [], actions: actionsOf(view, plays.slice(given.length)), start };
}

/** The actions of the history with hidden lays filled in. */
function actionsOf(view: DubitoView, plays: Laid[]): number[] {
  let next = 0;
  return view.history.flatMap(({ kind, data }) => {
    if (kind !== "action") return [];
    if (typeof data === "number" && data < LAY) return [data];
    const key = (plays[next++] as Laid).cards.join();
    return [LAY + LAYS.findIndex((lay) => lay.join() === key)];
  });
}
