// Bids by convention: the twin of kibitz/players/belote/bidding/maxi.py, which explains the messages.
import { range } from "../../../offline/parts";
import type { Strategy } from "../../../offline/strategies";
import { isBid, levelOf, takesAll } from "../bids";
import {
  BID,
  bidValue,
  CAPOT,
  COINCHE,
  PASS,
  rankOf,
  suitOf,
  trumpOf,
  type BeloteView,
} from "../scene";

const [NINE, JACK, ACE] = [2, 3, 7];
const SILENT = -1; // a suit without a message
const LEVEL_MAX = 6; // 140
const CAPOT_LEVEL = 9;
const DEFENCE = 4; // sure tricks needed to coinche

const length = (hand: number[], suit: number) => hand.filter((c) => suitOf(c) === suit).length;
const has = (hand: number[], suit: number, rank: number) => hand.includes(8 * suit + rank);
const outsideAces = (hand: number[], trump: number) =>
  hand.filter((card) => suitOf(card) !== trump && rankOf(card) === ACE).length;
const hasBid = (view: BeloteView) =>
  view.calls.some(([seat, call]) => seat === view.seat && isBid(call));

/** The level that the hand shows in a suit, or SILENT. */
function message(hand: number[], suit: number): number {
  const [trumps, aces] = [length(hand, suit), outsideAces(hand, suit)];
  const [jack, nine, ace] = [JACK, NINE, ACE].map((rank) => has(hand, suit, rank));
  if (trumps < 3) return SILENT;
  if (jack && nine) {
    const shown = Math.min(aces + (ace && aces > 0 ? 1 : 0), 2);
    const level = 1 + shown + Math.max(0, aces - 2);
    return Math.min(level + (trumps >= 5 ? 1 : 0), LEVEL_MAX);
  }
  if (jack) return trumps >= 4 && aces > 0 ? 1 : 0;
  return nine && ace ? 0 : SILENT;
}

/** The bid of a level, or a pass if it is not legal. */
function atLevel(view: BeloteView, level: number, suit: number): number {
  const lowest = view.bid === PASS ? 0 : levelOf(view.bid) + 1;
  return lowest <= level && level <= LEVEL_MAX ? 4 * level + suit + 1 : PASS;
}

/** The message of a suit, if legal; a suit bid before continues with an extra ace. */
function send(view: BeloteView, suit: number): number {
  const more = hasBid(view) && outsideAces(view.hand, suit) > 1 ? 1 : 0;
  return atLevel(view, message(view.hand, suit) + more, suit);
}

/** Ten for each side ace and for jack or nine of the partner's suit, once. */
function answer(view: BeloteView, partner: number): number {
  const trump = trumpOf(partner);
  const tops = [JACK, NINE].filter((rank) => has(view.hand, trump, rank)).length;
  const shown = outsideAces(view.hand, trump) + tops;
  const weak = shown < 1 || (shown === 1 && length(view.hand, trump) < 2);
  if (hasBid(view) || weak) return PASS;
  return atLevel(view, Math.min(levelOf(partner) + shown, LEVEL_MAX), trump);
}

/** Whether the hand has enough tricks to coinche. */
function beats({ hand, trump, bid }: BeloteView): boolean {
  const guarded = has(hand, trump, NINE) && length(hand, trump) > 1;
  const sure = outsideAces(hand, trump) + (has(hand, trump, JACK) ? 1 : 0) + (guarded ? 1 : 0);
  return sure >= (bidValue(bid) === 250 ? 1 : DEFENCE);
}

function call(view: BeloteView): number {
  if (view.coinche) return PASS;
  const level = range(4).map((suit) => message(view.hand, suit));
  const best = level.indexOf(Math.max(...level));
  if (takesAll(view.hand, best) && levelOf(view.bid) < CAPOT_LEVEL) return CAPOT + best;
  const against = view.bid !== PASS && view.bidder % 2 !== view.seat % 2;
  if (against && beats(view)) return COINCHE;
  const partner = view.calls.findLast(([s, bid]) => s === (view.seat ^ 2) && isBid(bid));
  return partner ? answer(view, partner[1]) : send(view, best);
}

export const strategy: Strategy<BeloteView> = (view) => BID + call(view);
