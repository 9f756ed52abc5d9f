// What a local table looks like to its person or to a spectator: the twin of
// kibitz/table/projection.py, which describes what may be seen. Golden tables compare both.
import type {
  DealSum,
  Legal,
  Line,
  Position,
  Result,
  SeatInfo,
  TableMessage,
  TableSummary,
} from "../messages";
import { type Event, type State } from "./engine";
import { Refusal } from "./refusal";
import { actionName, recordLine, replayed, type Rules } from "./rules";
import type { GameScene, View } from "./scene";
import {
  historyLength,
  historyOf,
  labelOf,
  namesOf,
  onTurn,
  outcomeOf,
  playsItself,
  returnsOf,
  seatOf,
  viewOf,
  type Seat,
  type Table,
} from "./table";
import * as undo from "./undo";

/** The `table` message for a person: from their seat, or as a spectator. */
export function project(
  table: Table,
  player: string | null,
  now: number,
  since: number | null = null,
): TableMessage {
  const seat = seatOf(table, player);
  const { keep, notes } = kept(table, seat, since);
  const playing = table.state !== null;
  return {
    type: "table",
    table: table.id,
    seq: table.seq,
    now,
    status: table.status,
    setup: setupData(table),
    seats: seatsData(table, player),
    you: seat,
    host: player === table.host,
    spectators: 0,
    game: table.game,
    seal: table.game ? table.seal : null,
    position: playing ? positionOf(table, seat) : null,
    keep,
    history: playing ? lines(table, seat, keep) : [],
    notes_keep: notes,
    notes: table.notes.slice(notes),
    thinking: thinking(table),
    paused: table.paused,
    clock: clockData(table),
    can_undo: canUndo(table, seat),
    undo_seen: seat !== null && canUndo(table, seat) ? undo.repliesSeen(table, seat) : 0,
    undo: null,
    rematch: table.rematch,
    last_deal: lastDeal(table),
    result: result(table),
  };
}

/** How much of the history and the notes a client already has if it last saw `since`. */
function kept(table: Table, seat: number | null, since: number | null) {
  const then = since === null ? undefined : table.marks[since];
  if (since === null || !then) return { keep: 0, notes: 0 };
  if (then.game !== table.game || table.game === 0) return { keep: 0, notes: then.notes };
  const lowest = Math.min(...table.marks.slice(since).map((mark) => mark.ply));
  return { keep: historyLength(table, seat, lowest), notes: then.notes };
}

function lastDeal(table: Table): DealSum | null {
  return table.state ? table.scene.dealSum(viewOf(table, 0)) : null;
}

function positionOf(table: Table, seat: number | null): Position {
  const others = table.setup.open_cards
    ? table.seats.map((_, other) => viewOf(table, other))
    : null;
  return viewData(table.scene, viewOf(table, seat ?? 0), seat !== null, others, table.ply);
}

export function viewData(
  scene: GameScene,
  view: View,
  own: boolean,
  others: View[] | null,
  ply: number,
): Position {
  const legal = own ? view.legal : [];
  return {
    ply,
    phase: view.phase,
    player: view.player >= 0 ? view.player : null,
    done: view.done,
    seat: own ? view.seat : null,
    legal: legal.map(
      (id): Legal => ({ id, name: actionName(view.rules, id), ...scene.offer(view, id) }),
    ),
    ...scene.show(view, own, others),
  };
}

/** The position after `ply` actions, if the person may see it. */
export function lookBack(
  table: Table,
  player: string | null,
  ply: number,
  asked: number | null,
): Position {
  const own = seatOf(table, player);
  const { state, rules, scene } = table;
  if (!state || ply < 0 || ply > table.ply) {
    throw new Refusal("may_not_look", `positions run from 0 to ${table.ply}`);
  }
  const free = table.status === "over" || table.setup.open_cards;
  let seat = asked;
  if (!free && own !== null && (seat === null || seat === own)) seat = own;
  else if (!free && seat !== null) {
    throw new Refusal("may_not_look", "you cannot view another seat during the game");
  }
  return positionAt(rules, scene, state, ply, seat, free);
}

/** An earlier position of a seat, or of a spectator (who sees all if cards are open). */
export function positionAt(
  rules: Rules,
  scene: GameScene,
  state: State,
  ply: number,
  seat: number | null,
  open: boolean,
): Position {
  const then = replayed(rules, state, ply);
  const views = Array.from({ length: rules.players }, (_, other) => scene.see(rules, then, other));
  const view = views[seat ?? 0] as View;
  then.free();
  return viewData(scene, view, seat !== null, open ? views : null, ply);
}

function lines(table: Table, seat: number | null, keep: number): Line[] {
  return historyData(table.rules, table.scene, historyOf(table, seat), namesOf(table), keep);
}

export function historyData(
  rules: Rules,
  scene: GameScene,
  history: Event[],
  names: string[],
  keep: number,
): Line[] {
  return history.slice(keep).map((event, i): Line => {
    const whole = event.kind === "action" && typeof event.data === "number";
    return {
      kind: event.kind,
      seat: event.seat < 0 ? null : event.seat,
      text: scene.describe(history, keep + i, names),
      name: whole ? actionName(rules, event.data as number) : null,
      data: event.data,
    };
  });
}

function setupData(table: Table): TableMessage["setup"] {
  const { setup, rules } = table;
  const clock = setup.clock;
  return {
    game: setup.game,
    title: rules.facts.title,
    options: rules.options,
    clock:
      clock === null
        ? null
        : clock.kind === "game"
          ? { kind: "game", seconds: clock.seconds, increment: clock.increment }
          : { kind: "move", seconds: clock.seconds },
    open_cards: setup.open_cards,
    pace_ms: table.paceMs,
    listed: setup.listed,
    stand_in: setup.stand_in,
    origin: setup.origin,
  };
}

function seatsData(table: Table, player: string | null): SeatInfo[] {
  return table.seats.map((seat, i) => ({
    seat: i,
    label: labelOf(table, i),
    kind: seat.kind,
    name: seat.name,
    bot: seat.bot,
    away: seat.away,
    here: seat.kind !== "open",
    take_over_at: null,
    you: seat.player !== null && seat.player === player,
    side: table.rules.facts.sides[i] ?? [i],
  }));
}

/** The seat to act if a bot plays there. */
function thinking(table: Table): number | null {
  const seat = onTurn(table);
  if (seat === null || table.paused) return null;
  return playsItself(table.seats[seat] as Seat) ? null : seat;
}

function clockData(table: Table): TableMessage["clock"] {
  const { clock } = table.setup;
  if (!clock || table.left.length === 0) return null;
  const seat = onTurn(table);
  const runs = seat !== null && playsItself(table.seats[seat] as Seat);
  return { ...clock, left: table.left, running: runs ? seat : null, at: table.turnAt };
}

function canUndo(table: Table, seat: number | null): boolean {
  if (seat === null || table.status !== "playing" || !table.state) return false;
  return playsItself(table.seats[seat] as Seat) && undo.possible(table.state, seat);
}

/** The result with everything that was hidden; null before the end. */
function result(table: Table): Result | null {
  const { state } = table;
  if (!state || (!state.done && table.resigned === null)) return null;
  const outcome = outcomeOf(table);
  const best = Math.max(...outcome);
  return {
    returns: returnsOf(table),
    outcome,
    resigned: table.resigned,
    winners: outcome.flatMap((share, seat) => (share === best ? [seat] : [])),
    seed: String(table.seed),
    salt: table.salt,
    record: recordLine(table.rules, state, table.seed),
    record_id: recordId(table),
    peeks: undo.peeks(table),
    deals: state
      .chance<{ hands: number[][] } | number>()
      .flatMap((outcome) => (typeof outcome === "object" ? [outcome.hands] : [])),
  };
}

export const recordId = (table: Table): string => `${table.id}.${table.game}`;

/** A table in a list. */
export function summary(table: Table, player: string | null): TableSummary {
  const seat = seatOf(table, player);
  return {
    table: table.id,
    game: table.setup.game,
    title: table.rules.facts.title,
    options: table.setup.options,
    status: table.status,
    seats: seatsData(table, player),
    open_cards: table.setup.open_cards,
    your_seat: seat,
    your_turn: seat !== null && onTurn(table) === seat && !table.seats[seat]?.away,
    ply: table.ply,
    spectators: 0,
    created: table.created,
    moved: table.moved,
  };
}
