// Qwixx for the local table: the twin of kibitz/games/qwixx/view.py, kibitz/table/games/qwixx.py and
// kibitz/players/qwixx/simple.py.
import type { DealSum } from "../../messages";
import { NOBODY, type Event, type State } from "../../offline/engine";
import * as parts from "../../offline/parts";
import { least, list, range, sum } from "../../offline/parts";
import type { Stream } from "../../offline/rng";
import type { Rules } from "../../offline/rules";
import { seen, type GameScene, type Offer, type Shown, type View } from "../../offline/scene";
import { diceOf, numberAt } from "./cells";

export const ROWS = ["red", "yellow", "green", "blue"] as const;
const DICE = "WWRYGB";
export const CELLS = 11;
export const LAST = CELLS - 1; // the cell that locks
const STRIKE_POINTS = 5;
export const [PASS, WHITE, COLOUR] = [0, 1, 5];

export interface Position {
  step: string;
  active: number;
  dice: number | null;
  sheets: number[][];
  strikes: number[];
  closed: boolean[];
  marked: boolean;
  answers: number[];
}

export interface QwixxView extends View, Omit<Position, "step" | "dice" | "answers"> {
  dice: number[]; // W1 W2 R Y G B; empty before a roll and at the end
  pending: number | null; // this seat's own decision, until the others' are known
  scores: number[];
}

const isHidden = (rules: Rules) => rules.options["order"] === "simultaneous";
export const frontier = (bits: number) => 32 - Math.clz32(bits);
export const locked = (bits: number) => ((bits >> LAST) & 1) === 1;
export const ones = (bits: number) => range(CELLS).filter((cell) => (bits >> cell) & 1).length;
export const marks = (bits: number) => ones(bits) + (locked(bits) ? 1 : 0);
const points = (bits: number) => (marks(bits) * (marks(bits) + 1)) / 2;

/** The row and the cell that an action marks with these dice. */
export function target(action: number, dice: number[]): [row: number, cell: number] {
  const white = action < COLOUR;
  const row = white ? action - WHITE : Math.floor((action - COLOUR) / 2);
  const die = (i: number) => dice[i] as number;
  const number = white ? die(0) + die(1) : die((action - COLOUR) % 2) + die(2 + row);
  return [row, row < 2 ? number - 2 : 12 - number];
}

export const LOCK_MARKS = 5;
/** Rules 4 and 5: to the right of all marks, and the last number only after five marks. */
export const canMark = (bits: number, cell: number) =>
  cell >= frontier(bits) && (cell < LAST || ones(bits) >= LOCK_MARKS);

/** Which of these marks a sheet can take with the dice of a view. */
const fitting = (view: QwixxView, sheet: number[], actions: number[]): number[] =>
  actions.filter((action) => {
    const [row, cell] = target(action, view.dice);
    return !view.closed[row] && canMark(sheet[row] as number, cell);
  });

/** Rule 2: the rows of a seat that can take the sum of the white dice, as actions. */
export const whites = (view: QwixxView, seat: number): number[] =>
  fitting(
    view,
    view.sheets[seat] ?? [],
    [0, 1, 2, 3].map((row) => WHITE + row),
  );

/** Rule 3: the colour actions of a seat to act after its white action, passing among them. */
export function coloursAfter(view: QwixxView, white: number): number[] {
  const [marked, cell] = white === PASS ? [-1, 0] : target(white, view.dice);
  const sheet = (view.sheets[view.seat] ?? []).map((bits, row) =>
    row === marked ? bits | (1 << cell) : bits,
  );
  const dies = view.dice[0] === view.dice[1] ? [0] : [0, 1];
  const all = range(sheet.length).flatMap((row) => dies.map((die) => COLOUR + 2 * row + die));
  return [PASS, ...fitting(view, sheet, all)];
}

/** A simultaneous game's events as one seat saw them: only its own decision in a white step. */
function project(events: Event[], start: View["start"], seat: number): Event[] {
  let white = start?.["step"] === "white";
  return events.filter((event) => {
    const hidden = white && event.kind === "action" && event.seat !== seat;
    if (event.kind === "chance") white = true;
    if (event.kind === "reveal") white = false;
    return !hidden;
  });
}

function see(rules: Rules, state: State, seat: number): QwixxView {
  const p = state.position<Position>();
  const events = state.events();
  const hidden = isHidden(rules);
  const place = (seat - p.active + rules.players) % rules.players;
  return {
    ...seen(
      rules,
      state,
      seat,
      hidden ? project(events, state.start, seat) : events,
      hidden ? seeStart(rules, state.start, seat) : state.start,
    ),
    active: p.active,
    dice: p.dice === null ? [] : diceOf(p.dice),
    sheets: p.sheets,
    strikes: p.strikes,
    closed: p.closed,
    marked: p.marked,
    pending: hidden ? (p.answers[place] ?? null) : null,
    scores: p.sheets.map(
      (sheet, i) => sum(sheet.map(points)) - STRIKE_POINTS * (p.strikes[i] as number),
    ),
  };
}

const UNKNOWN = -1; // a decision in a position that this seat does not know

/** A position that the game began with, without what others had decided in its white step. */
function seeStart(rules: Rules, start: State["start"], seat: number): View["start"] {
  if (!start) return null;
  const { active, answers } = start as unknown as Position;
  const place = (seat - active + rules.players) % rules.players;
  return { ...start, answers: answers.map((answer, i) => (i === place ? answer : UNKNOWN)) };
}

function show(view: QwixxView, own: boolean): Shown {
  return {
    hand: null,
    hands: null,
    hand_sizes: [],
    trick: null,
    last_trick: null,
    trump: null,
    contract: null,
    bids: [],
    tricks: [],
    scores: view.scores,
    view: {
      game: "qwixx",
      active: view.active,
      dice: view.dice,
      sheets: range(view.rules.players).map((seat) => sheetOf(view, seat)),
      closed: view.closed,
      marked: view.marked,
      pending: own ? view.pending : null,
      order: view.rules.options["order"] as "simultaneous" | "sequential",
    },
  };
}

function sheetOf(view: QwixxView, seat: number) {
  const rows = (view.sheets[seat] ?? []).map((bits) => ({
    marks: range(CELLS).map((cell) => ((bits >> cell) & 1) === 1),
    free: frontier(bits),
    locked: locked(bits),
    points: points(bits),
  }));
  return { rows, strikes: view.strikes[seat] as number, score: view.scores[seat] as number };
}

function offer(view: QwixxView, action: number): Offer {
  if (action === PASS) return { kind: "pass" };
  const [row, cell] = target(action, view.dice);
  return { kind: "mark", row, cell, number: numberAt(row, cell), white: action < COLOUR };
}

function describe(history: Event[], i: number, names: string[]): string {
  const event = history[i] as Event;
  if (event.kind === "chance") {
    const dice = diceOf(event.data as number).map((die, k) => `${DICE[k] ?? ""}${die}`);
    return `the dice: ${dice.join(" ")}`;
  }
  if (event.kind === "score") {
    return `final scores: ${names.map((name, k) => `${name} ${list(event)[k] ?? 0}`).join(", ")}`;
  }
  const [dice, turn] = turnOf(history, i, names.length);
  if (event.kind === "reveal") {
    const deeds = list(event).map(
      (action, k) => `${names[(turn + k) % names.length]} ${deed(action, dice)}`,
    );
    return `white step: ${deeds.join(", ")}`;
  }
  return `${names[event.seat]} ${deed(event.data as number, dice)}`;
}

/** The dice of the turn that event i belongs to, and whose turn it is (seat 0 starts). */
function turnOf(history: Event[], i: number, players: number): [dice: number[], seat: number] {
  const rolls = history.slice(0, i).filter((event) => event.kind === "chance");
  return [diceOf(rolls.at(-1)?.data as number), (rolls.length - 1) % players];
}

function deed(action: number, dice: number[]): string {
  if (action === PASS) return "passes";
  const [row, cell] = target(action, dice);
  return `marks ${ROWS[row]} ${numberAt(row, cell)}`;
}

/** Rule 5 at the end of the game: rows and strikes of each seat. */
function dealSum(view: QwixxView): DealSum | null {
  if (!view.done) return null;
  const sheets = range(view.rules.players).map((seat) => sheetOf(view, seat));
  return {
    number: 1,
    columns: sheets.map((_, seat) => [seat]),
    verdict: null,
    contract: null,
    rows: [
      ...ROWS.map((name, i) =>
        parts.row(
          name,
          "part",
          sheets.map((sheet) => sheet.rows[i]?.points ?? 0),
        ),
      ),
      parts.row(
        "strikes",
        "part",
        sheets.map((sheet) => 0 - STRIKE_POINTS * sheet.strikes),
      ),
      parts.row("total", "sum", view.scores),
    ],
  };
}

// Most numbers that a mark may skip: for free, and where passing means a strike.
const SKIPS = 1;
const SKIPS_STRIKE = 3;

function simple(view: QwixxView, rng: Stream): number {
  const choices = view.legal.filter((action) => action !== PASS);
  if (choices.length === 0) return PASS;
  const sheet = view.sheets[view.seat] ?? [];
  const skips = (action: number): number => {
    const [row, cell] = target(action, view.dice);
    return cell === LAST ? -1 : cell - frontier(sheet[row] as number);
  };
  // One draw for each choice, whether it is needed or not.
  const keys = new Map(
    choices.map((action) => {
      const row = sheet[target(action, view.dice)[0]] as number;
      return [action, [skips(action), -marks(row), rng.below(1000)]];
    }),
  );
  const found = least(choices, (action) => keys.get(action) as number[]);
  return skips(found) <= accepted(view) ? found : PASS;
}

function accepted(view: QwixxView): number {
  if (view.phase === "colour") return view.marked ? SKIPS : SKIPS_STRIKE;
  return view.seat === view.active && !colourIsCheap(view) ? SKIPS + 1 : SKIPS;
}

/** Whether the colour step offers a mark that skips little. */
function colourIsCheap(view: QwixxView): boolean {
  const sheet = view.sheets[view.seat] ?? [];
  return range(2 * sheet.length).some((i) => {
    const [row, cell] = target(WHITE + sheet.length + i, view.dice);
    const skips = cell - frontier(sheet[row] as number);
    return !view.closed[row] && skips >= 0 && skips <= SKIPS && cell !== LAST;
  });
}

export const scene: GameScene<QwixxView> = {
  see,
  publicHistory: (view) =>
    isHidden(view.rules) ? project(view.history, view.start, NOBODY) : view.history,
  count: (rules, events, seat) =>
    isHidden(rules) ? project(events, null, seat ?? NOBODY).length : events.length,
  show,
  offer,
  describe,
  dealSum,
  simple,
};
