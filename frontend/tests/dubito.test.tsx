// The table of Dubito tells a player without cards where they stand while the others play on.
import { render } from "preact";
import { afterEach, expect, test } from "vitest";
import { lookOf, type Scene } from "../src/games/look";
import type { DubitoView, Position, SeatInfo } from "../src/messages";
import { change } from "../src/settings";

const look = lookOf("dubito");

afterEach(() => {
  render(null, document.body);
  change({ language: "en" });
});

function drawn(view: Partial<DubitoView>, more: Partial<Position> = {}): string {
  const seats = [0, 1, 2].map(
    (seat) =>
      ({
        ...{ seat, label: `Seat ${seat + 1}`, kind: "person", name: `P${seat}`, bot: null },
        ...{ away: false, here: true, take_over_at: null, you: seat === 0, side: [seat] },
      }) as SeatInfo,
  );
  const position = {
    ...{ ply: 9, phase: "play", player: 1, done: false, seat: 0, legal: [], hand: [], hands: null },
    hand_sizes: [0, 4, 5],
    view: {
      ...{ game: "dubito", number: 3, board: [], board_size: 0, out: [], pending: null, turns: 9 },
      ...{ max_turns: 300, in_game: [], known: [[], [], []], doubts: 1, reveal: null },
      ...view,
    },
    ...more,
  } as unknown as Position;
  const scene = {
    ...{ game: "dubito", options: {}, position, history: [], seats, faces: [], home: 0 },
    ...{ thinking: null, open: false, act: null, hinted: null, clock: () => null },
  } as Scene;
  render(<look.Table scene={scene} />, document.body);
  const shown = document.querySelectorAll(".prompt-text, .without-cards");
  return [...shown].map((each) => each.textContent).join(" ");
}

test("a player who is out knows the place, and that the others play on", () => {
  const out = "Waiting for P1 You are out first: you win the game. The others play on.";
  expect(drawn({ out: [0] })).toBe(out);
  expect(drawn({ out: [2, 0] })).toContain("You are out, place 2.");
  expect(drawn({ pending: 0 })).toContain("may still doubt your last ones");
  expect(drawn({ out: [2] })).toBe("Waiting for P1");
  expect(drawn({ out: [0] }, { done: true, player: null })).toBe("The game is over");
  change({ language: "fr" });
  expect(drawn({ out: [0] })).toContain("vous gagnez la partie");
});

test("the first turn is turn 1, and the last one stays", () => {
  const turn = (turns: number, done: boolean) => {
    const position = { done, view: { turns, number: null, board_size: 0, in_game: [], out: [] } };
    render(<look.Score scene={{ position, seats: [] } as unknown as Scene} />, document.body);
    return document.querySelectorAll(".fact-value")[2]?.textContent;
  };
  expect([turn(0, false), turn(7, false), turn(8, true)]).toEqual(["1", "8", "8"]);
});
