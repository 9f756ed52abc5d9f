// Cards of the site, as text in events and as labels in the DOM, and the numbers that Kibitz uses:
// 13 * suit + rank, suits C D H S, ranks 2 to ace.
import { RANK_NAMES, SUIT_NAMES, TRUMP_LABEL, cardLabel } from "./assumptions";

export const SUITS = "CDHS";
const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
const CARD = /(10|[2-9TJQKA])([CDHS])/gy;
const SIGNS = ["♣", "♦", "♥", "♠"];

export const suitOf = (card: number): number => Math.floor(card / 13);

/** The card of a text like "10H" or "TH"; null if it is not one. */
export function readCard(text: string): number | null {
  const cards = readHand(text);
  return cards?.length === 1 ? cards[0]! : null;
}

/** The cards of a text like "ACKC10D"; null if anything in it is not a card, or twice in it. */
export function readHand(text: string): number[] | null {
  const cards: number[] = [];
  let end = 0;
  for (const found of text.matchAll(CARD)) {
    const rank = RANKS.indexOf(found[1] === "T" ? "10" : found[1]!);
    cards.push(13 * SUITS.indexOf(found[2]!) + rank);
    end = found.index + found[0].length;
  }
  return end === text.length && new Set(cards).size === cards.length ? cards : null;
}

/** "QH", as the site writes a card. */
export const writeCard = (card: number): string => RANKS[card % 13]! + SUITS[suitOf(card)]!;

/** "Q♥", for people. */
export const showCard = (card: number): string => RANKS[card % 13]! + SIGNS[suitOf(card)]!;

/** "Queen of Hearts", the label of a card in the DOM. */
export const labelOf = (card: number): string =>
  cardLabel(RANK_NAMES[card % 13]!, SUIT_NAMES[suitOf(card)]!);

/** The card of such a label, also behind "Trump: "; null if it is not one. */
export function readLabel(label: string): number | null {
  const text = (label.startsWith(TRUMP_LABEL) ? label.slice(TRUMP_LABEL.length) : label).trim();
  for (let card = 0; card < 52; card++) if (labelOf(card) === text) return card;
  return null;
}
