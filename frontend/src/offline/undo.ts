// Undo: the twin of kibitz/table/undo.py. What the rules reveal to all stays revealed.
import type { Event, State } from "./engine";
import { Refusal } from "./refusal";
import { historyLength, historyOf, type Table } from "./table";

// Events that rule out an undo, and how to explain it.
const REVEALING: Partial<Record<Event["kind"], string>> = {
  deal: "new cards were dealt",
  chance: "the dice were rolled",
  reveal: "hidden cards or choices were shown",
  discard: "cards were shown and left the game",
};

/** How many actions to undo until this seat decides again; refused if that is not possible. */
export function actionsBack(state: State, seat: number): number {
  let count = 0;
  let shown: string | null = null;
  for (const event of state.events().toReversed()) {
    if (event.kind === "action") {
      count += 1;
      if (event.seat !== seat) continue;
      if (shown === null) return count;
      throw new Refusal("cannot_undo", `too late to undo: ${shown} since your move`);
    }
    shown = REVEALING[event.kind] ?? shown;
  }
  throw new Refusal("cannot_undo", "you have no move to undo yet");
}

/** The replies that this seat has seen and that an undo would retract; secret ones do not count. */
export function repliesSeen(table: Table, seat: number): number {
  const ply = table.ply - actionsBack(table.state as State, seat);
  const since = historyOf(table, seat).slice(historyLength(table, seat, ply));
  return since.filter((event) => event.kind === "action" && event.seat !== seat).length;
}

/** How often each seat has undone a move in this game after seeing replies. */
export function peeks(table: Table): number[] {
  const begun = Math.max(
    0,
    table.notes.findLastIndex((note) => note.kind === "begun"),
  );
  const notes = table.notes.slice(begun).filter((note) => note.kind === "undone_seen");
  return table.seats.map((_, seat) => notes.filter((note) => note.seat === seat).length);
}

export function possible(state: State, seat: number): boolean {
  try {
    actionsBack(state, seat);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
