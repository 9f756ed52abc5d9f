// A leaderboard: whatever columns the server sends, each cell written by the format of its column.
import type { JSX } from "preact";
import type { ArenaBoard, ArenaCell, ArenaColumn } from "../messages";
import { number, percent, signed } from "../numbers";
import { find, t } from "./texts";

interface Scale {
  low: number;
  high: number;
}

type Cell = (cell: ArenaCell, scale: Scale) => JSX.Element | string;

const WRITE: Record<ArenaColumn["format"], Cell> = {
  places: ({ low, high }) => (low === high ? String(low) : `${low}–${high}`),
  elo: (cell, scale) => (
    <span class="rating-cell">
      <span>
        {signed(Math.round(cell.value))} <small>±{halfOf(cell)}</small>
      </span>
      <Interval of={cell} scale={scale} />
    </span>
  ),
  percent: (cell) => percent(cell.value),
  share: (cell) => percent(cell.value),
  number: (cell) => number(cell.value),
  milliseconds: (cell) => number(cell.value),
  count: (cell) => number(cell.value),
};

export function Board({ board }: { board: ArenaBoard }): JSX.Element {
  const name = `board-${board.game}-${board.words}`.replace(/\W+/g, "-");
  const scales = board.columns.map((_, place) => scaleOf(board, place));
  return (
    <section class="panel" aria-labelledby={name}>
      <div class="hint-head">
        <h2 id={name}>
          {board.title} <small class="quiet">{conditions(board.words)}</small>
        </h2>
        <span class="grow" />
        <span class="quiet">{t("games_count", { count: board.games })}</span>
      </div>
      <div class="scroll-x" tabIndex={0} role="region" aria-labelledby={name}>
        <table class="board">
          <thead>
            <tr>
              <th scope="col">{t("bot")}</th>
              {board.columns.map((column) => (
                <th scope="col" title={find(`help_${column.key}`) ?? column.help} key={column.key}>
                  {find(`column_${column.key}`) ?? column.title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {board.rows.map((row) => (
              <tr key={row.bot}>
                <th scope="row">
                  {row.bot} <small class="quiet">{find(`kind_${row.kind}`) ?? row.kind}</small>
                  {row.fails && <small class="tag">{t("fails")}</small>}
                </th>
                {board.columns.map((column, place) => {
                  const cell = row.cells[place];
                  return (
                    <td key={column.key}>
                      {cell ? WRITE[column.format](cell, scales[place]!) : "–"}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="quiet">
        {t("rating_text", { anchor: board.anchor })}
        {board.even !== null && ` ${t("even_text", { share: percent(board.even) })}`}
      </p>
    </section>
  );
}

/** The conditions of a board in the language of the page: "4 players, single deals". */
function conditions(words: string): string {
  const one = (part: string) => {
    const many = /^([\d–]+) players?$/.exec(part)?.[1];
    if (many) return t("board_players", { many, count: many === "1" ? 1 : 2 });
    if (part === "whole matches") return t("board_matches");
    return part === "single deals" ? t("board_deals") : part;
  };
  return words.split(", ").map(one).join(", ");
}

/** The common scale of a column's intervals. */
function scaleOf(board: ArenaBoard, place: number): Scale {
  const cells = board.rows.flatMap((row) => row.cells[place] ?? []);
  return {
    low: Math.min(0, ...cells.map((each) => each.low ?? each.value)),
    high: Math.max(0, ...cells.map((each) => each.high ?? each.value)),
  };
}

/** Half the width of an interval; infinite where an end is not known. */
function halfOf({ low, high }: ArenaCell): string {
  return low === null || high === null ? "∞" : String(Math.round((high - low) / 2));
}

/** A rating with its interval on a common scale; an end that is not known is the edge. */
function Interval({ of, scale }: { of: ArenaCell; scale: Scale }): JSX.Element {
  const from = of.low ?? scale.low;
  const to = of.high ?? scale.high;
  const span = Math.max(1, scale.high - scale.low);
  const x = (value: number) => 2 + (96 * (value - scale.low)) / span;
  return (
    <svg class="interval" viewBox="0 0 100 14" preserveAspectRatio="none" aria-hidden="true">
      <path d={`M${x(0)} 0V14`} class="interval-zero" />
      <path d={`M${x(from)} 7H${x(to)}M${x(from)} 3v8M${x(to)} 3v8`} class="interval-line" />
      <path d={`M${x(of.value) - 1} 2h2v10h-2z`} class="interval-dot" />
    </svg>
  );
}
