// Deals and positions of Dubito from outside: the twin of the checks of kibitz/games/dubito/game.py.
import { ascending, badDeal, badOption, badPosition, type GameChecks } from "../../offline/checks";
import { OVER } from "../../offline/engine";
import { range, sum } from "../../offline/parts";
import type { Refusal } from "../../offline/refusal";
import type { Rules } from "../../offline/rules";
import { checkShape } from "../../offline/shape";
import { VALUES, type Position } from "./scene";
import { copiesOf, counted, FOUR } from "./worlds";

const LAY_MAX = 3;
const PLAYERS_MIN = 3;

/** Rule 6: the values that a hand holds four times. */
export const fours = (hand: number[]): number[] =>
  counted(hand).flatMap((n, value) => (value > 0 && n === FOUR ? [value] : []));

function cardsFit(rules: Rules, cards: number[], refuse: (text: string) => Refusal): void {
  const copies = copiesOf({ rules });
  for (const value of new Set(cards)) {
    if (!(value >= 0 && value < VALUES)) {
      const text = `a card must be a value from 0 (joker) to ${VALUES - 1}, not ${value}`;
      throw refuse(text);
    }
    const count = cards.filter((card) => card === value).length;
    if (count > (copies[value] as number)) {
      throw refuse(`the deck has ${copies[value]} cards of value ${value}, not ${count}`);
    }
  }
}

function seatFits({ players }: Rules, seat: number, what: string): void {
  if (!range(players).includes(seat)) {
    throw badPosition(`${what} must be from 0 to ${players - 1}, not ${seat}`);
  }
}

function out(rules: Rules, p: Position): void {
  for (const seat of p.out) seatFits(rules, seat, "a seat that is out");
  if (new Set(p.out).size !== p.out.length) throw badPosition("a seat can go out only once");
  if (p.out.length > rules.players - PLAYERS_MIN) {
    throw badPosition("with two players left the game is over");
  }
  // Seats that went out in this round did so in the order of their last plays, after all others.
  const order = p.out.map((seat) => p.board.findLastIndex((play) => play.seat === seat));
  if (order.some((place, i) => i > 0 && place < (order[i - 1] as number))) {
    throw badPosition("seats must go out in the order of their last plays");
  }
}

/** Rules 6 and 7: which hands may be empty, and that none has kept four of a kind. */
function hands({ options }: Rules, p: Position): void {
  const latest = p.board.at(-1)?.seat ?? null;
  for (const [seat, hand] of p.hands.entries()) {
    if (p.out.includes(seat)) {
      if (hand.length > 0) throw badPosition(`seat ${seat} is out but holds cards`);
    } else if (hand.length === 0 && (seat !== latest || options["exit"] === "immediate")) {
      throw badPosition(`seat ${seat} has no cards and should be out`);
    }
    const laid = p.board.flatMap((play) => (play.seat === seat ? play.cards : []));
    const [four] = fours([...hand, ...laid]);
    if (four !== undefined) {
      throw badPosition(
        `seat ${seat} started this round with four of ${four}, ` +
          "which leave the game at the end of a turn",
      );
    }
  }
  if (latest !== null && p.out.includes(latest) && options["exit"] === "challenge") {
    throw badPosition(`seat ${latest} has just played, so it cannot be out yet`);
  }
}

/** Rule 9: plays follow clockwise, skipping only seats that are out. */
function order(rules: Rules, p: Position): void {
  seatFits(rules, p.player, "player");
  const seats = [...p.board.map((play) => play.seat), p.player];
  for (let i = 1; i < seats.length; ++i) {
    let seat = ((seats[i - 1] as number) + 1) % rules.players;
    while (seat !== seats[i]) {
      if (!p.out.includes(seat) || seats.slice(i).includes(seat)) {
        throw badPosition(`seat ${seat} was skipped between two turns of this round`);
      }
      seat = (seat + 1) % rules.players;
    }
  }
  if (p.out.includes(p.player)) {
    throw badPosition(`seat ${p.player} is out and cannot be the player`);
  }
}

export const checks: GameChecks = {
  options(rules) {
    const deck = sum(copiesOf({ rules }));
    if (deck < 2 * rules.players) {
      throw badOption(`a deck of ${deck} cards is too small for ${rules.players} players`);
    }
  },

  outcome(rules, _, given) {
    const deal = checkShape(rules.facts.chance, given, "deal", "bad_deal") as {
      hands: number[][];
    };
    if (deal.hands.length !== rules.players) {
      throw badDeal(`a deal needs one hand for each of ${rules.players} seats`);
    }
    cardsFit(rules, deal.hands.flat(), badDeal);
    for (const [seat, hand] of deal.hands.entries()) {
      if (hand.length === 0) throw badDeal(`seat ${seat} is dealt no card`);
      const [four] = fours(hand);
      if (four !== undefined) throw badDeal(`seat ${seat} is dealt four of ${four}: deal again`);
    }
    return { hands: deal.hands.map(ascending) };
  },

  position(rules, given) {
    const p = checkShape(rules.facts.position, given, "position", "bad_position") as Position;
    const { options, players } = rules;
    if (p.player === OVER) throw badPosition("the game is over in this position");
    if (p.hands.length !== players) {
      throw badPosition(`hands needs one entry for each of ${players} seats`);
    }
    p.hands = p.hands.map(ascending);
    for (const play of p.board) {
      play.cards = ascending(play.cards);
      seatFits(rules, play.seat, "the seat of a play");
      if (!(play.cards.length >= 1 && play.cards.length <= LAY_MAX)) {
        throw badPosition(`a play has 1 to ${LAY_MAX} cards`);
      }
    }
    const plays = p.board.map((play) => play.cards);
    cardsFit(rules, [...p.hands.flat(), ...plays.flat()], badPosition);
    const [least, most] = [plays.length > 0 ? 1 : 0, options["values"] as number];
    if (!(p.number >= least && p.number <= most)) {
      throw badPosition(`the number must be from ${least} to ${most} here`);
    }
    // A declared number waits for its cards; a play is a finished turn.
    const turns = options["max_turns"] as number;
    if (!(p.turns >= plays.length && p.turns < turns)) {
      throw badPosition(
        `turns must be from ${plays.length}, the plays on the board, to ${turns - 1}`,
      );
    }
    out(rules, p);
    hands(rules, p);
    order(rules, p);
    return { ...p };
  },
};
