// What a table message makes of what was known: history in pieces, also after a take-back.
import { expect, test } from "vitest";
import type { Line, Note, TableMessage } from "../src/messages";
import { beside, fold, newsOf } from "../src/table/store";

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

test("who shares the device sits down without a word", () => {
  const note = (seq: number, kind: Note["kind"], name: string) => ({ seq, kind, name }) as Note;
  const before = fold(null, table({ notes: [note(1, "created", "Ada")] }), 0);
  const notes = [note(2, "sat", "Player 2"), note(3, "sat", "Bob"), note(4, "left", "Player 2")];
  const now = fold(before, table({ notes_keep: 1, notes }), 0);
  const names = () => newsOf(before, now).map(({ kind, name }) => `${name} ${kind}`);
  expect(names()).toEqual(["Player 2 sat", "Bob sat", "Player 2 left"]);
  beside.add("Player 2");
  expect(names()).toEqual(["Bob sat", "Player 2 left"]);
  beside.clear();
  expect(newsOf(null, now)).toEqual([]);
});
