// Deals and positions of Codepiece from outside: the twin of the checks of
// kibitz/games/codepiece/game.py and position.py, which say what may be left out.
import {
  ascending,
  badDeal,
  badOption,
  badPosition,
  checkCards,
  needMatch,
  smallDeck,
  type GameChecks,
} from "../../offline/checks";
import { NOBODY } from "../../offline/engine";
import { cardName, range, suitOf, sum } from "../../offline/parts";
import type { Rules } from "../../offline/rules";
import { checkShape, type Shape } from "../../offline/shape";
import { contractOf, winning, type Position } from "./scene";

const [PASSED, BID_MIN, BID_MAX, HAND] = [0, 8, 13, 13];
const DEFAULTS = {
  ...{ deal: 0, dealer: NOBODY, hands: [[], [], [], []], bids: [null, null, null, null] },
  ...{ tricks: [0, 0], leader: NOBODY, trick: [], total: 0 },
};

/** Rule 6: the cards of a hand that may be played to a trick. */
function legalCards(hand: number[], trick: number[], trump: number): number[] {
  if (trick.length === 0) return hand;
  const follow = hand.filter((card) => suitOf(card) === suitOf(trick[0] as number));
  const candidates = follow.length > 0 ? follow : hand;
  const best = winning(trick, trump);
  if ((trick.length - best) % 2 === 0) return candidates;
  const beating = candidates.filter((card) => winning([trick[best] as number, card], trump) === 1);
  return beating.length > 0 ? beating : candidates;
}

/** Lengths of lists and ranges of numbers; fills in `played` and `phase`. */
function lists(p: Position): void {
  for (const [name, length] of [
    ["hands", 4],
    ["bids", 4],
    ["tricks", 2],
  ] as const) {
    if (p[name].length !== length) {
      throw badPosition(`${name} needs ${length} entries, not ${p[name].length}`);
    }
  }
  if (p.trick.length > 3) throw badPosition("the current trick is complete");
  if (!(p.leader >= -1 && p.leader < 4)) {
    throw badPosition("the leader must be a seat from 0 to 3, or -1 before the first trick");
  }
  if (!(p.played as number[][] | null)) {
    p.played = [[], [], [], []];
    p.trick.forEach((card, i) => (p.played[(p.leader + i + 4) % 4] = [card]));
  }
  if (p.played.length !== 4) throw badPosition(`played needs 4 entries, not ${p.played.length}`);
  p.hands = p.hands.map(ascending);
  p.played = p.played.map(ascending);
  checkCards([...p.hands, ...p.played].flat(), 52, badPosition);
  if (p.trump !== null && !range(4).includes(p.trump)) {
    throw badPosition("trump must be a suit from 0 to 3 (C D H S)");
  }
  if (Math.min(...p.tricks) < 0) throw badPosition("tricks must not be negative");
  const held = p.hands.some((hand) => hand.length > 0);
  const guess = p.bids.includes(null) ? "bid" : p.trump === null ? "trump" : "play";
  p.phase = (p.phase as string | null) ?? (held ? guess : "deal");
}

function match({ options }: Rules, { deal, dealer, total }: Position): void {
  const deals = options["match"] ? (options["deals"] as number) : 1;
  const target = options["match"] ? (options["target"] as number) : 1;
  if (!(deal >= 0 && deal < deals)) {
    throw badPosition(`deal counts the finished deals and must be from 0 to ${deals - 1}`);
  }
  if (!(dealer >= -1 && dealer < 4)) {
    throw badPosition("the dealer must be a seat from 0 to 3, or -1 before the first deal");
  }
  if (Math.abs(total) >= target || Math.abs(total) > 2 * BID_MAX * deal) {
    throw badPosition(`no game continues with a total of ${total} after ${deal} deals`);
  }
}

function blank({ bids, trump, trick, tricks, leader, deal, dealer }: Position): void {
  if (bids.some((bid) => bid !== null) || trump !== null || trick.length > 0 || sum(tricks) > 0) {
    throw badPosition("without cards there can be no bids, no trump and no tricks");
  }
  if (leader !== NOBODY) throw badPosition("without cards nobody leads: leader must be -1");
  if (deal > 0 && dealer === NOBODY) {
    throw badPosition("after the first deal the dealer must be a seat from 0 to 3");
  }
}

/** Rule 2: bids are made in turn from the dealer's left, each above the last. */
function bidding({ bids, dealer, phase }: Position): void {
  const said = range(4).map((turn) => bids[(dealer + 1 + turn) % 4] as number | null);
  const open = said.indexOf(null);
  if (open >= 0 && said.slice(open).some((bid) => bid !== null)) {
    throw badPosition("bids must be made in turn from the dealer's left");
  }
  const made = said.filter((bid): bid is number => bid !== null && bid !== PASSED);
  const rising = made.every((bid, i) => i === 0 || bid > (made[i - 1] as number));
  if (made.some((bid) => !(bid >= BID_MIN && bid <= BID_MAX)) || !rising) {
    const text = `a bid must be ${PASSED} (pass), or ${BID_MIN} to ${BID_MAX} and above the bids before it`;
    throw badPosition(text);
  }
  if (open >= 0 !== (phase === "bid")) {
    throw badPosition("the bidding is over exactly when all four have spoken");
  }
}

function beforePlay({ played, tricks, trick, leader, trump, hands }: Position): void {
  if (played.flat().length > 0 || sum(tricks) > 0 || trick.length > 0 || leader !== NOBODY) {
    throw badPosition("before trump is named no card can be played, and leader must be -1");
  }
  if (trump !== null) throw badPosition("trump cannot be named before the bidding is over");
  const sizes = new Set(hands.map((hand) => hand.length));
  const size = Math.max(...sizes);
  if (sizes.size !== 1 || size < 1 || size > HAND) {
    throw badPosition(`each seat must hold the same number of cards, 1 to ${HAND}`);
  }
}

/** The play, or a finished deal that is still on the table before the next one. */
function play(p: Position): void {
  const { leader, trump, trick, tricks, bids, dealer, phase } = p;
  if (leader === NOBODY || trump === null) {
    throw badPosition("during play the leader must be a seat from 0 to 3 and trump named");
  }
  const onTable = trick.map((_, i) => (leader + i) % 4);
  const left = sizes(p, onTable);
  for (const [place, seat] of onTable.entries()) {
    const card = trick[place] as number;
    if (!p.played[seat]?.includes(card)) {
      throw badPosition("the cards of the current trick must be in `played` of their seats");
    }
    const hand = [...(p.hands[seat] as number[]), card];
    if (!legalCards(hand, trick.slice(0, place), trump).includes(card)) {
      throw badPosition(`seat ${seat} could not have played ${cardName(card)} to this trick`);
    }
  }
  const [bidder, bid] = contractOf(bids, dealer);
  const wrong = sum(tricks) === 0 ? leader !== bidder : tricks[leader % 2] === 0;
  if (wrong) throw badPosition("the bidder leads first, then the winner of each trick (rule 5)");
  const missing = HAND + 1 - bid - (tricks[1 - (bidder % 2)] as number);
  if (phase === "play" && (missing <= 0 || left === 0)) {
    throw badPosition("the deal has ended in this position (rule 8)");
  }
  if (phase === "deal" && (missing < 0 || (missing > 0 && left > 0) || onTable.length > 0)) {
    throw badPosition("the phase is deal, but the deal on the table has not ended (rule 8)");
  }
  if (phase === "deal" && p.deal === 0) {
    throw badPosition("deal must count the finished deal on the table");
  }
}

/** The number of cards of a seat that has not yet played to the current trick. */
function sizes({ hands, played, tricks }: Position, onTable: number[]): number {
  const taken = sum(tricks);
  const first = onTable[0];
  const held = hands.map((hand) => hand.length);
  const left = Math.max(...held, first === undefined ? 0 : (held[first] as number) + 1);
  for (const seat of range(4)) {
    const gone = onTable.includes(seat) ? 1 : 0;
    if (held[seat] !== left - gone || (played[seat] as number[]).length > taken + gone) {
      throw badPosition(
        "all seats must hold equally many cards, one less after playing to the " +
          "current trick, and have played at most one card to each trick",
      );
    }
  }
  if (left + taken > HAND) {
    throw badPosition(`${taken} tricks taken and ${left} remaining are more than ${HAND}`);
  }
  return left;
}

function inDeck(rules: Rules, cards: number[], refuse: (text: string) => Error): void {
  const deck = smallDeck(rules);
  if (!cards.every((card) => deck.includes(card))) {
    throw refuse(`the deck of this game has only ${deck.length} cards`);
  }
}

export const checks: GameChecks = {
  options(rules) {
    needMatch(rules, ["target", "deals"]);
    const count = smallDeck(rules).length;
    if (count % 4) throw badOption(`${count} cards cannot be dealt to four equal hands`);
  },

  outcome(rules, state, given) {
    const deal = checkShape(rules.facts.chance, given, "deal", "bad_deal") as {
      hands: number[][];
      dealer: number;
    };
    const hand = smallDeck(rules).length / 4;
    const held = new Set(deal.hands.map((cards) => cards.length));
    const size = Math.max(...held);
    if (deal.hands.length !== 4 || held.size !== 1 || size < 1 || size > hand) {
      throw badDeal(`a deal has four hands of equal size, at most ${hand} cards each`);
    }
    checkCards(deal.hands.flat(), 52, badDeal);
    inDeck(rules, deal.hands.flat(), badDeal);
    if (!range(4).includes(deal.dealer)) throw badDeal("the dealer must be a seat from 0 to 3");
    const { dealer } = state.position<Position>();
    if (dealer !== NOBODY && deal.dealer !== (dealer + 1) % 4) {
      throw badDeal(`the deal moves left (rule 10): the dealer is now ${(dealer + 1) % 4}`);
    }
    return { ...deal, hands: deal.hands.map(ascending) };
  },

  position(rules, given) {
    const { map } = rules.facts.position as { map: Record<string, Shape> };
    const maybe = Object.fromEntries(Object.entries(map).map(([k, v]) => [k, { maybe: v }]));
    const found = checkShape({ map: maybe }, given, "position", "bad_position") as Record<
      string,
      unknown
    >;
    for (const [name, value] of Object.entries(DEFAULTS)) found[name] ??= structuredClone(value);
    const p = found as unknown as Position;
    if (p.phase === "over") throw badPosition("the game is over in this position");
    lists(p);
    match(rules, p);
    const cards = [...p.hands, ...p.played].flat();
    if (p.phase === "deal" && cards.length === 0) blank(p);
    else {
      if (p.dealer === NOBODY) {
        throw badPosition("once cards are dealt the dealer must be a seat from 0 to 3");
      }
      bidding(p);
      if (p.phase === "bid" || p.phase === "trump") beforePlay(p);
      else play(p);
    }
    inDeck(rules, cards, badPosition);
    return { ...p };
  },
};
