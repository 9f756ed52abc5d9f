// Where seats are around the felt, in per cent of its width and height. The home seat is at the
// bottom; the next one clockwise is to its left, as at a real table.

type Place = readonly [number, number];

const PLACES: Record<number, readonly Place[]> = {
  1: [[50, 100]],
  2: [
    [50, 100],
    [50, 0],
  ],
  3: [
    [50, 100],
    [0, 28],
    [100, 28],
  ],
  4: [
    [50, 100],
    [0, 46],
    [50, 0],
    [100, 46],
  ],
  5: [
    [50, 100],
    [0, 52],
    [20, 0],
    [80, 0],
    [100, 52],
  ],
};

/** The seat at the bottom for somebody who has none: South, where seats have compass names. */
export function bottomSeat(seats: readonly { label: string }[]): number {
  return Math.max(
    0,
    seats.findIndex((seat) => seat.label === "South"),
  );
}

export function place(players: number, seat: number, home: number): Place {
  const turn = (seat - home + players) % players;
  return PLACES[players]?.[turn] ?? onCircle(turn / players);
}

function onCircle(part: number): Place {
  const angle = Math.PI / 2 + part * 2 * Math.PI;
  return [50 + 50 * Math.cos(angle), 50 + 50 * Math.sin(angle)];
}
