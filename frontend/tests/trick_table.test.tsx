// The felt of a trick game: which finished trick is shown, and what a new deal begins with.
import { render } from "preact";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ScoreBefore } from "../src/cards/trick_log";
import { TrickTable } from "../src/cards/trick_table";
import type { Scene } from "../src/games/look";
import type { Position, SeatInfo, Trick } from "../src/messages";

beforeEach(() => vi.stubGlobal("scrollTo", () => undefined));
afterEach(() => {
  render(null, document.body);
  vi.unstubAllGlobals();
});

const seats = [0, 1, 2, 3].map(
  (seat) =>
    ({
      ...{ seat, kind: "bot", name: `P${seat}`, label: "", side: [seat % 2, (seat % 2) + 2] },
      ...{ away: false, here: true, you: seat === 2, take_over_at: null },
    }) as unknown as SeatInfo,
);
const trick = (leader: number, count: number, winner: number | null): Trick => ({
  leader,
  cards: Array.from({ length: count }, (_, i) => ({ seat: (leader + i) % 4, card: i })),
  winner,
});

function scene(part: Partial<Position>): Scene {
  const position = {
    ...{ ply: 9, phase: "play", player: 2, done: false, seat: 2, legal: [], hand: [], hands: null },
    ...{ hand_sizes: [8, 8, 8, 8], trick: null, last_trick: trick(0, 4, 1), trump: null },
    ...{ contract: null, bids: [], tricks: [0, 0, 0, 0], scores: [0, 0, 0, 0], view: {} },
    ...part,
  };
  const faces = [..."SHDC"].map((suit, id) => ({ id, name: `K${suit}`, rank: "K", suit }));
  return {
    ...{ game: "belote", options: {}, position, history: [], seats, faces, home: 2 },
    ...{ thinking: null, open: false, act: null, hinted: null, clock: () => null },
  } as unknown as Scene;
}

/** The cards in the middle, those of the corner, and the one on top of the pile. */
function drawn(part: Partial<Position>): { middle: number; corner: boolean; top?: string } {
  render(<TrickTable scene={scene(part)} dealer={0} />, document.body);
  const cards = [...document.querySelectorAll<HTMLElement>(".trick-card")];
  cards.sort((a, b) => Number(b.style.zIndex) - Number(a.style.zIndex));
  const top = cards[0]?.className;
  const corner = document.querySelector(".last-trick") !== null;
  return { middle: cards.length, corner, ...(top ? { top } : {}) };
}

test("a new deal begins without the last trick of the one before", () => {
  expect(drawn({})).toEqual({ middle: 0, corner: false });
  expect(drawn({ trick: trick(1, 2, null) })).toMatchObject({ middle: 2, corner: false });
  expect(drawn({ trick: trick(1, 2, null), tricks: [0, 1, 0, 1] })).toMatchObject({
    middle: 2,
    corner: true,
  });
});

test("a finished trick stays, and the card that won lies on top", () => {
  const won = { middle: 4, corner: false, top: "trick-card best" };
  expect(drawn({ tricks: [0, 1, 0, 1] })).toEqual(won);
  // While the deal is settled, also where it had one trick only.
  expect(drawn({ player: null })).toEqual(won);
});

test("the score of the last deal is not taken for the total", () => {
  const history = [{ kind: "score", seat: null, text: "", name: null, data: [31, 251] }];
  const before = { ...scene({}), history } as unknown as Scene;
  render(<ScoreBefore scene={before} score={(data) => data.join(" · ")} />, document.body);
  expect(document.body.textContent).toBe("Last deal: 31 · 251");
  const round = { ...before, game: "ohhell" };
  render(<ScoreBefore scene={round} score={(data) => data.join(" · ")} />, document.body);
  expect(document.body.textContent).toBe("Last round: 31 · 251");
});
