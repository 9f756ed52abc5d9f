// What the own games come to: by game and by the level of the opponents.
import type { RecordSummary } from "../messages";
import { levelOf } from "../table/personas";

export interface Row {
  game: string;
  title: string;
  level: number; // of the strongest opponent; 0 for people and for bots without a level
  games: number;
  wins: number; // a shared win counts as its share
}

export function statistics(records: readonly RecordSummary[]): Row[] {
  const rows = new Map<string, Row>();
  for (const record of records) {
    if (record.your_seat === null) continue;
    const level = Math.max(0, ...record.bots.map(levelOf));
    const key = `${record.game}/${level}`;
    const row = rows.get(key) ?? {
      game: record.game,
      title: record.title,
      level,
      games: 0,
      wins: 0,
    };
    const best = Math.max(...record.outcome);
    const tied = record.outcome.every((share) => share === best);
    const won = record.outcome[record.your_seat] === best;
    rows.set(key, {
      ...row,
      games: row.games + 1,
      wins: row.wins + (won ? (tied ? (record.outcome[record.your_seat] ?? 0) : 1) : 0),
    });
  }
  return [...rows.values()].sort((a, b) => a.title.localeCompare(b.title) || a.level - b.level);
}
