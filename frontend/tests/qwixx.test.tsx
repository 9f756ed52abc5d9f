// Qwixx: what the page says of moves and positions.
import { render } from "preact";
import { afterEach, expect, test } from "vitest";
import { lookOf, type Scene as Drawn } from "../src/games/look";
import type { Line, Position, QwixxView, Scene, SeatInfo } from "../src/messages";
import { wordOf } from "../src/games/words";
import { change } from "../src/settings";

const look = lookOf("qwixx");

afterEach(() => {
  render(null, document.body);
  change({ language: "en" });
});

const seats = ["You", "Hugo"].map(
  (name, seat) => ({ seat, name, label: `Seat ${seat + 1}`, kind: "person" }) as SeatInfo,
);

const row = (...marked: number[]) => ({
  ...{ free: 0, points: 0, locked: false },
  marks: Array.from({ length: 11 }, (_, cell) => marked.includes(cell)),
});

function view(more: Partial<QwixxView> = {}): QwixxView {
  const sheet = { rows: [row(), row(), row(), row()], strikes: 0, score: 0 };
  return {
    ...{ game: "qwixx", dice: [1, 2, 3, 4, 5, 6], active: 0, marked: false, pending: null },
    ...{ sheets: [sheet, sheet], closed: [false, false, false, false] },
    ...more,
  } as unknown as QwixxView;
}

test("the editor of the explorer begins with the position on the table", async () => {
  const Editor = look.explorer?.Editor;
  if (!Editor) throw new Error("no editor");
  const scene = { game: "qwixx" } as Scene;
  const show = (of: QwixxView) => {
    const position = { view: of } as unknown as Position;
    render(
      <Editor scene={scene} position={position} seats={seats} onChange={() => {}} />,
      document.body,
    );
    const pressed = [...document.querySelectorAll('button[aria-pressed="true"]')];
    const dice = [...document.querySelectorAll(".roll-die .visually-hidden")];
    return [
      pressed.map((each) => each.getAttribute("aria-label")),
      dice.map((die) => die.textContent?.slice(-1)),
    ];
  };
  const used = { rows: [row(1), row(), row(2, 4), row()], strikes: 1, score: 5 };
  const sheets = [used] as unknown as QwixxView["sheets"];
  expect(show(view({ sheets, dice: [3, 3, 6, 5, 6, 1] }))).toEqual([
    ["red 3", "green 10", "green 8"],
    ["3", "3", "6", "5", "6", "1"],
  ]);
  expect(show(view())).toEqual([[], ["1", "2", "3", "4", "5", "6"]]);
});

test("a move is called as on the sheet, where the dice are known", () => {
  const at = (phase: string, more: Partial<QwixxView> = {}) =>
    ({ phase, view: view({ dice: [2, 5, 4, 1, 6, 3], ...more }) }) as unknown as Position;
  expect(look.label("white green", at("white"))).toBe("Green 7");
  expect(look.label("blue w1", at("colour"))).toBe("Blue 5");
  expect(look.label("blue w2", at("colour"))).toBe("Blue 8");
  expect(look.label("white green")).toBe("White sum in green");
  expect(look.label("blue w2")).toBe("blue + second white die");
  change({ language: "fr" });
  expect(look.label("white green", at("white"))).toBe("Vert 7");
});

test("who rolls and crosses nothing off takes a penalty: it is not called a skip", () => {
  const at = (phase: string, marked: boolean) =>
    ({ phase, view: view({ marked }) }) as unknown as Position;
  expect(look.label("pass", at("white", false))).toBe("Skip");
  expect(look.label("pass", at("colour", true))).toBe("Skip");
  expect(look.label("pass", at("colour", false))).toBe("Take a penalty");
});

test("a review names moves by the dice of their turn", () => {
  const roll = (dice: number[]) => dice.reduce((all, die) => 6 * all + die - 1, 0);
  const line = (kind: Line["kind"], seat: number | null, data: Line["data"]) =>
    ({ kind, seat, text: "", name: null, data }) as Line;
  const labels = (order: string, history: Line[]) =>
    look
      .log({ seats, history, options: { order } } as unknown as Drawn)
      .map(({ label }) => [
        label?.("white red", "white"),
        label?.("yellow w1", "colour"),
        label?.("pass", "colour"),
      ]);
  const together = [
    line("chance", null, roll([1, 2, 3, 4, 5, 6])),
    line("reveal", null, [1, 0]),
    line("action", 0, 0),
    line("chance", null, roll([6, 6, 1, 5, 1, 1])),
    line("reveal", null, [0, 2]),
    line("action", 1, 0),
  ];
  expect(labels("simultaneous", together)).toEqual([
    ["Red 3", "Yellow 5", "Skip"],
    ["Red 12", "Yellow 11", "Take a penalty"],
  ]);
  const inOrder = [
    line("chance", null, roll([1, 2, 3, 4, 5, 6])),
    line("action", 0, 0),
    line("action", 1, 2),
    line("action", 0, 0),
  ];
  expect(labels("sequential", inOrder)).toEqual([["Red 3", "Yellow 5", "Take a penalty"]]);
});

test("a game of dice has no deals and no hands", () => {
  const words = () =>
    ["new_deal", "all_seats", "method_rollouts"].map((key) => wordOf("qwixx", key));
  expect(words()).toEqual(["New game", "all players", "simulated games"]);
  change({ language: "fr" });
  expect(words()).toEqual(["Nouvelle partie", "tous les joueurs", "parties simulées"]);
});
