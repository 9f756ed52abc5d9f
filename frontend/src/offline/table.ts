// A local table: what kibitz/table/table.py is on the server, for one person and bots.
//
// The value is replaced by step.ts, never changed; only the engine's state inside is played on. A
// table is stored as its setup and its events, and loading replays them.
import type { ClockInfo, Note, TableSetup } from "../messages";
import type { Event, State } from "./engine";
import type { OptionValue } from "./facts";
import type { Rules } from "./rules";
import type { GameScene, View } from "./scene";

export const STAND_IN = "simple";
export const PACE_MS = 600;
/** The person at this browser. */
export const ME = "me";

export interface Seat {
  kind: "person" | "bot" | "open";
  player: string | null;
  name: string;
  bot: string | null;
  away: boolean;
}

export interface Clock {
  kind: ClockInfo["kind"];
  seconds: number;
  increment: number;
}

/** A checked setup. */
export interface CheckedSetup {
  game: string;
  options: Record<string, OptionValue>; // those that differ from their defaults
  seats: { kind: "me" | "bot" | "open"; bot: string | null }[];
  clock: Clock | null;
  open_cards: boolean;
  pace_ms: number;
  listed: boolean;
  stand_in: string;
  origin: TableSetup["origin"];
}

export interface Table {
  id: string;
  setup: CheckedSetup;
  rules: Rules;
  scene: GameScene;
  host: string;
  created: number;
  seats: Seat[];
  seq: number;
  status: "waiting" | "playing" | "over";
  game: number; // games begun
  state: State | null;
  seed: bigint;
  salt: string;
  botSalt: string; // for the seeds of its bots
  seal: string | null;
  ply: number;
  marks: { game: number; ply: number; notes: number }[]; // by seq, from 0
  notes: Note[];
  undone: number; // the seq of the last undo; 0 if there was none
  left: number[]; // seconds left for each seat, if there is a clock
  turnAt: number; // when the seat to act began to think
  moved: number;
  paceMs: number;
  paused: boolean;
  rematch: number[];
  abandoned: boolean;
  resigned: number | null;
}

export const playsItself = (seat: Seat): boolean => seat.kind === "person" && !seat.away;

export function onTurn(table: Table): number | null {
  if (table.status !== "playing" || !table.state) return null;
  const { player } = table.state;
  return player < 0 ? null : player;
}

export function seatOf(table: Table, player: string | null): number | null {
  if (player === null) return null;
  const seat = table.seats.findIndex((each) => each.player === player);
  return seat < 0 ? null : seat;
}

// A bot waits this many paces where people have something to look at: cards that were turned over, as
// by a doubt at Dubito, or a trick that is complete and gathered up.
const SHOWN_PACES = 3;
const LEAD_PACES = 2;

export function pacesOf(table: Table): number {
  const { state } = table;
  if (!state) return 1;
  const last = state.events().findLast(({ kind }) => kind === "action" || kind === "reveal");
  if (last?.kind === "reveal") return SHOWN_PACES;
  const view: View & { trick?: number[] } = viewOf(table, 0);
  return view.phase === "play" && view.trick?.length === 0 ? LEAD_PACES : 1;
}

/** The seats that people play. */
export const persons = (table: Table): number[] =>
  table.seats.flatMap((seat, i) => (playsItself(seat) ? [i] : []));

export const labelOf = (table: Table, seat: number): string =>
  table.scene.label?.(seat) ?? `Seat ${seat + 1}`;

/** Each seat's name for the story: its occupant, with the seat's label where names clash. */
export function namesOf(table: Table): string[] {
  const given = table.seats.map((seat) => seat.name);
  return given.map((name, i) => {
    const clear = name !== "" && given.filter((other) => other === name).length === 1;
    return clear ? name : `${name || "nobody"} (${labelOf(table, i)})`;
  });
}

export const viewOf = (table: Table, seat: number): View =>
  table.scene.see(table.rules, table.state as State, seat);

/** The history as a seat saw it, or as a spectator did. */
export function historyOf(table: Table, seat: number | null): Event[] {
  const view = viewOf(table, seat ?? 0);
  return seat === null ? table.scene.publicHistory(view) : view.history;
}

/** How long that history was after `ply` actions. */
export function historyLength(table: Table, seat: number | null, ply: number): number {
  if (ply === table.ply) return historyOf(table, seat).length;
  const happened = (table.state as State).events();
  let left = table.ply - ply; // count from the end: `ply` is recent
  for (let place = happened.length - 1; place >= 0; --place) {
    if (happened[place]?.kind === "action") left -= 1;
    if (left === 0) {
      const before = happened.slice(0, place);
      return table.scene.count?.(table.rules, before, seat) ?? before.length;
    }
  }
  throw new Error("more plies than actions");
}

/** The shares of the win; those who did not resign share it. */
export function outcomeOf(table: Table): number[] {
  if (table.resigned === null) return (table.state as State).outcome();
  const lost = table.rules.facts.sides[table.resigned] ?? [];
  const won = table.seats.length - lost.length;
  return table.seats.map((_, seat) => (lost.includes(seat) ? 0 : 1 / won));
}

/** The points of each seat, as far as the game went. */
export function returnsOf(table: Table): number[] {
  const state = table.state as State;
  return table.resigned === null ? state.returns() : state.scores();
}
