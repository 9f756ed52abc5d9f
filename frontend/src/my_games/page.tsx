// My games: how they went, by game and level, and each of them to replay and review.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { api } from "../api";
import { lookOf } from "../games/look";
import type { RecordSummary } from "../messages";
import { number, percent } from "../numbers";
import { lossText } from "../review/loss_text";
import { levelName } from "../table/personas";
import { games, sentence } from "../table/store";
import { isLocal } from "../offline/local";
import { Carry } from "./carry";
import { Records } from "./records";
import { ratingOf } from "./rating";
import { meanOf, statistics } from "./statistics";
import { t } from "./texts";
import "./styles.css";
import { Failure } from "../failure";

const COUNTED = 200; // games

export function MinePage(): JSX.Element {
  const [records, setRecords] = useState<RecordSummary[] | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [taken, setTaken] = useState(0); // files read
  const load = () =>
    void api
      .records(null, COUNTED, null, true)
      .then(setRecords, (e: unknown) => setError(sentence(e)));
  useEffect(load, []);
  const rows = statistics(records ?? [], (game) => lookOf(game).teams === true);
  const hasBids = rows.some((row) => row.bids > 0);
  const hasLoss = rows.some((row) => row.decisions > 0);
  const hasAdjusted = rows.some((row) => meanOf(row.adjusted) !== null);
  return (
    <div class="page my-games">
      <h1>{t("title")}</h1>
      <Failure text={error} />
      <section class="panel" aria-labelledby="statistics-title">
        <h2 id="statistics-title">{t("statistics")}</h2>
        {records !== null && rows.length === 0 && <p class="quiet">{t("no_statistics")}</p>}
        {rows.length > 0 && (
          <>
            <p class="quiet">{t("statistics_text", { count: records?.length ?? 0 })}</p>
            <Ratings records={records ?? []} />
            <div class="scroll-x">
              <table class="score-table statistics">
                <thead>
                  <tr>
                    <th scope="col">{t("game")}</th>
                    <th scope="col">{t("column_level")}</th>
                    <th scope="col">{t("column_games")}</th>
                    <th scope="col">{t("column_wins")}</th>
                    <th scope="col">{t("column_share")}</th>
                    {hasBids && <th scope="col">{t("column_bids")}</th>}
                    {hasLoss && <th scope="col">{t("column_loss")}</th>}
                    {hasAdjusted && (
                      <th scope="col" title={t("adjusted_help")}>
                        {t("column_adjusted")}
                      </th>
                    )}
                  </tr>
                </thead>
                <tbody>
                  {rows.map((row) => (
                    <tr key={`${row.game}.${row.level}`}>
                      <th scope="row">{row.title}</th>
                      <td>
                        {row.level
                          ? `${t("level", { level: row.level })} ${levelName(row.level) ?? ""}`
                          : t("other_opponents")}
                      </td>
                      <td>{row.games}</td>
                      <td>{number(row.wins)}</td>
                      <td>{percent(row.wins / row.games)}</td>
                      {hasBids && <td>{row.bids ? `${row.met}/${row.bids}` : "–"}</td>}
                      {hasLoss && (
                        <td>
                          {row.decisions
                            ? lossText(row.loss / row.decisions, row.reward ?? "")
                            : "–"}
                        </td>
                      )}
                      {hasAdjusted && <td>{adjusted(row.adjusted)}</td>}
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
            {hasAdjusted && <p class="quiet">{t("adjusted_help")}</p>}
          </>
        )}
      </section>
      <Records key={taken} />
      {isLocal.value && (
        <Carry
          onTaken={() => {
            setTaken(taken + 1);
            load();
          }}
        />
      )}
    </div>
  );
}

function adjusted(values: readonly number[]): string {
  const found = meanOf(values);
  return found ? `${percent(found.mean)} ± ${percent(found.error)}` : "–";
}

/** The own rating in each game, from games against levels whose Elo is measured. */
function Ratings({ records }: { records: RecordSummary[] }): JSX.Element | null {
  const rated = games.value.flatMap((facts) => {
    const rating = ratingOf(records, facts, lookOf(facts.name).teams === true);
    return rating ? [{ facts, rating }] : [];
  });
  if (rated.length === 0) return null;
  return (
    <ul class="ratings" aria-label={t("ratings")}>
      {rated.map(({ facts, rating }) => (
        <li key={facts.name} data-rating={facts.name}>
          <b>{facts.title}</b>{" "}
          {t("rating", { elo: Math.round(rating.elo), error: Math.round(rating.error) })}{" "}
          <small class="quiet">{t("games_count", { count: rating.games })}</small>
        </li>
      ))}
    </ul>
  );
}
