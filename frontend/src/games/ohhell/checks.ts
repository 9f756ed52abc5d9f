// Deals and positions of Oh Hell from outside: the twin of the checks of kibitz/games/ohhell/game.py
// and position.py.
import {
  ascending,
  badDeal,
  badOption,
  badPosition,
  checkCards,
  smallDeck,
  type GameChecks,
} from "../../offline/checks";
import { NOBODY } from "../../offline/engine";
import { range, suitOf, sum } from "../../offline/parts";
import type { Refusal } from "../../offline/refusal";
import { actionName, blank, type Rules } from "../../offline/rules";
import { checkShape } from "../../offline/shape";
import { brokenBefore, HAND_MAX, scheduleOf, trumpOf, type Position } from "./scene";

function cardsFit(rules: Rules, cards: number[], refuse: (text: string) => Refusal): void {
  if (cards.some((card) => !(card >= 0 && card < 52))) {
    throw refuse("a card must be a number from 0 to 51");
  }
  const deck = smallDeck(rules);
  if (!cards.every((card) => deck.includes(card))) {
    throw refuse(`the deck of this game has only ${deck.length} cards`);
  }
  checkCards(cards, 52, refuse);
}

/** The option `turned` names the card of a round. */
function checkTurned(
  rules: Rules,
  round: number,
  card: number,
  refuse: (text: string) => Refusal,
): void {
  const chosen = (rules.options["turned"] as number[] | null)?.[round] ?? -1;
  if (chosen >= 0 && chosen !== card) {
    const name = actionName(rules, chosen); // a card is played by its own number
    throw refuse(`the options of this game turn up ${name} in this round`);
  }
}

function fields(rules: Rules, schedule: number[], p: Position, size: number): void {
  const { players } = rules;
  for (const name of ["hands", "played", "bids", "tricks", "totals"] as const) {
    if (p[name].length !== players) {
      throw badPosition(`${name} needs one entry for each of ${players} seats`);
    }
  }
  for (const name of ["dealer", "leader"] as const) {
    if (!range(players).includes(p[name])) {
      throw badPosition(`${name} must be a seat from 0 to ${players - 1}`);
    }
  }
  p.hands = p.hands.map(ascending);
  p.played = p.played.map(ascending);
  cardsFit(rules, [p.turned, ...p.hands.flat(), ...p.played.flat()], badPosition);
  const within = (x: number, most: number) => x >= 0 && x <= most;
  if (!p.tricks.every((t) => within(t, size))) {
    throw badPosition(`tricks must be from 0 to ${size}`);
  }
  const most = sum(schedule.slice(0, p.round).map((hand) => 10 + hand)); // rule 7
  if (!p.totals.every((t) => within(t, most))) {
    throw badPosition(`after ${p.round} rounds totals must be from 0 to ${most}`);
  }
  if (!p.bids.every((bid) => bid === null || within(bid, size))) {
    throw badPosition(`bids must be from 0 to ${size}`);
  }
}

/** Rule 3. */
function bidding({ players, options }: Rules, p: Position, size: number): void {
  const made = range(players).map((i) => p.bids[(p.dealer + 1 + i) % players] !== null);
  if (made.some((said, i) => said && i > 0 && !made[i - 1])) {
    throw badPosition("bids must be made in turn from the dealer's left");
  }
  if (!made.every(Boolean)) {
    if (p.trick.length > 0 || sum(p.tricks) > 0 || p.broken) {
      throw badPosition("no card can be played before all have bid");
    }
  } else if (options["hook"] && sum(p.bids as number[]) === size) {
    throw badPosition("the bids add up to the tricks, which the dealer's bid must prevent");
  }
}

/** Hands, tricks, leader and the current trick are consistent. */
function hands({ players }: Rules, p: Position, size: number): void {
  const done = sum(p.tricks);
  const onTrick = p.trick.map((_, i) => (p.leader + i) % players);
  if (onTrick.length >= players) throw badPosition("the current trick is complete");
  for (const [seat, hand] of p.hands.entries()) {
    if (hand.length !== size - done - (onTrick.includes(seat) ? 1 : 0)) {
      throw badPosition(
        `with ${done} tricks taken of ${size} each seat must hold ${size - done} cards, ` +
          "one less if it has played to the current trick",
      );
    }
    if (hand.length + (p.played[seat] as number[]).length > size) {
      throw badPosition(`seat ${seat} has played more cards than it was dealt`);
    }
  }
  if (p.trick.some((card, i) => !p.played[onTrick[i] as number]?.includes(card))) {
    throw badPosition("the cards of the current trick must be in `played` of their seats");
  }
  const first = (p.dealer + 1) % players;
  if (done === 0 ? p.leader !== first : p.tricks[p.leader] === 0) {
    throw badPosition("the last trick's winner leads; to the first trick, the dealer's left");
  }
}

/** Rules 4 and 5, as far as the current trick shows them. */
function trick({ players, options }: Rules, p: Position, trump: number): void {
  if (p.trick.length === 0) return;
  const led = suitOf(p.trick[0] as number);
  const holds = (seat: number, fits: (suit: number) => boolean) =>
    (p.hands[seat] as number[]).some((card) => fits(suitOf(card)));
  for (const [i, card] of p.trick.entries()) {
    const seat = (p.leader + i) % players;
    if (suitOf(card) !== led && holds(seat, (suit) => suit === led)) {
      throw badPosition(`seat ${seat} did not follow suit but holds the led suit`);
    }
  }
  if (led === trump && options["trump_lead"] === "broken") {
    if (holds(p.leader, (suit) => suit !== trump) && !brokenBefore(p, trump)) {
      throw badPosition("trump was led before it was broken by a seat that holds other suits");
    }
  }
}

function broken(p: Position, size: number, trump: number): void {
  const isTrump = (card: number) => suitOf(card) === trump;
  if (p.trick.slice(1).some(isTrump) && !p.broken) {
    throw badPosition("a trump in the current trick has broken trump");
  }
  if (!p.broken) return;
  const played = p.played.flat();
  const complete = played.length + p.hands.flat().length === size * p.hands.length;
  if (trump < 0 || (complete && !played.some(isTrump))) {
    throw badPosition("trump cannot be broken: none was played");
  }
}

export const checks: GameChecks = {
  options(rules) {
    const { options, players } = rules;
    const deck = smallDeck(rules).length;
    const most = Math.min(HAND_MAX, Math.floor((deck - 1) / players)); // one card is turned up
    if (most < 1) throw badOption(`a deck of ${deck} cards is too small for this table`);
    if (options["schedule"] !== null && options["largest"] !== null) {
      throw badOption("give a schedule or the largest hand, not both");
    }
    const schedule = scheduleOf(rules);
    if (Math.max(...schedule) > most) {
      throw badOption(`${players} players can be dealt at most ${most} cards each`);
    }
    const turned = (options["turned"] as number[] | null) ?? [];
    if (turned.length > schedule.length) {
      const rounds = schedule.length;
      throw badOption(`turned names ${turned.length} cards, but there are ${rounds} rounds`);
    }
    if (!turned.every((card) => card < 0 || smallDeck(rules).includes(card))) {
      throw badOption(`the deck of this game has only ${deck} cards`);
    }
    if ((options["no_trump_rounds"] as number) > schedule.length) {
      throw badOption(`there are only ${schedule.length} rounds to play without trump`);
    }
  },

  outcome(rules, state, given) {
    const deal = checkShape(rules.facts.chance, given, "deal", "bad_deal") as {
      hands: number[][];
      dealer: number;
      turned: number;
    };
    const { players } = rules;
    const { round, dealer } = state.position<Position>();
    const size = scheduleOf(rules)[round] as number;
    if (deal.hands.length !== players || deal.hands.some((hand) => hand.length !== size)) {
      throw badDeal(`this round must deal ${size} cards to each of ${players} seats`);
    }
    cardsFit(rules, [...deal.hands.flat(), deal.turned], badDeal);
    checkTurned(rules, round, deal.turned, badDeal);
    if (!range(players).includes(deal.dealer)) {
      throw badDeal(`the dealer must be a seat from 0 to ${players - 1}`);
    }
    if (dealer >= 0 && deal.dealer !== (dealer + 1) % players) {
      const next = (dealer + 1) % players;
      throw badDeal(`the deal moves left each round: the dealer is now ${next}`);
    }
    return { ...deal, hands: deal.hands.map(ascending) };
  },

  position(rules, given) {
    const p = checkShape(rules.facts.position, given, "position", "bad_position") as Position;
    if (p.dealer === NOBODY) {
      const state = blank(rules);
      const empty = JSON.stringify(state.position());
      state.free();
      if (JSON.stringify(p) !== empty) {
        const text = `dealer ${NOBODY} means before the first deal: all else must be empty`;
        throw badPosition(text);
      }
      return { ...p };
    }
    const schedule = scheduleOf(rules);
    const waiting = p.hands.every((hand) => hand.length === 0) ? 1 : 0;
    if (!(p.round >= waiting && p.round < schedule.length + waiting)) {
      const last = schedule.length - 1 + waiting;
      throw badPosition(`round must be from ${waiting} to ${last} here`);
    }
    const shown = p.round - waiting;
    const size = schedule[shown] as number;
    const trump = trumpOf(rules, p.turned, shown, schedule.length);
    fields(rules, schedule, p, size);
    checkTurned(rules, shown, p.turned, badPosition);
    bidding(rules, p, size);
    hands(rules, p, size);
    trick(rules, p, trump);
    broken(p, size, trump);
    return { ...p };
  },
};
