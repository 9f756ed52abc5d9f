// Parts that several games share: the twin of kibitz/table/parts.py and kibitz/table/sums.py.
import type { DealSum, Trick } from "../messages";
import { NOBODY, type Event } from "./engine";

type Suit = "S" | "H" | "D" | "C";
export const SUITS = "CDHS";
const RANKS = "23456789TJQKA";
export const suitOf = (card: number): number => Math.floor(card / 13);
export const rankOf = (card: number): number => card % 13;
export const cardName = (card: number): string =>
  `${RANKS[rankOf(card)] ?? ""}${SUITS[suitOf(card)] ?? ""}`;

// Suit order in a hand, trump first: black and red alternate to keep neighbours distinct.
export const HAND_ORDER: Record<string, string> = {
  "": "SHCD",
  S: "SHCD",
  H: "HSDC",
  C: "CHSD",
  D: "DSHC",
};

export const seatOrNull = (seat: number): number | null => (seat === NOBODY ? null : seat);
export const sum = (numbers: number[]): number => numbers.reduce((a, b) => a + b, 0);
export const range = (n: number): number[] => Array.from({ length: n }, (_, i) => i);

/** The action id of an event whose cards this seat may know; otherwise null. */
export const actionOf = (event: Event): number | null =>
  event.kind === "action" && typeof event.data === "number" ? event.data : null;

export const list = (event: Event): number[] => event.data as number[];

/** The first of the best, as Python's max and min choose; keys are compared number by number. */
export function best<T>(items: T[], key: (item: T) => number[], sign = 1): T {
  return items.reduce((a, b) => (compare(key(b), key(a)) * sign > 0 ? b : a));
}
export const least = <T>(items: T[], key: (item: T) => number[]): T => best(items, key, -1);

export function compare(a: number[], b: number[]): number {
  const i = a.findIndex((x, k) => x !== b[k]);
  return i < 0 ? 0 : (a[i] as number) - (b[i] as number);
}

export function trickData(
  leader: number,
  cards: number[],
  players: number,
  winner: number | null = null,
): Trick {
  const played = cards.map((card, i) => ({ seat: (leader + i) % players, card }));
  return { leader, cards: played, winner };
}

/** A seat and the card that it played. */
export type Play = [seat: number, card: number];

/** The latest finished trick; `winning` finds the place of its best card. */
export function lastWholeTrick(
  plays: Play[],
  players: number,
  winning: (cards: number[], trump: number) => number,
  trump: number,
): Trick | null {
  const end = plays.length - (plays.length % players);
  if (end === 0) return null;
  const whole = plays.slice(end - players, end);
  const leader = (whole[0] as Play)[0];
  const cards = whole.map(([, card]) => card);
  return trickData(leader, cards, players, (leader + winning(cards, trump)) % players);
}

/** Cards of 52: trumps first, each suit from high to low. */
export function sortHand(cards: number[], trump: string | null): number[] {
  const order = HAND_ORDER[trump ?? ""] as string;
  const key = (card: number) => [order.indexOf(SUITS[suitOf(card)] as string), -rankOf(card)];
  return cards.toSorted((a, b) => compare(key(a), key(b)));
}

export const suitLetter = (suit: number | null, suits = SUITS): Suit | null =>
  suit === null || suit < 0 ? null : (suits[suit] as Suit);

/** A deal as a spectator sees it: only its first numbers, which are public. */
export const withoutHand = (event: Event, known: number): Event => ({
  kind: event.kind,
  seat: NOBODY,
  data: list(event).slice(0, known),
});

/** A history as a spectator sees it, where only the hands of a deal are hidden. */
export const withoutHands = (history: Event[], known: number): Event[] =>
  history.map((event) => (event.kind === "deal" ? withoutHand(event, known) : event));

export const signed = (names: string[], points: number[]): string =>
  names.map((name, i) => `${name} ${plus(points[i] ?? 0)}`).join(", ");
const plus = (x: number): string => (x < 0 ? String(x) : `+${x}`);

export const plural = (count: number, word: string): string =>
  `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;

type Row = DealSum["rows"][number];
export const row = (what: string, kind: Row["kind"], values: Row["values"]): Row => ({
  what,
  kind,
  values,
});

/** The latest scored deal: its number, its events since the deal, and its score. */
export function lastDeal(
  history: Event[],
): { number: number; events: Event[]; score: number[] } | null {
  const end = history.findLastIndex((event) => event.kind === "score");
  if (end < 0) return null;
  const before = history.slice(0, end);
  const begin = Math.max(
    0,
    before.findLastIndex((event) => event.kind === "deal"),
  );
  const number = history.filter((event) => event.kind === "score").length;
  return { number, events: before.slice(begin), score: list(history[end] as Event) };
}

/** The (seat, action) pairs of each finished deal, and its score. */
export function scoredDeals(events: Event[]): { actions: Play[]; score: number[] }[] {
  const deals: { actions: Play[]; score: number[] }[] = [];
  let actions: Play[] = [];
  for (const event of events) {
    const action = actionOf(event);
    if (action !== null) actions.push([event.seat, action]);
    else if (event.kind === "score") {
      deals.push({ actions, score: list(event) });
      actions = [];
    }
  }
  return deals;
}
