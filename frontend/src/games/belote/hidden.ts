// What the play of a Belote deal proves about the hidden hands: the twin of
// kibitz/games/belote/deduce.py, which explains why these exclusions are complete.
import { NOBODY } from "../../offline/engine";
import { range } from "../../offline/parts";
import type { Hidden } from "../../offline/scene";
import {
  allPlays,
  bestPlace,
  BID,
  suitOf,
  trumpStrength,
  type BeloteView,
  type SeenDeal,
} from "./scene";

const [QUEEN, KING] = [4, 5]; // ranks
const DECK_SIZE = 32; // short deals have fewer cards

const bit = (card: number): bigint => 1n << BigInt(card);
const suitMask = (suit: number): bigint => 0xffn << BigInt(8 * suit);

/** The trumps that beat every trump in the trick; all of them if it has none. */
export function higherTrumps(cards: number[], trick: number[], trump: number): number[] {
  const best = Math.max(-1, ...trick.filter((c) => suitOf(c) === trump).map(trumpStrength));
  return cards.filter((card) => suitOf(card) === trump && trumpStrength(card) > best);
}

/** The cards whose holder could not have played this card to this trick (rule 5). */
function ruledOut(card: number, trick: number[], trump: number): bigint {
  if (trick.length === 0) return 0n;
  const led = suitOf(trick[0] as number);
  const follows = suitOf(card) === led;
  const partnerWins = trick.length >= 2 && bestPlace(trick, trump) === trick.length - 2;
  const duty = led === trump || (!follows && !partnerWins);
  let out = follows ? 0n : suitMask(led);
  if (duty && higherTrumps([card], trick, trump).length === 0) {
    const trumps = range(8).map((rank) => 8 * trump + rank);
    for (const higher of higherTrumps(trumps, trick, trump)) out |= bit(higher);
  }
  return out;
}

/** For each seat the cards that its play proves it does not hold. */
export function excludedBy(deal: SeenDeal, trump: number): bigint[] {
  const out = [0n, 0n, 0n, 0n];
  const [king, queen] = [8 * trump + KING, 8 * trump + QUEEN];
  const add = (seat: number, mask: bigint) => (out[seat] = (out[seat] as bigint) | mask);
  let trick: number[] = [];
  for (const [seat, card] of allPlays(deal)) {
    add(seat, ruledOut(card, trick, trump));
    const pair = card === king ? queen : card === queen ? king : null;
    if (pair !== null && seat !== deal.announcer) add(seat, bit(pair)); // rule 8
    trick = trick.length < 3 ? [...trick, card] : [];
  }
  if (deal.announcer >= 0) {
    for (const seat of range(4)) if (seat !== deal.announcer) add(seat, bit(king) | bit(queen));
  }
  return out;
}

/** The other hands, constrained by play and the announcement. */
export function hidden(view: BeloteView): Hidden {
  const { deals, totals, dealer, bid, bidder, coinche, passes, player } = view;
  const { leader, trick, won, belote, hand, played, trump } = view;
  const deal = view.seenDeals.at(-1) as SeenDeal;
  const excluded = excludedBy(deal, trump);
  const gone = [...hand, ...played.flat(), ...deal.startWon];
  const known = {
    ...{ deals, totals, dealer, bid, bidder, coinche, passes, player },
    ...{ leader, trick, won, belote },
  };
  const begun = view.start !== null && view.seenDeals.length === 1; // in the middle of this deal
  const seats = range(4).filter((seat) => seat !== view.seat);
  return {
    locatable: view.start === null && deal.deck.length === DECK_SIZE,
    cards: deal.deck.filter((card) => !gone.includes(card)),
    seats,
    sizes: seats.map((seat) => view.handSizes[seat] as number),
    excluded: seats.map((seat) => excluded[seat] as bigint),
    hand,
    played: begun ? [] : played,
    known,
    start: begun
      ? known
      : {
          ...{ deals, totals, dealer, bid: 0, bidder: NOBODY, coinche: 0, passes: 0 },
          ...{ player: (dealer + 1) % 4, leader: NOBODY, trick: [], won: [[], []], belote: NOBODY },
        },
    actions: begun
      ? []
      : [...deal.calls.map(([, call]) => BID + call), ...deal.plays.map(([, card]) => card)],
  };
}
