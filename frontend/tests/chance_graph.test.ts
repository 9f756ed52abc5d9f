// The graph of a review: every error has a dot, also where no chance was played out.
import { expect, test } from "vitest";
import { chanceAt } from "../src/review/graph";

const points = [
  { ply: 2, value: 0.5, error: 0.1 },
  { ply: 6, value: 0.9, error: 0.1 },
  { ply: 9, value: 0, error: 0 },
];

test("between two known chances a dot lies on their line", () => {
  expect(chanceAt(points, 2)).toBe(0.5);
  expect(chanceAt(points, 4)).toBeCloseTo(0.7);
  expect(chanceAt(points, 6)).toBe(0.9);
});

test("before the first known chance it is that one; after the last there is none", () => {
  expect(chanceAt(points, 0)).toBe(0.5);
  expect(chanceAt(points, 10)).toBeNull();
  expect(chanceAt([], 0)).toBeNull();
});
