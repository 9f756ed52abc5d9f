// Statistics of the own games: by game and level, ties counted as shares.
import { expect, test } from "vitest";
import type { RecordSummary } from "../src/messages";
import { statistics } from "../src/mine/statistics";

const record = (outcome: number[], bots: (string | null)[], yours: number | null) =>
  ({ game: "g", title: "G", outcome, bots, your_seat: yours }) as unknown as RecordSummary;

test("wins and ties by level; games of others do not count", () => {
  const rows = statistics([
    record([1, 0], [null, "level_4"], 0),
    record([0, 1], [null, "level_4"], 0),
    record([0.5, 0.5], [null, "level_4"], 0),
    record([0.5, 0, 0.5, 0], [null, "level_2", "level_2", "level_2"], 0),
    record([1, 0], [null, "level_4"], null),
  ]);
  expect(rows.map(({ level, games, wins }) => [level, games, wins])).toEqual([
    [2, 1, 1],
    [4, 3, 1.5],
  ]);
});
