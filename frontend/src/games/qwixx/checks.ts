// Rolls and positions of Qwixx from outside: the twin of the checks of kibitz/games/qwixx/game.py.
import { badDeal, badPosition, type GameChecks } from "../../offline/checks";
import { range } from "../../offline/parts";
import type { Refusal } from "../../offline/refusal";
import type { Rules } from "../../offline/rules";
import { checkShape } from "../../offline/shape";
import { diceOf } from "./cells";
import {
  canMark,
  CELLS,
  COLOUR,
  frontier,
  LOCK_MARKS,
  locked,
  ones,
  PASS,
  ROWS,
  target,
  WHITE,
  type Position,
} from "./scene";

const ROLLS = 6 ** 6;
const LOCKS_END = 2;

function dice({ options }: Rules, roll: number, refuse: (text: string) => Refusal): void {
  const [faces, rows] = [options["faces"] as number, options["rows"] as number];
  const all = diceOf(roll);
  if (Math.max(...all) > faces || all.slice(2 + rows).some((die) => die > 1)) {
    throw refuse(
      `the dice of this game show 1 to ${faces}, and only the ${2 + rows} in use are rolled`,
    );
  }
}

/** Rule 7: too many strikes, or two locked rows; rows not in play do not count. */
function isOver({ options }: Rules, strikes: number[], closed: boolean[]): boolean {
  const rows = options["rows"] as number;
  const locks = closed.slice(0, rows).filter(Boolean).length;
  return (
    Math.max(...strikes) >= (options["strikes"] as number) || locks >= Math.min(LOCKS_END, rows)
  );
}

/** The game is over exactly when it must be. */
function end(rules: Rules, p: Position): void {
  const most = rules.options["strikes"] as number;
  const rows = rules.options["rows"] as number;
  for (const [seat, strikes] of p.strikes.entries()) {
    // A fourth strike ends the game with the turn; in `sequential` others still answer.
    const fourth = seat === p.active && ["answer", "over"].includes(p.step) ? 1 : 0;
    if (!(strikes >= 0 && strikes < most + fourth)) {
      throw badPosition(
        `strikes must be from 0 to ${most - 1}; only the last turn makes number ${most}`,
      );
    }
  }
  if (p.step === "over" && !isOver(rules, p.strikes, p.closed)) {
    throw badPosition("without four strikes or two closed rows the game is not over");
  }
  if (p.step !== "over" && isOver(rules, [0], p.closed)) {
    throw badPosition("with two closed rows the game is over");
  }
  // No roll gives both a 12 and a 2 to lock with.
  if (p.closed.slice(0, rows).every(Boolean) && rows > LOCKS_END) {
    throw badPosition("the last turn locks at most two rows, so one stays open");
  }
}

/** Whether the number that the action marks is the last mark in its row. */
function isNewest(sheet: number[], action: number, roll: number): boolean {
  const [row, cell] = target(action, diceOf(roll));
  return frontier(sheet[row] as number) === cell + 1;
}

/** The possible answers of a seat in this step, given its current sheet. */
function answersOf(p: Position, sheet: number[]): number[] {
  const roll = p.dice as number;
  const rows = range(ROWS.length).filter((row) => !p.closed[row]);
  // In the white step an answer is pending: not on the sheet yet.
  const fits = (row: number) =>
    p.step === "white"
      ? canMark(sheet[row] as number, target(WHITE + row, diceOf(roll))[1])
      : isNewest(sheet, WHITE + row, roll);
  return [PASS, ...rows.filter(fits).map((row) => WHITE + row)];
}

function answers({ options, players }: Rules, p: Position): void {
  const simultaneous = options["order"] === "simultaneous";
  if (p.step === "answer" && (simultaneous || players === 1)) {
    throw badPosition("others answer after the active player only in the order sequential");
  }
  const asked =
    p.step === "answer" ? players - 1 : p.step === "white" && simultaneous ? players : 1;
  if (p.answers.length >= asked) {
    throw badPosition(`at most ${asked - 1} answers can have been given in this step`);
  }
  for (const [i, answer] of p.answers.entries()) {
    const seat = (p.active + i + (p.step === "answer" ? 1 : 0)) % players;
    if (!answersOf(p, p.sheets[seat] as number[]).includes(answer)) {
      throw badPosition(`seat ${seat} cannot have answered ${answer} in this step`);
    }
  }
}

function marked(p: Position): void {
  if (!p.marked) return;
  if (p.step !== "colour") throw badPosition("marked can be set only in the colour step");
  const sheet = p.sheets[p.active] as number[];
  if (!range(ROWS.length).some((row) => isNewest(sheet, WHITE + row, p.dice as number))) {
    throw badPosition("the active player's last mark in no row is the white sum");
  }
}

/** Whether this seat can have locked the row in this turn of a sequential game. */
function lockedNow({ options, players }: Rules, p: Position, seat: number, row: number): boolean {
  if (options["order"] !== "sequential" || p.dice === null) return false;
  if (seat !== p.active) {
    return p.answers[(seat - p.active - 1 + players) % players] === WHITE + row;
  }
  const newest = (action: number) => isNewest(p.sheets[seat] as number[], action, p.dice as number);
  if (p.step === "colour") return p.marked && newest(WHITE + row);
  const colour = COLOUR + 2 * row;
  return p.step === "answer" && [WHITE + row, colour, colour + 1].some(newest);
}

/** Rule 5: a locked row must be closed, after the step or after the turn. */
function locks(rules: Rules, p: Position): void {
  const rows = rules.options["rows"] as number;
  for (const [row, closed] of p.closed.slice(0, rows).entries()) {
    const lockers = range(rules.players).filter((seat) => locked(p.sheets[seat]?.[row] as number));
    if (closed && lockers.length === 0) {
      throw badPosition(`${ROWS[row]} is closed but nobody has locked it`);
    }
    if (!closed && lockers.some((seat) => !lockedNow(rules, p, seat, row))) {
      throw badPosition(`${ROWS[row]} is locked but not closed`);
    }
  }
}

function sheets({ players, options }: Rules, p: Position): void {
  if (!range(players).includes(p.active)) {
    throw badPosition(`active must be a seat from 0 to ${players - 1}`);
  }
  for (const name of ["sheets", "strikes"] as const) {
    if (p[name].length !== players) {
      throw badPosition(`${name} needs one entry for each of ${players} seats`);
    }
  }
  if ([p.closed, ...p.sheets].some((list) => list.length !== ROWS.length)) {
    throw badPosition("closed and every sheet need one entry for each of the four rows");
  }
  for (const bits of p.sheets.flat()) {
    if (!(bits >= 0 && bits < 1 << CELLS)) {
      throw badPosition(`a row of a sheet must have ${CELLS} bits, not ${bits}`);
    }
    if (locked(bits) && ones(bits) <= LOCK_MARKS) {
      throw badPosition("the last number of a row needs five marks before it");
    }
  }
  const rows = options["rows"] as number;
  const open = p.sheets.some((sheet) => sheet.slice(rows).some(Boolean));
  if (!p.closed.slice(rows).every(Boolean) || open) {
    throw badPosition(`only ${rows} rows are in play: the others are closed`);
  }
}

export const checks: GameChecks = {
  outcome(rules, _, given) {
    const roll = checkShape("int", given, "deal", "bad_deal") as number;
    if (!(roll >= 0 && roll < ROLLS)) {
      throw badDeal(`a roll must be a number from 0 to ${ROLLS - 1}, not ${roll}`);
    }
    dice(rules, roll, badDeal);
    return roll;
  },

  position(rules, given) {
    const p = checkShape(rules.facts.position, given, "position", "bad_position") as Position;
    sheets(rules, p);
    if ((p.dice === null) !== ["roll", "over"].includes(p.step)) {
      throw badPosition("dice are present exactly from the roll to the end of the turn");
    }
    if (p.dice !== null) {
      if (!(p.dice >= 0 && p.dice < ROLLS)) {
        throw badPosition(`dice must be a number from 0 to ${ROLLS - 1}`);
      }
      dice(rules, p.dice, badPosition);
    }
    end(rules, p);
    answers(rules, p);
    marked(p);
    locks(rules, p);
    return { ...p };
  },
};
