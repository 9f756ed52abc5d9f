// Number cards: pips in their usual places. The lower half is upside down, as on paper.
import type { JSX } from "preact";

const L = 36;
const M = 50;
const R = 64;

const PLACES: Record<string, [number, number][]> = {
  "2": [
    [M, 30],
    [M, 110],
  ],
  "3": [
    [M, 30],
    [M, 70],
    [M, 110],
  ],
  "4": [
    [L, 30],
    [R, 30],
    [L, 110],
    [R, 110],
  ],
  "5": [
    [L, 30],
    [R, 30],
    [M, 70],
    [L, 110],
    [R, 110],
  ],
  "6": [
    [L, 30],
    [R, 30],
    [L, 70],
    [R, 70],
    [L, 110],
    [R, 110],
  ],
  "7": [
    [L, 30],
    [R, 30],
    [M, 50],
    [L, 70],
    [R, 70],
    [L, 110],
    [R, 110],
  ],
  "8": [
    [L, 30],
    [R, 30],
    [M, 50],
    [L, 70],
    [R, 70],
    [M, 90],
    [L, 110],
    [R, 110],
  ],
  "9": [
    [L, 28],
    [R, 28],
    [L, 56],
    [R, 56],
    [M, 70],
    [L, 84],
    [R, 84],
    [L, 112],
    [R, 112],
  ],
  "10": [
    [L, 28],
    [R, 28],
    [M, 42],
    [L, 56],
    [R, 56],
    [L, 84],
    [R, 84],
    [M, 98],
    [L, 112],
    [R, 112],
  ],
};

/** `path` is drawn in a box of 24 x 24. */
export function Pips({ rank, path }: { rank: string; path: string }): JSX.Element {
  if (rank === "A") {
    return <path d={path} transform="translate(50 70) scale(1.9) translate(-12 -12)" />;
  }
  return (
    <g>
      {(PLACES[rank] ?? []).map(([x, y]) => (
        <path
          key={`${x},${y}`}
          d={path}
          transform={`translate(${x} ${y}) rotate(${y > 70 ? 180 : 0}) scale(.8) translate(-12 -12)`}
        />
      ))}
    </g>
  );
}
