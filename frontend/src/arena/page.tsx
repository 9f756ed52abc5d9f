// The arena: leaderboards with their error bars, matches and their games, and what was played at
// this server's own tables.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { http } from "../api";
import type { ArenaBoard, ArenaEstimate, ArenaTold, BoardRow } from "../messages";
import { number, percent } from "../analysis/numbers";
import { signed } from "../games/shared";
import { sentence } from "../table/store";
import { t } from "../text";
import { Records } from "./records";

export function ArenaPage(): JSX.Element {
  const [told, setTold] = useState<ArenaTold | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    http<ArenaTold>("/arena").then(setTold, (e: unknown) => setError(sentence(e)));
  }, []);
  return (
    <div class="page">
      <h1>{t("nav_arena")}</h1>
      {error && (
        <p class="error" role="alert">
          {error}
        </p>
      )}
      {!told && !error && <p role="status">{t("loading")}</p>}
      {told && told.boards.length === 0 && (
        <section class="panel">
          <h2>{t("leaderboards")}</h2>
          <p class="quiet">{t("no_boards", { place: told.place })}</p>
          <pre tabindex={0}>kibitz arena round-robin rule simple --game belote -n 50</pre>
        </section>
      )}
      {told?.boards.map((board) => (
        <Board board={board} key={`${board.game}.${board.words}`} />
      ))}
      {told && told.matches.length > 0 && (
        <section class="panel" aria-labelledby="matches-title">
          <h2 id="matches-title">{t("matches")}</h2>
          <ul class="table-list">
            {told.matches.map((match) => (
              <li key={match.match}>
                <a class="table-row" href={`#/arena/${match.match}`}>
                  <span class="row-main">
                    <b>
                      {match.title} · {match.kind}
                    </b>
                    <span class="quiet">{match.bots.join(" · ")}</span>
                  </span>
                  <span class="quiet">
                    {t("games_count", { count: match.games.toLocaleString() })}
                    {match.done < match.planned && ` (${percent(match.done / match.planned)})`}
                  </span>
                  <time class="quiet" dateTime={new Date(match.created * 1000).toISOString()}>
                    {new Date(match.created * 1000).toLocaleDateString()}
                  </time>
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Records />
    </div>
  );
}

function Board({ board }: { board: ArenaBoard }): JSX.Element {
  const rated = board.rows.flatMap((row) => (row.rating ? [row.rating] : []));
  const low = Math.min(0, ...rated.map((each) => each.low ?? each.value));
  const high = Math.max(0, ...rated.map((each) => each.high ?? each.value));
  const name = `board-${board.game}-${board.words}`.replace(/\W+/g, "-");
  return (
    <section class="panel" aria-labelledby={name}>
      <div class="hint-head">
        <h2 id={name}>
          {board.title} <small class="quiet">{board.words}</small>
        </h2>
        <span class="grow" />
        <span class="quiet">{t("games_count", { count: board.games.toLocaleString() })}</span>
      </div>
      <div class="scroll-x" tabIndex={0} role="region" aria-labelledby={name}>
        <table class="board">
          <thead>
            <tr>
              <th scope="col">{t("place")}</th>
              <th scope="col">{t("bot")}</th>
              <th scope="col" colSpan={2}>
                {t("rating")}
              </th>
              <th scope="col">{t("wins_share")}</th>
              <th scope="col">{t("points")}</th>
              <th scope="col">{t("games")}</th>
              <th scope="col">ms</th>
            </tr>
          </thead>
          <tbody>
            {board.rows.map((row) => (
              <Row row={row} low={low} high={high} key={row.bot} />
            ))}
          </tbody>
        </table>
      </div>
      <p class="quiet">{t("rating_text", { anchor: board.anchor })}</p>
    </section>
  );
}

function Row({ row, low, high }: { row: BoardRow; low: number; high: number }): JSX.Element {
  const place =
    row.best === null ? "–" : row.best === row.worst ? row.best : `${row.best}–${row.worst}`;
  return (
    <tr>
      <td>{place}</td>
      <th scope="row">
        {row.bot} <small class="quiet">{row.kind}</small>
        {row.forfeits > 0 && <small class="tag">{t("forfeits", { count: row.forfeits })}</small>}
      </th>
      <td>
        {row.rating && (
          <>
            {signed(Math.round(row.rating.value))} <small>±{halfOf(row.rating)}</small>
          </>
        )}
      </td>
      <td class="interval-cell">
        {row.rating && <Interval of={row.rating} low={low} high={high} />}
      </td>
      <td>
        {percent(row.wins.value)} <small>({percent(row.even)})</small>
      </td>
      <td>{number(row.points.value)}</td>
      <td>{row.games.toLocaleString()}</td>
      <td>{row.milliseconds === null ? "–" : number(row.milliseconds)}</td>
    </tr>
  );
}

/** Half the width of an interval; one that has no ends is as wide as can be. */
function halfOf({ low, high }: ArenaEstimate): string {
  return low === null || high === null ? "∞" : String(Math.round((high - low) / 2));
}

/** A rating with its interval on a common scale; an end that is not known is the edge. */
function Interval({
  of,
  low,
  high,
}: {
  of: ArenaEstimate;
  low: number;
  high: number;
}): JSX.Element {
  const from = of.low ?? low;
  const to = of.high ?? high;
  const x = (value: number) => 2 + (96 * (value - low)) / Math.max(1, high - low);
  return (
    <svg class="interval" viewBox="0 0 100 14" preserveAspectRatio="none" aria-hidden="true">
      <path d={`M${x(0)} 0V14`} class="interval-zero" />
      <path d={`M${x(from)} 7H${x(to)}M${x(from)} 3v8M${x(to)} 3v8`} class="interval-line" />
      <path d={`M${x(of.value) - 1} 2h2v10h-2z`} class="interval-dot" />
    </svg>
  );
}
