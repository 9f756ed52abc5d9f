// Deals and positions of Belote from outside: the twin of the checks of kibitz/games/belote/game.py.
import {
  ascending,
  badDeal,
  badPosition,
  checkCards,
  needMatch,
  type GameChecks,
} from "../../offline/checks";
import { CHANCE, NOBODY, OVER } from "../../offline/engine";
import { range, sum } from "../../offline/parts";
import type { Rules } from "../../offline/rules";
import { checkShape } from "../../offline/shape";
import { higherTrumps } from "./hidden";
import { bestPlace, cardName, COINCHE, PASS, suitOf, trumpOf, type Position } from "./scene";

const HAND_SIZE = 8;
const MARKS_MAX = 252 + 3 * 250 + 20; // of a side in one deal
const [QUEEN, KING] = [4, 5]; // ranks

/** Rule 5: the cards of a hand that may be played to the trick. */
export function legalCards(hand: number[], trick: number[], trump: number): number[] {
  if (trick.length === 0) return hand;
  const led = suitOf(trick[0] as number);
  const follow = hand.filter((card) => suitOf(card) === led);
  const higher = higherTrumps(hand, trick, trump);
  const first = (...choices: number[][]) => choices.find((cards) => cards.length > 0) ?? hand;
  if (led === trump) return first(higher, follow);
  if (follow.length > 0) return follow;
  const partnerWins = trick.length >= 2 && bestPlace(trick, trump) === trick.length - 2;
  return partnerWins ? hand : first(higher);
}

/** The other card of belote for the king or queen of trump. */
export function otherOfBelote(card: number, trump: number): number | null {
  const [king, queen] = [8 * trump + KING, 8 * trump + QUEEN];
  return card === king ? queen : card === queen ? king : null;
}

function match({ options }: Rules, { deals, totals }: Position): void {
  const playing = options["match"] === true;
  if (!playing && (deals !== 0 || totals.some(Boolean))) {
    throw badPosition("deals and totals must be 0 outside a match");
  }
  if (deals < 0 || totals.some((total) => !(total >= 0 && total <= deals * MARKS_MAX))) {
    throw badPosition(`${deals} deals cannot produce the totals ${totals.join(", ")}`);
  }
  const [target, most] = [options["target"] as number, options["deals_max"] as number];
  const won = Math.max(...totals) >= target && totals[0] !== totals[1];
  if (playing && (won || deals >= most)) {
    throw badPosition(`the match is over with totals ${totals.join(", ")} after ${deals} deals`);
  }
}

function betweenDeals(p: Position): void {
  const empty = {
    ...{ hands: [[], [], [], []], bid: PASS, bidder: NOBODY, coinche: 0, passes: 0 },
    ...{ leader: NOBODY, trick: [], won: [[], []], belote: NOBODY },
  };
  for (const [name, value] of Object.entries(empty)) {
    if (JSON.stringify(p[name as keyof Position]) !== JSON.stringify(value)) {
      throw badPosition(`before a deal ${name} must be ${JSON.stringify(value)}`);
    }
  }
  if ((p.dealer === NOBODY) !== (p.deals === 0) || !(p.dealer >= NOBODY && p.dealer < 4)) {
    throw badPosition("dealer must be that of the last deal, or -1 before the first");
  }
}

/** Rules 2 to 4: the last bid, its bidder, and whose turn it is. */
function auction(p: Position): void {
  const { bid, bidder, coinche, passes, leader } = p;
  if (!(bid >= 0 && bid < COINCHE && coinche >= 0 && coinche <= 2 && bidder >= -1 && bidder < 4)) {
    throw badPosition("bid must be from 0 to 40, coinche from 0 to 2, bidder a seat or -1");
  }
  if ((bid === PASS) !== (bidder === NOBODY) || (bid === PASS && coinche > 0)) {
    throw badPosition("a bid needs a bidder, and only a bid can be coinched");
  }
  if (bid !== PASS && (passes === 3 || coinche === 2)) {
    if (passes !== (coinche === 2 ? 0 : 3)) {
      throw badPosition("a surcoinche ends the auction at once: passes must be 0");
    }
    if (leader === NOBODY) {
      throw badPosition("the auction is over: the play phase needs a leader");
    }
    return;
  }
  if (leader !== NOBODY) {
    throw badPosition("there is no leader before three passes or a surcoinche");
  }
  if (!(passes >= 0 && passes <= (bid === PASS ? 3 : 2))) {
    throw badPosition(`the auction cannot continue after ${passes} passes`);
  }
  const last = (p.player + 7 - passes) % 4; // the last to speak before the passes
  if (last !== (bid === PASS ? p.dealer : bidder) && coinche === 0) {
    throw badPosition("player, passes and the last to speak are inconsistent");
  }
  if (coinche > 0 && last % 2 === bidder % 2) {
    const text = "only an opponent of the bidder may coinche: player and passes conflict";
    throw badPosition(text);
  }
}

function beforePlay({ hands, trick, won, belote }: Position): void {
  const sizes = new Set(hands.map((hand) => hand.length));
  const size = Math.max(...sizes);
  if (sizes.size !== 1 || size < 1 || size > HAND_SIZE) {
    throw badPosition(`in the auction all hands must have one size, 1 to ${HAND_SIZE} cards`);
  }
  if (trick.length > 0 || won.some((cards) => cards.length > 0) || belote !== NOBODY) {
    throw badPosition("no card can be played and no belote announced before the auction ends");
  }
}

/** Rules 1, 5 and 6: sizes, turns, and that the current trick is possible. */
function play({ leader, trick, hands, won, player, dealer, bid }: Position): void {
  if (!(leader >= 0 && leader < 4) || trick.length > 3 || player !== (leader + trick.length) % 4) {
    throw badPosition("the player must be the next seat after those that played to the trick");
  }
  if (won.some((cards) => cards.length % 4)) {
    throw badPosition("won must hold complete tricks of four cards");
  }
  if (sum(won.map((cards) => cards.length)) === 0 && leader !== (dealer + 1) % 4) {
    throw badPosition("the seat left of the dealer must lead the first trick");
  }
  const left = (hands[player] as number[]).length;
  const played = trick.map((_, i) => (leader + i) % 4);
  if (left < 1) throw badPosition("a seat to play must hold at least one card");
  if (hands.some((hand, seat) => hand.length !== left - (played.includes(seat) ? 1 : 0))) {
    throw badPosition("all hands must be equal, less one card after a play to this trick");
  }
  for (const [i, seat] of played.entries()) {
    const card = trick[i] as number;
    const hand = ascending([...(hands[seat] as number[]), card]);
    if (!legalCards(hand, trick.slice(0, i), trumpOf(bid)).includes(card)) {
      throw badPosition(`seat ${seat} could not have played ${cardName(card)} to the trick`);
    }
  }
}

/** Rule 8: the announcement is automatic, so it is present exactly when it must be. */
function announced({ belote: announcer, bid, trick, leader, hands, won }: Position): void {
  const trump = trumpOf(bid);
  const seatOf = (card: number) =>
    trick.includes(card) ? (leader + trick.indexOf(card)) % 4 : NOBODY;
  if (!(announcer >= NOBODY && announcer < 4)) {
    throw badPosition("belote must be the seat that announced it, or -1");
  }
  if (announcer === NOBODY) {
    for (const card of trick) {
      const other = otherOfBelote(card, trump);
      if (other !== null && hands[seatOf(card)]?.includes(other)) {
        throw badPosition(`seat ${seatOf(card)} must have announced belote by its play`);
      }
    }
    return;
  }
  const pair = [8 * trump + KING, 8 * trump + QUEEN];
  const held = (card: number) => hands[announcer]?.includes(card) === true;
  for (const card of pair) {
    if (!held(card) && seatOf(card) !== announcer && !won.flat().includes(card)) {
      throw badPosition(`seat ${announcer} announced belote, but lacks its king or queen`);
    }
  }
  if (pair.every(held)) {
    throw badPosition("belote is announced when the first of its cards is played");
  }
}

export const checks: GameChecks = {
  options: (rules) => needMatch(rules, ["target", "deals_max"]),

  outcome(rules, state, given) {
    const deal = checkShape(rules.facts.chance, given, "deal", "bad_deal") as {
      hands: number[][];
      dealer: number;
    };
    const sizes = new Set(deal.hands.map((hand) => hand.length));
    const size = Math.max(...sizes);
    if (deal.hands.length !== 4 || sizes.size !== 1 || size < 1 || size > HAND_SIZE) {
      throw badDeal(`a deal has four hands of equal size, at most ${HAND_SIZE} cards each`);
    }
    checkCards(deal.hands.flat(), 32, badDeal);
    if (!(deal.dealer >= 0 && deal.dealer < 4)) {
      throw badDeal("the dealer must be a seat from 0 to 3");
    }
    const { dealer } = state.position<Position>();
    if (dealer !== NOBODY && deal.dealer !== (dealer + 1) % 4) {
      throw badDeal(`the deal moves left: the dealer is now seat ${(dealer + 1) % 4}`);
    }
    return { ...deal, hands: deal.hands.map(ascending) };
  },

  position(rules, given) {
    const p = checkShape(rules.facts.position, given, "position", "bad_position") as Position;
    if (p.player === OVER) throw badPosition("the game is over in this position");
    for (const [name, size] of [
      ["totals", 2],
      ["hands", 4],
      ["won", 2],
    ] as const) {
      if (p[name].length !== size) {
        throw badPosition(`${name} needs ${size} entries, not ${p[name].length}`);
      }
    }
    p.hands = p.hands.map(ascending);
    p.won = p.won.map(ascending);
    checkCards([...p.hands, ...p.won, p.trick].flat(), 32, badPosition);
    match(rules, p);
    if (p.player === CHANCE) {
      betweenDeals(p);
      return { ...p };
    }
    for (const name of ["player", "dealer"] as const) {
      if (!range(4).includes(p[name])) throw badPosition(`${name} must be a seat from 0 to 3`);
    }
    auction(p);
    if (p.leader === NOBODY) beforePlay(p);
    else {
      play(p);
      announced(p);
    }
    return { ...p };
  },
};
