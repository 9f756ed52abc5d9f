// The generic look plays a game that this page has never heard of.
import { render } from "preact";
import { afterEach, expect, test } from "vitest";
import { lookOf, type Scene } from "../src/games/look";
import type { Line, Position, SeatInfo } from "../src/messages";
import { change } from "../src/settings";

const look = lookOf("kuhn_poker");

const seat = (place: number): SeatInfo => ({
  seat: place,
  label: `Seat ${place + 1}`,
  kind: place === 0 ? "person" : "bot",
  name: place === 0 ? "Ada" : "simple",
  bot: place === 0 ? null : "simple",
  away: false,
  here: true,
  take_over_at: null,
  you: place === 0,
  side: [place],
});

const history: Line[] = [
  { kind: "deal", seat: null, text: "A card each", name: null, data: [] },
  { kind: "action", seat: 1, text: "Seat 2 passes", name: "pass", data: 0 },
];

function scene(made: number[]): Scene {
  const position = {
    ply: 1,
    phase: "play",
    player: 0,
    done: false,
    seat: 0,
    legal: [
      { id: 0, name: "pass", kind: "pass" },
      { id: 1, name: "bet_1", kind: "bid" },
    ],
    hand: null,
    hands: null,
    hand_sizes: [],
    trick: null,
    last_trick: null,
    trump: null,
    contract: null,
    bids: [],
    tricks: [],
    scores: [1.5, -1.5],
    view: { game: "generic", name: "kuhn_poker", text: "You hold the K.\nPot: 2", texts: null },
  } as unknown as Position;
  return {
    game: "kuhn_poker",
    options: {},
    position,
    history,
    seats: [seat(0), seat(1)],
    faces: [],
    home: 0,
    thinking: null,
    open: false,
    act: (action) => made.push(action),
    hinted: 1,
    clock: () => null,
  };
}

const root = document.createElement("div");
afterEach(() => {
  render(null, root);
  change({ language: "en" });
});

test("actions are buttons, and what the seat sees is text", () => {
  const made: number[] = [];
  render(<look.Table scene={scene(made)} />, root);
  const buttons = [...root.querySelectorAll<HTMLButtonElement>(".call")];
  expect(buttons.map((button) => button.textContent)).toEqual(["Pass", "Bet 1"]);
  expect(buttons[1]?.className).toContain("hinted");
  buttons[1]?.click();
  expect(made).toEqual([1]);
  const lines = [...root.querySelectorAll(".generic-text p")].map((line) => line.textContent);
  expect(lines).toEqual(["You hold the K.", "Pot: 2"]);
  expect(root.textContent).toContain("Theo: Pass");
});

test("scores and history", () => {
  render(<look.Score scene={scene([])} />, root);
  expect(root.textContent).toContain("−1.50");
  const entries = look.log(scene([]));
  expect(entries.map((entry) => entry.head)).toEqual(["Deal", "Move 1"]);
  expect(entries[1]?.parts).toEqual([{ seat: 1, text: "Pass" }]);
  expect(entries[1]?.ply).toBe(1);
});

test("the frame around the game's own words is French", () => {
  change({ language: "fr" });
  expect(look.log(scene([])).map((entry) => entry.head)).toEqual(["Donne", "Coup 1"]);
});
