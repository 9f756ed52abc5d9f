// Statistics of the own games: by game and level, shares of teams, luck, and the rating.
import { expect, test } from "vitest";
import type { GameFacts, RecordSummary } from "../src/messages";
import { partnerLevel } from "../src/my_games/partner";
import { ratingOf } from "../src/my_games/rating";
import { meanOf, statistics } from "../src/my_games/statistics";

const record = (
  outcome: number[],
  bots: (string | null)[],
  yours: number | null,
  more: Partial<RecordSummary> = {},
) =>
  ({
    game: "g",
    title: "G",
    outcome,
    bots,
    your_seat: yours,
    origin: null,
    review: null,
    bids: null,
    ...more,
  }) as unknown as RecordSummary;

test("wins and ties by level; games of others and practice do not count", () => {
  const rows = statistics(
    [
      record([1, 0], [null, "level_4"], 0, { bids: [2, 3] }),
      record([0, 1], [null, "level_4"], 0, { bids: [1, 3] }),
      record([0.5, 0.5], [null, "level_4"], 0),
      record([0, 0.5, 0.5], [null, "level_2", "level_2"], 1),
      record([1, 0], [null, "level_4"], null),
      record([1, 0], [null, "level_4"], 0, {
        origin: { record: "abcdefgh.1", ply: 3, day: null },
      }),
    ],
    () => false,
  );
  expect(rows.map(({ level, games, wins, met, bids }) => [level, games, wins, met, bids])).toEqual([
    [2, 1, 0.5, 0, 0],
    [4, 3, 1.5, 3, 6],
  ]);
});

test("a team's win counts once, and a lucky deal less", () => {
  const review = (start: number) => ({
    reward: "margin",
    decisions: 4,
    loss: 8,
    grades: {},
    start,
  });
  const bots = [null, "level_4", "level_4", "level_4"];
  const [row] = statistics(
    [
      record([0.5, 0, 0.5, 0], bots, 0, { review: review(0.9) }),
      record([0, 0.5, 0, 0.5], bots, 0, { review: review(0.2) }),
    ],
    () => true,
  );
  expect(row?.wins).toBe(1);
  expect(row?.adjusted.map((value) => Math.round(100 * value))).toEqual([60, 30]);
  expect((row?.loss ?? 0) / (row?.decisions ?? 1)).toBe(2);
  const raw = meanOf([1, 0]);
  const clean = meanOf(row?.adjusted ?? []);
  expect(clean?.error).toBeLessThan(raw?.error ?? 0);
});

test("the rating is the opponents' at an even score, and higher after wins", () => {
  const facts = { name: "g", levels: [{ number: 4, elo: 600 }] } as unknown as GameFacts;
  const bots = [null, "level_4"];
  const games = (wins: number, losses: number) => [
    ...Array.from({ length: wins }, () => record([1, 0], bots, 0)),
    ...Array.from({ length: losses }, () => record([0, 1], bots, 0)),
  ];
  const even = ratingOf(games(10, 10), facts, false);
  expect(even?.elo).toBeCloseTo(600);
  const better = ratingOf(games(15, 5), facts, false);
  expect(better?.elo).toBeGreaterThan(680);
  expect(better?.elo).toBeLessThan(600 + 400 * Math.log10(3)); // the prior draws it in
  const more = ratingOf(games(150, 50), facts, false);
  expect(more?.error).toBeLessThan(better?.error ?? 0);
  expect(ratingOf([record([1, 0], [null, "rule"], 0)], facts, false)).toBeNull();
});

test("a partner's level is not the opponents'", () => {
  const bots = [null, "level_2", "level_7", "level_2"];
  const [row] = statistics([record([0.5, 0, 0.5, 0], bots, 0)], () => true);
  expect(row?.level).toBe(2);
});

test("the partner is the level nearest to the own rating", () => {
  const levels = [1, 2, 3, 4, 5].map((number) => ({ number, elo: 100 * number }));
  const facts = { name: "g", levels } as unknown as GameFacts;
  const bots = [null, "level_3", "level_3", "level_3"];
  const won = record([0.5, 0, 0.5, 0], bots, 0);
  const lost = record([0, 0.5, 0, 0.5], bots, 0);
  const times = (count: number, one: RecordSummary) => Array.from({ length: count }, () => one);
  expect(partnerLevel([], facts)).toBeNull();
  expect(partnerLevel(times(4, won), facts)).toBeNull();
  expect(partnerLevel([...times(4, won), ...times(4, lost)], facts)).toBe(3);
  expect(partnerLevel(times(9, won), facts)).toBe(5);
  expect(partnerLevel(times(9, lost), facts)).toBe(1);
});
