// Uniform assignment of hidden cards to places under what play has proved: the twin of
// kibitz/core/assign.py, which explains the method, from the same random numbers.
import { range, sum } from "./parts";
import type { Stream } from "./rng";

/** Bound cards, and the classes of places that they may go to. */
interface Part {
  classes: number[][]; // places by class; the last class has no power
  room: number[]; // slots of each class
  cards: number[];
  allowed: number[][]; // for each card the classes that it may go to
  fillers: number; // slots for free cards
  steps: number[]; // bits from one power of a class to the next; 0 for the last class
  field: bigint; // mask of one coefficient
  products: bigint[]; // products[i] multiplies the factors of cards[i:] and of the fillers
}

interface Plan {
  freeCards: number[];
  freePlaces: number[]; // places that belong to no part
  parts: Part[];
}

/** One assignment, uniformly drawn: the cards of each place, ascending; null if there is none. */
export function assign(
  cards: number[],
  sizes: number[],
  excluded: bigint[],
  rng: Stream,
): number[][] | null {
  const plan = planOf(cards, sizes, excluded);
  if (!plan) return null;
  const result: number[][] = sizes.map(() => []);
  const slotsOf = (places: number[]) =>
    places.flatMap((place) => range(sizes[place] as number).map(() => place));
  const open = slotsOf(plan.freePlaces);
  for (const part of plan.parts) {
    const drawn = draw(part, rng);
    part.classes.forEach((members, c) => {
      const slots = slotsOf(members);
      rng.shuffle(slots);
      const mine = drawn[c] as number[];
      mine.forEach((card, i) => result[slots[i] as number]?.push(card));
      open.push(...slots.slice(mine.length));
    });
  }
  rng.shuffle(open);
  plan.freeCards.forEach((card, i) => result[open[i] as number]?.push(card));
  return result.map((held) => held.toSorted((a, b) => a - b));
}

/** How many assignments there are. */
export function countAssignments(cards: number[], sizes: number[], excluded: bigint[]): bigint {
  const plan = planOf(cards, sizes, excluded);
  if (!plan) return 0n;
  const product = (numbers: bigint[]) => numbers.reduce((a, b) => a * b, 1n);
  // Slots are distinct here: free cards take theirs in any order, and so do a part's fillers.
  let ways = factorial(plan.freeCards.length);
  for (const part of plan.parts) {
    ways *=
      (coefficient(part, 0, part.room) * product(part.room.map(factorial))) /
      factorial(part.fillers);
  }
  return ways / product(sizes.map(factorial)); // slots of one place are interchangeable
}

const factorial = (n: number): bigint => range(n).reduce((a, i) => a * BigInt(i + 1), 1n);

/** The number of ways for cards[i:] and the fillers to fill exactly this room. */
function coefficient(part: Part, i: number, room: number[]): bigint {
  const place = sum(room.map((n, c) => n * (part.steps[c] as number)));
  return ((part.products[i] as bigint) >> BigInt(place)) & part.field;
}

/** The bound cards of each class. */
function draw(part: Part, rng: Stream): number[][] {
  const drawn: number[][] = part.classes.map(() => []);
  const room = [...part.room];
  part.cards.forEach((card, i) => {
    let pick = rng.belowExact(coefficient(part, i, room));
    for (const c of part.allowed[i] as number[]) {
      if (room[c] === 0) continue;
      room[c] = (room[c] as number) - 1;
      pick -= coefficient(part, i + 1, room);
      if (pick < 0n) {
        drawn[c]?.push(card);
        break;
      }
      room[c] = (room[c] as number) + 1;
    }
  });
  return drawn;
}

let latest: { key: string; plan: Plan | null } | null = null; // many worlds are drawn from one view

function planOf(cards: number[], sizes: number[], excluded: bigint[]): Plan | null {
  const key = `${cards.join()} ${sizes.join()} ${excluded.join()}`;
  if (latest?.key !== key) latest = { key, plan: planned(cards, sizes, excluded) };
  return latest.plan;
}

/** Everything that does not depend on chance; null if no assignment fits. */
function planned(cards: number[], sizes: number[], excluded: bigint[]): Plan | null {
  const rooms = range(sizes.length).filter((place) => (sizes[place] as number) > 0);
  const may = new Map(
    cards.map((card) => [
      card,
      rooms.filter((place) => (((excluded[place] as bigint) >> BigInt(card)) & 1n) === 0n),
    ]),
  );
  const allowed = (card: number) => may.get(card) as number[];
  // Cards with the same choices are adjacent.
  const bound = cards
    .filter((card) => allowed(card).length < rooms.length)
    .toSorted((a, b) => lexical(allowed(a), allowed(b)));
  if (bound.some((card) => allowed(card).length === 0)) return null;
  const parts: Part[] = [];
  const taken = new Set<number>();
  for (const places of connected(bound.map(allowed))) {
    for (const place of places) taken.add(place);
    const members = bound.filter((card) => allowed(card).some((place) => places.has(place)));
    const part = partOf(
      members,
      [...places].toSorted((a, b) => a - b),
      sizes,
      allowed,
    );
    if (!part) return null;
    parts.push(part);
  }
  return {
    freeCards: cards.filter((card) => allowed(card).length === rooms.length),
    freePlaces: rooms.filter((place) => !taken.has(place)),
    parts,
  };
}

/** As Python compares lists. */
function lexical(a: number[], b: number[]): number {
  const i = a.findIndex((x, k) => x !== b[k]);
  if (i < 0 || i >= b.length) return a.length - b.length;
  return (a[i] as number) - (b[i] as number);
}

/** Merge sets that share elements, directly or through others. */
function connected(sets: number[][]): Set<number>[] {
  let unions: Set<number>[] = [];
  const seen = new Set<string>();
  for (const one of sets) {
    if (seen.has(one.join())) continue;
    seen.add(one.join());
    const touches = (union: Set<number>) => one.some((place) => union.has(place));
    const touching = unions.filter(touches);
    unions = unions.filter((union) => !touches(union));
    unions.push(new Set([...one, ...touching.flatMap((union) => [...union])]));
  }
  return unions;
}

function partOf(
  cards: number[],
  places: number[],
  sizes: number[],
  allowed: (card: number) => number[],
): Part | null {
  const byCards = new Map<string, number[]>();
  for (const place of places) {
    const key = cards.filter((card) => allowed(card).includes(place)).join();
    byCards.set(key, [...(byCards.get(key) ?? []), place]);
  }
  const slots = (members: number[]) => sum(members.map((place) => sizes[place] as number));
  // The largest class comes last: it takes what the others leave and needs no power of its own.
  const classes = [...byCards.values()].toSorted((a, b) => slots(a) - slots(b));
  const room = classes.map(slots);
  const fillers = sum(room) - cards.length;
  if (fillers < 0) return null;
  const may = cards.map((card) =>
    range(classes.length).filter((c) => allowed(card).includes(classes[c]?.[0] as number)),
  );
  const { steps, field, mask } = fields(room, sum(room) * room.length.toString(2).length + 1);
  const times = (product: bigint, over: number[]) =>
    over.reduce((total, c) => total + (product << BigInt(steps[c] as number)), 0n) & mask;
  let product = 1n;
  for (let i = 0; i < fillers; ++i) product = times(product, range(classes.length));
  const products = [product];
  for (const over of may.toReversed()) products.push(times(products.at(-1) as bigint, over));
  products.reverse();
  const part = { classes, room, cards, allowed: may, fillers, steps, field, products };
  return coefficient(part, 0, room) === 0n ? null : part;
}

/** The layout of products in an integer: the steps, the mask of one field and that of valid fields. */
function fields(room: number[], width: number): { steps: number[]; field: bigint; mask: bigint } {
  const field = (1n << BigInt(width)) - 1n;
  let mask = field;
  const steps = [width];
  for (const n of room.slice(0, -1)) {
    const step = steps.at(-1) as number;
    const one = mask;
    mask = range(n + 1).reduce((all, power) => all | (one << BigInt(power * step)), 0n);
    steps.push(step * (n + 2));
  }
  return { steps: [...steps.slice(0, -1), 0], field, mask };
}
