// The clock of a local table: the twin of kibitz/table/clock.py.
import { onTurn, playsItself, type Seat, type Table } from "./table";

export const fresh = (table: Table): number[] => {
  const { clock } = table.setup;
  return clock === null ? [] : table.seats.map(() => clock.seconds);
};

/** When the seat to act runs out of time; null if no clock is running. */
export function deadline(table: Table): number | null {
  const seat = onTurn(table);
  if (!table.setup.clock || seat === null || !playsItself(table.seats[seat] as Seat)) return null;
  return table.turnAt + (table.left[seat] as number);
}

/** Stop the clock of a seat that has moved, and start the next one's. */
export function stop(table: Table, seat: number, now: number): Partial<Table> {
  const { clock } = table.setup;
  if (!clock) return { turnAt: now };
  let time = clock.seconds;
  if (clock.kind === "game") {
    time = table.left[seat] as number;
    if (playsItself(table.seats[seat] as Seat)) {
      time = Math.max(0, time - (now - table.turnAt)) + clock.increment;
    }
  }
  return { left: table.left.with(seat, time), turnAt: now };
}

/** A seat without time; with a clock per move, its next move has the full time again. */
export function runOut(table: Table, seat: number): number[] {
  const { clock } = table.setup;
  return table.left.with(seat, clock?.kind === "game" ? 0 : (clock?.seconds ?? 0));
}
