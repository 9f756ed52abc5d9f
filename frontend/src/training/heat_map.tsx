// A heat map: opponents by table size, coloured by how the win rate compares with an even share.
import type { JSX } from "preact";
import type { EvalCell } from "../messages";
import { percent } from "../numbers";
import { t } from "./texts";

export interface HeatCell {
  opponent: string;
  players: number;
  rate: number | null;
  games: number;
  even: number | null; // null: one seat of all
}

/** The newest cell of each opponent and table size. */
export function latest(cells: EvalCell[]): EvalCell[] {
  const found = new Map<string, EvalCell>();
  for (const cell of cells) {
    const key = `${cell.opponent}/${cell.players}`;
    const known = found.get(key);
    if (!known || cell.step >= known.step) found.set(key, cell);
  }
  return [...found.values()];
}

export function latestCells(cells: EvalCell[]): HeatCell[] {
  return latest(cells).map((cell) => ({
    opponent: cell.opponent,
    players: cell.players,
    rate: cell.win_rate,
    games: cell.games,
    even: cell.even,
  }));
}

/** Steps from −4 (loses always) over 0 (even) to 4 (wins always). */
export function heat(rate: number, even: number): number {
  const relative = rate >= even ? (rate - even) / (1 - even || 1) : (rate - even) / (even || 1);
  return Math.round(4 * Math.max(-1, Math.min(1, relative)));
}

export function Heat({ cells }: { cells: HeatCell[] }): JSX.Element {
  const opponents = [...new Set(cells.map((cell) => cell.opponent))];
  const counts = [...new Set(cells.map((cell) => cell.players))].sort((a, b) => a - b);
  return (
    <div class="scroll-x" tabIndex={0} role="region" aria-label={t("heat")}>
      <table class="heat">
        <thead>
          <tr>
            <th scope="col">{t("opponent")}</th>
            {counts.map((count) => (
              <th scope="col" key={count}>
                {t("players_of", { count })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {opponents.map((opponent) => (
            <tr key={opponent}>
              <th scope="row">{opponent}</th>
              {counts.map((count) => {
                const cell = cells.find(
                  (each) => each.opponent === opponent && each.players === count,
                );
                if (!cell || cell.rate === null) return <td key={count}>–</td>;
                const level = heat(cell.rate, cell.even ?? 1 / count);
                return (
                  <td key={count} data-heat={level} title={t("games_count", { count: cell.games })}>
                    {percent(cell.rate)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
