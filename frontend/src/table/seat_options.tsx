// The options of a select among the seats of a table.
import type { JSX } from "preact";
import type { SeatInfo } from "../messages";
import { seatLabel } from "./names";

export function SeatOptions({ seats }: { seats: readonly SeatInfo[] }): JSX.Element {
  return (
    <>
      {seats.map((seat) => (
        <option value={seat.seat} key={seat.seat}>
          {seatLabel(seat)}
        </option>
      ))}
    </>
  );
}
