// What the own games come to: by game and by the level of the opponents. Games from a position of
// an earlier game are practice and do not count.
import type { RecordSummary } from "../messages";
import { levelOf } from "../table/personas";
import { isPractice, sidesOf } from "./rating";

export interface Row {
  game: string;
  title: string;
  level: number; // of the strongest opponent; 0 for people and for bots without a level
  games: number;
  wins: number; // a shared win counts as its share
  reward: string | null; // the unit of losses
  decisions: number; // in reviewed games
  loss: number; // in all of them
  met: number; // bids
  bids: number;
  adjusted: number[]; // shares of the win in reviewed games, without the luck of the deal
}

/** The share of the win of the own side: 1 for a win of a team as for one alone. */
function shareOf(record: RecordSummary, own: number, teams: boolean): number {
  const side = sidesOf(record.outcome.length, teams).find((each) => each.includes(own)) ?? [own];
  return side.reduce((sum, seat) => sum + (record.outcome[seat] ?? 0), 0);
}

/** The bots on the other sides: a partner may have another level than they. */
function opponents(record: RecordSummary, own: number, teams: boolean): (string | null)[] {
  const sides = sidesOf(record.bots.length, teams).filter((side) => !side.includes(own));
  return sides.flat().map((seat) => record.bots[seat] ?? null);
}

export function statistics(
  records: readonly RecordSummary[],
  teams: (game: string) => boolean,
): Row[] {
  const rows = new Map<string, Row>();
  for (const record of records) {
    const own = record.your_seat;
    if (own === null || isPractice(record.origin)) continue;
    const level = Math.max(0, ...opponents(record, own, teams(record.game)).map(levelOf));
    const key = `${record.game}/${level}`;
    const row = rows.get(key) ?? {
      game: record.game,
      title: record.title,
      level,
      games: 0,
      wins: 0,
      reward: null,
      decisions: 0,
      loss: 0,
      met: 0,
      bids: 0,
      adjusted: [],
    };
    const share = shareOf(record, own, teams(record.game));
    row.games += 1;
    row.wins += share;
    if (record.bids) {
      row.met += record.bids[0] ?? 0;
      row.bids += record.bids[1] ?? 0;
    }
    const { review } = record;
    if (review) {
      row.reward = review.reward;
      row.decisions += review.decisions;
      row.loss += review.loss;
      const fair = 1 / sidesOf(record.outcome.length, teams(record.game)).length;
      // The chance at the first decision is a control variate: its mean is known, and it explains
      // much of the result.
      if (review.start !== null) row.adjusted.push(share - (review.start - fair));
    }
    rows.set(key, row);
  }
  return [...rows.values()].sort((a, b) => a.title.localeCompare(b.title) || a.level - b.level);
}

/** A mean with the half-width of its 95 % interval; null for fewer than two values. */
export function meanOf(values: readonly number[]): { mean: number; error: number } | null {
  const n = values.length;
  if (n < 2) return null;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1);
  return { mean, error: 1.96 * Math.sqrt(variance / n) };
}
