// What a table message makes of what was known: history in pieces, also after a take-back.
import { expect, test } from "vitest";
import type { Line, TableMessage } from "../src/messages";
import { fold } from "../src/table/store";

const line = (text: string): Line => ({ kind: "action", seat: 0, text, name: null, data: 0 });
const table = (part: Partial<TableMessage>): TableMessage =>
  ({
    type: "table",
    table: "t",
    seq: 1,
    now: 100,
    keep: 0,
    history: [],
    notes_keep: 0,
    notes: [],
    ...part,
  }) as TableMessage;

test("a first message is all there is", () => {
  const at = fold(null, table({ history: [line("a"), line("b")] }), 100_500);
  expect(at.history.map((l) => l.text)).toEqual(["a", "b"]);
  expect(at.ahead).toBeCloseTo(0.5);
});

test("later ones are appended", () => {
  const before = fold(null, table({ history: [line("a")] }), 0);
  const at = fold(before, table({ keep: 1, history: [line("b")] }), 0);
  expect(at.history.map((l) => l.text)).toEqual(["a", "b"]);
});

test("a take-back keeps less than what was known", () => {
  const before = fold(null, table({ history: [line("a"), line("b"), line("c")] }), 0);
  const at = fold(before, table({ keep: 1, history: [line("d")] }), 0);
  expect(at.history.map((l) => l.text)).toEqual(["a", "d"]);
});

test("another table begins anew", () => {
  const before = fold(null, table({ history: [line("a")] }), 0);
  const at = fold(before, table({ table: "u", keep: 1, history: [line("b")] }), 0);
  expect(at.history.map((l) => l.text)).toEqual(["b"]);
});
