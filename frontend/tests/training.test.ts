// What the training page makes of metrics and win rates.
import { expect, test } from "vitest";
import { Columns, smooth } from "../src/training/columns";
import { heat, latest } from "../src/training/heat_map";
import { helpFr } from "../src/training/help.fr";
import { bytes, duration } from "../src/training/units";
import type { EvalCell } from "../src/messages";

test("rows become columns, and a metric that comes later has gaps before", () => {
  const columns = new Columns();
  columns.append({ step: [1, 2], stage: ["imitate", "imitate"], policy_loss: [0.5, 0.4] });
  columns.append({ step: [3], stage: ["ppo"], policy_loss: [0.3], entropy: [1.1] });
  expect(columns.steps).toEqual([1, 2, 3]);
  expect(columns.column("entropy")).toEqual([null, null, 1.1]);
  expect(columns.column("unknown")).toEqual([null, null, null]);
  expect(columns.names).toEqual(["policy_loss", "entropy"]);
});

test("a run that goes back to a checkpoint replaces what came after it", () => {
  const columns = new Columns();
  columns.append({ step: [10, 20, 30], kl: [1, 2, 3] });
  columns.append({ step: [20, 25], kl: [7, 8] });
  expect(columns.steps).toEqual([10, 20, 25]);
  expect(columns.column("kl")).toEqual([1, 7, 8]);
});

test("very long runs are thinned, and keep their ends", () => {
  const columns = new Columns();
  const step = Array.from({ length: 20_001 }, (_, i) => i);
  columns.append({ step, kl: step });
  expect(columns.steps.length).toBeLessThan(10_100);
  expect([columns.steps[0], columns.steps.at(-1)]).toEqual([0, 20_000]);
  expect(columns.column("kl").length).toBe(columns.steps.length);
});

test("smoothing is an average that skips gaps", () => {
  expect(smooth([1, null, 3], 0.5)).toEqual([1, null, 2]);
  expect(smooth([1, 2], 0)).toEqual([1, 2]);
  expect(smooth([8, 1, 3], 0.5, ["imitate", "ppo", "ppo"])).toEqual([8, 1, 2]);
});

test("heat is relative to an even share", () => {
  expect([heat(0.25, 0.25), heat(1, 0.25), heat(0, 0.25)]).toEqual([0, 4, -4]);
  expect([heat(0.625, 0.25), heat(0.125, 0.25)]).toEqual([2, -2]);
});

test("the newest evaluation of a cell counts", () => {
  const cell = (step: number, win_rate: number) =>
    ({ step, win_rate, opponent: "a", players: 3 }) as EvalCell;
  expect(latest([cell(2, 0.4), cell(1, 0.1)]).map((each) => each.win_rate)).toEqual([0.4]);
});

test("sizes and durations are for people", () => {
  expect([bytes(999), bytes(1_530_000), duration(59), duration(3700)]).toEqual([
    "999 B",
    "1.53 MB",
    "59 s",
    "1 h 2 min",
  ]);
  expect(Object.values(helpFr).every((text) => text.length > 3)).toBe(true);
});
