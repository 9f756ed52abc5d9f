// The transitions of a local table: the twin of kibitz/table/step.py, for one person and bots.
//
// An impossible event is refused with the server's code and sentence and leaves the table unchanged.
// Stored events are replayed through here, so nothing in this file may read a clock or draw a number.
import type { Note } from "../messages";
import * as clock from "./clock";
import type { State } from "./engine";
import { Refusal } from "./refusal";
import { actionName, deal, replayed } from "./rules";
import {
  namesOf,
  onTurn,
  persons,
  playsItself,
  seatOf,
  type CheckedSetup,
  type Seat,
  type Table,
} from "./table";
import { actionsBack, repliesSeen } from "./undo";

const LAST_RESORT = "random"; // a bot that cannot fail
const EARLY_SECONDS = 0.05; // a timer may fire this much too early

export type Happening =
  | { kind: "Begin"; seed: string; salt: string; seal: string; actions: number[]; botSalt?: string }
  | { kind: "Act"; player: string; game: number; ply: number; action: number }
  | { kind: "BotActs"; seat: number; game: number; ply: number; action: number }
  | { kind: "Replace"; seat: number; game: number; ply: number; reason: string }
  | { kind: "Flag"; game: number; ply: number }
  | { kind: "Sit"; player: string; name: string; seat: number | null }
  | { kind: "Start"; player: string; bot: string }
  | { kind: "Undo" | "Leave" | "ComeBack" | "Rematch" | "Abandon" | "Resign"; player: string }
  | { kind: "TakeOver"; player: string; seat: number }
  | { kind: "Pace"; player: string; pace_ms: number | null; paused: boolean | null }
  | { kind: "Restart" };
type Of<K extends Happening["kind"]> = Extract<Happening, { kind: K }>;

export function create(
  about: Pick<Table, "id" | "rules" | "scene">,
  setup: CheckedSetup,
  player: string,
  name: string,
  now: number,
): Table {
  const seats = setup.seats.map((wish): Seat => {
    if (wish.kind === "me") return { kind: "person", player, name, bot: null, away: false };
    if (wish.kind === "open") return open;
    return { kind: "bot", player: null, name: wish.bot ?? "", bot: wish.bot, away: false };
  });
  const table: Table = {
    ...about,
    setup,
    host: player,
    created: now,
    seats,
    seq: 0,
    status: "waiting",
    game: 0,
    state: null,
    seed: 0n,
    salt: "",
    botSalt: "",
    seal: null,
    ply: 0,
    marks: [],
    notes: [],
    undone: 0,
    left: [],
    turnAt: 0,
    moved: now,
    paceMs: setup.pace_ms,
    paused: false,
    rematch: [],
    abandoned: false,
    resigned: null,
  };
  const made = note(table, "created", now, null, name, `${name} sets up the table`);
  return { ...made, marks: [{ game: 0, ply: 0, notes: made.notes.length }] };
}

const open: Seat = { kind: "open", player: null, name: "", bot: null, away: false };

/** The table after an event. */
export function step(table: Table, event: Happening, now: number): Table {
  const moved = { ...table, seq: table.seq + 1, moved: now };
  const after = transition(moved, event, now);
  const mark = { game: after.game, ply: after.ply, notes: after.notes.length };
  return { ...after, marks: [...table.marks, mark] };
}

function transition(table: Table, event: Happening, now: number): Table {
  switch (event.kind) {
    case "Begin":
      return begin(table, event, now);
    case "Act":
      return act(table, event, now);
    case "BotActs":
      checkHere(table, event);
      return makeMove(table, event.seat, event.action, now);
    case "Replace":
      return replaceBot(table, event, now);
    case "Flag":
      return flag(table, event, now);
    case "Sit":
      return sit(table, event, now);
    case "Start":
      return start(table, event, now);
    case "Undo":
      return undo(table, event.player, now);
    case "Leave":
      return leave(table, event.player, now);
    case "ComeBack":
      return comeBack(table, event.player, now);
    case "TakeOver":
      return takeOver(table, event, now);
    case "Rematch":
      return rematch(table, event.player, now);
    case "Abandon":
      return abandon(table, event.player, now);
    case "Resign":
      return resign(table, event.player, now);
    case "Pace":
      return pace(table, event);
    case "Restart": {
      const text = "the server is back";
      return note({ ...table, turnAt: now }, "restarted", now, null, null, text);
    }
  }
}

function note(
  table: Table,
  kind: Note["kind"],
  at: number,
  seat: number | null,
  name: string | null,
  text: string,
): Table {
  const added: Note = { seq: table.seq, kind, seat, name, text, ply: table.ply, at };
  return { ...table, notes: [...table.notes, added] };
}

// Before the game -------------------------------------------------------------------------------

function sit(table: Table, event: Of<"Sit">, now: number): Table {
  if (seatOf(table, event.player) !== null) {
    throw new Refusal("already_seated", "you already have a seat at this table");
  }
  const free = table.seats.flatMap((seat, i) => (seat.kind === "open" ? [i] : []));
  if (table.status !== "waiting" || free.length === 0) {
    throw new Refusal("no_open_seat", "no seat is open at this table");
  }
  const wanted = event.seat ?? (free[0] as number);
  if (!free.includes(wanted)) throw new Refusal("seat_taken", "that seat is taken");
  const who: Seat = { ...open, kind: "person", player: event.player, name: event.name };
  const text = `${event.name} sits down`;
  return note(seated(table, wanted, who), "sat", now, wanted, event.name, text);
}

function start(table: Table, event: Of<"Start">, now: number): Table {
  if (seatOf(table, event.player) === null && event.player !== table.host) {
    throw new Refusal("not_seated", "only people seated at the table can start the game");
  }
  if (table.status !== "waiting") {
    throw new Refusal("already_begun", "the game has already begun");
  }
  const { bot } = event;
  return table.seats.reduce((now_, seat, i) => {
    if (seat.kind !== "open") return now_;
    const filled = seated(now_, i, { ...open, kind: "bot", name: bot, bot });
    return note(filled, "filled", now, i, bot, `${bot} takes an open seat`);
  }, table);
}

function begin(table: Table, event: Of<"Begin">, now: number): Table {
  if (table.seats.some((seat) => seat.kind === "open")) {
    throw new Refusal("not_playing", "some seats are still open");
  }
  if (table.status === "playing") {
    throw new Refusal("already_begun", "the game has already begun");
  }
  const seed = BigInt(event.seed);
  const state = deal(table.rules, seed);
  for (const action of event.actions) state.apply(action);
  table.state?.free();
  const begun: Table = {
    ...table,
    status: "playing",
    game: table.game + 1,
    seed,
    salt: event.salt,
    botSalt: event.botSalt ?? event.salt,
    seal: event.seal,
    left: clock.fresh(table),
    turnAt: now,
    rematch: [],
    resigned: null,
    state,
    ply: event.actions.length,
  };
  return note(begun, "begun", now, null, null, `game ${begun.game} begins`);
}

// The game ----------------------------------------------------------------------------------------

function act(table: Table, event: Of<"Act">, now: number): Table {
  const seat = ownSeat(table, event.player);
  if (table.status !== "playing") throw new Refusal("not_playing", "no game is under way");
  if (event.game !== table.game || event.ply !== table.ply) {
    throw new Refusal("stale_move", "the position has changed since you looked");
  }
  const turn = onTurn(table);
  if (turn !== seat) {
    const whose = turn === null ? "nobody" : (namesOf(table)[turn] as string);
    throw new Refusal("not_your_turn", `it is ${whose}'s turn`);
  }
  if (table.seats[seat]?.away) {
    throw new Refusal("not_your_turn", "a bot plays for you; come back first");
  }
  return makeMove(table, seat, event.action, now);
}

function makeMove(table: Table, seat: number, action: number, now: number): Table {
  const state = table.state as State;
  if (!state.apply(action)) {
    const name = actionName(table.rules, action);
    throw new Refusal("illegal_action", `seat ${seat} cannot take ${name} (id ${action}) here`);
  }
  const moved = { ...table, ...clock.stop(table, seat, now), ply: table.ply + 1 };
  if (!state.done) return moved;
  return note({ ...moved, status: "over" }, "over", now, null, null, "the game is over");
}

function replaceBot(table: Table, event: Of<"Replace">, now: number): Table {
  checkHere(table, event);
  const failed = table.seats[event.seat] as Seat;
  const bot = failed.bot === table.setup.stand_in ? LAST_RESORT : table.setup.stand_in;
  const name = failed.kind === "bot" ? bot : failed.name;
  const text = `${failed.bot} failed (${event.reason}); ${bot} takes over`;
  const replaced = seated(table, event.seat, { ...failed, bot, name });
  return note(replaced, "replaced", now, event.seat, failed.bot, text);
}

function flag(table: Table, event: Of<"Flag">, now: number): Table {
  const seat = onTurn(table);
  const end = clock.deadline(table);
  const here = event.game === table.game && event.ply === table.ply;
  if (!here || seat === null || end === null || now < end - EARLY_SECONDS) {
    throw new Refusal("stale_move", "nobody has run out of time");
  }
  const late = toBot({ ...table, left: clock.runOut(table, seat) }, seat, now);
  const who = late.seats[seat] as Seat;
  const text = `${who.name} has run out of time; ${who.bot} takes over`;
  return note(late, "flagged", now, seat, who.name, text);
}

function undo(table: Table, player: string, now: number): Table {
  const seat = ownSeat(table, player);
  if (table.status !== "playing" || !table.state) {
    throw new Refusal("not_playing", "no game is under way");
  }
  if (table.seats[seat]?.away) {
    throw new Refusal("cannot_undo", "a bot plays for you; come back first");
  }
  const back = actionsBack(table.state, seat);
  const seen = repliesSeen(table, seat);
  // The same seed deals on, as before.
  const before = replayed(table.rules, table.state, table.ply - back);
  before.seed(table.seed);
  table.state.free();
  const ply = table.ply - back;
  const undone = { ...table, state: before, ply, undone: table.seq, turnAt: now };
  const { name } = table.seats[seat] as Seat;
  if (seen === 0) return note(undone, "undone", now, seat, name, `${name} undoes a move`);
  const replies = seen === 1 ? "1 reply" : `${seen} replies`;
  const text = `${name} undoes a move after seeing ${replies}`;
  return note(undone, "undone_seen", now, seat, name, text);
}

// Coming and going --------------------------------------------------------------------------------

function leave(table: Table, player: string, now: number): Table {
  const seat = ownSeat(table, player);
  const { name, away } = table.seats[seat] as Seat;
  if (table.status === "waiting") {
    return note(seated(table, seat, open), "left", now, seat, name, `${name} leaves`);
  }
  if (away) throw new Refusal("not_seated", "you have already left");
  const left = toBot(table, seat, now);
  const text = `${name} leaves: ${left.seats[seat]?.bot} plays on`;
  return note(left, "away", now, seat, name, text);
}

function comeBack(table: Table, player: string, now: number): Table {
  const seat = ownSeat(table, player);
  const who = table.seats[seat] as Seat;
  if (!who.away) throw new Refusal("already_seated", "you are already at the table");
  const limit = table.setup.clock;
  if (table.status === "playing" && limit?.kind === "game" && (table.left[seat] ?? 0) <= 0) {
    throw new Refusal("no_time_left", "your time for this game has run out");
  }
  let back = seated(table, seat, { ...who, away: false, bot: null });
  if (onTurn(back) === seat) back = { ...back, turnAt: now };
  return note(back, "back", now, seat, who.name, `${who.name} is back`);
}

function takeOver(table: Table, event: Of<"TakeOver">, now: number): Table {
  if (table.status !== "playing") throw new Refusal("not_playing", "no game is under way");
  const before = table.seats[event.seat];
  if (!before || !playsItself(before)) throw new Refusal("not_away", "no person plays that seat");
  const taken = toBot(table, event.seat, now);
  const who = taken.seats[event.seat] as Seat;
  return note(taken, "away", now, event.seat, who.name, `${who.bot} plays for ${who.name}`);
}

function rematch(table: Table, player: string, now: number): Table {
  const seat = seatOf(table, player);
  const watched = table.setup.seats.every((wish) => wish.kind === "bot");
  if (seat === null && !(watched && player === table.host)) {
    const text = "only people seated at the table can ask for a rematch";
    throw new Refusal("not_seated", text);
  }
  if (table.status !== "over" || table.abandoned) {
    throw new Refusal("not_finished", "the game is not over yet");
  }
  let next = table;
  if (seat !== null) {
    const who = table.seats[seat] as Seat;
    if (who.away) next = seated(table, seat, { ...who, away: false, bot: null });
    const wanted = [...new Set([...table.rematch, seat])].toSorted((a, b) => a - b);
    next = { ...next, rematch: wanted };
    next = note(next, "rematch", now, seat, who.name, `${who.name} wants another game`);
  }
  const all = persons(next).every((person) => next.rematch.includes(person));
  return all ? { ...next, status: "waiting" } : next;
}

function abandon(table: Table, player: string, now: number): Table {
  const seat = seatOf(table, player);
  if (seat === null && player !== table.host) {
    throw new Refusal("not_seated", "only people seated at the table can give it up");
  }
  if (table.status === "over") throw new Refusal("not_playing", "the game is already over");
  const name = seat === null ? "" : (table.seats[seat] as Seat).name;
  const over: Table = { ...table, status: "over", abandoned: true };
  return note(over, "abandoned", now, seat, name, "the game was given up");
}

function resign(table: Table, player: string, now: number): Table {
  const seat = ownSeat(table, player);
  if (table.status !== "playing") throw new Refusal("not_playing", "no game is under way");
  const { name } = table.seats[seat] as Seat;
  const over: Table = { ...table, status: "over", resigned: seat };
  return note(over, "resigned", now, seat, name, `${name} resigns`);
}

function pace(table: Table, event: Of<"Pace">): Table {
  if (event.player !== table.host) {
    throw new Refusal("not_host", "only the person who set up the table can do that");
  }
  if (event.paused && persons(table).length > 0) {
    throw new Refusal("not_host", "a game with people cannot be paused");
  }
  return {
    ...table,
    paceMs: event.pace_ms ?? table.paceMs,
    paused: event.paused ?? table.paused,
  };
}

// Helpers -----------------------------------------------------------------------------------------

function ownSeat(table: Table, player: string): number {
  const seat = seatOf(table, player);
  if (seat === null) throw new Refusal("not_seated", "you have no seat at this table");
  return seat;
}

function checkHere(table: Table, event: Of<"BotActs"> | Of<"Replace">): void {
  const here = event.game === table.game && event.ply === table.ply;
  if (!here || event.seat !== onTurn(table)) {
    throw new Refusal("stale_move", "the position has changed");
  }
  if (playsItself(table.seats[event.seat] as Seat)) {
    throw new Refusal("not_your_turn", "a person plays that seat");
  }
}

const seated = (table: Table, seat: number, who: Seat): Table => ({
  ...table,
  seats: table.seats.with(seat, who),
});

/** Let the stand-in play for a person, who keeps the seat. */
function toBot(table: Table, seat: number, now: number): Table {
  const who = { ...(table.seats[seat] as Seat), away: true, bot: table.setup.stand_in };
  const next = seated(table, seat, who);
  return onTurn(next) === seat ? { ...next, turnAt: now } : next;
}
