// Between two deals: what is shown belongs to the deal that has ended.
import { expect, test } from "vitest";
import { lookOf } from "../src/games/look";
import type { BeloteView, DealSum, Line, Position } from "../src/messages";
import { settled, untilScored, type Intermission } from "../src/table/intermission";

const line = (kind: Line["kind"], data: number[] = []): Line => ({
  kind,
  seat: null,
  text: "",
  name: null,
  data,
});

test("the history ends with the score", () => {
  const history = [line("deal"), line("action"), line("score"), line("deal"), line("action")];
  expect(untilScored(history)).toHaveLength(3);
  expect(untilScored(history.slice(0, 2))).toHaveLength(2);
});

test("the last trick is counted, and the deal is scored", () => {
  const view = { game: "belote", tricks: [6, 1], points: [104, 23], marks: [0, 0] };
  const after = { ...view, tricks: [0, 0], points: [0, 0], marks: [289, 23] };
  const sum: Partial<DealSum> = { rows: [{ what: "tricks", kind: "fact", values: [7, 1] }] };
  const pause = {
    position: { done: false, view } as unknown as Position,
    after: after as unknown as BeloteView,
    sum: sum as DealSum,
  } as Intermission;
  const history = [line("deal"), line("score", [289, 23, 139, 23]), line("deal")];
  const shown = settled(pause, lookOf("belote"), history).view;
  expect(shown).toMatchObject({ tricks: [7, 1], points: [139, 23], marks: [289, 23] });
});
