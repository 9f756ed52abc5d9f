// Pass-and-play: what a move revealed is seen before the device is passed on.
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Line } from "../src/messages";
import { REVEAL_MS, usePassing } from "../src/table/curtain";
import { views, type Attended } from "../src/table/store";

const line = (kind: Line["kind"]) => ({ kind }) as Line;

function at(player: number, history: Line[]): Attended {
  const table = { table: "t", status: "playing", you: 0, position: { player } };
  return { table, history, notes: [], ahead: 0 } as unknown as Attended;
}

let skip: (() => void) | null = null;

function Shown({ now }: { now: Attended }) {
  const { next, hold } = usePassing(now, false);
  skip = hold;
  return <p>{next === null ? "table" : `curtain ${next}`}</p>;
}

const show = (now: Attended) => {
  void act(() => render(<Shown now={now} />, document.body));
  return document.body.textContent;
};

beforeEach(() => {
  vi.useFakeTimers();
  views.set(0, at(0, []));
  views.set(1, { ...at(0, []), table: { ...at(0, []).table, you: 1 } });
});

afterEach(() => {
  render(null, document.body);
  views.clear();
  vi.useRealTimers();
});

test("a move that reveals nothing passes the device on at once", () => {
  expect(show(at(0, [line("deal")]))).toBe("table");
  expect(show(at(1, [line("deal"), line("action")]))).toBe("curtain 1");
});

test("what a doubt showed stays for a moment, or until a click", () => {
  const doubted = at(1, [line("deal"), line("action"), line("reveal")]);
  expect(show(at(0, [line("deal")]))).toBe("table");
  expect(show(doubted)).toBe("table");
  void act(() => void vi.advanceTimersByTime(REVEAL_MS - 100));
  expect(document.body.textContent).toBe("table");
  void act(() => void vi.advanceTimersByTime(200));
  expect(document.body.textContent).toBe("curtain 1");
  expect(show(at(0, doubted.history))).toBe("table"); // one's turn again
  expect(show(at(1, [...doubted.history, line("reveal")]))).toBe("table");
  void act(() => skip?.());
  expect(document.body.textContent).toBe("curtain 1");
});
