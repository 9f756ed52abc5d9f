// My games: how they went, by game and level, and each of them to replay and review.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { api } from "../api";
import type { RecordSummary } from "../messages";
import { number, percent } from "../numbers";
import { levelName } from "../table/personas";
import { sentence } from "../table/store";
import { Records } from "./records";
import { statistics } from "./statistics";
import { t } from "./texts";
import "./styles.css";

const COUNTED = 200; // games

export function MinePage(): JSX.Element {
  const [records, setRecords] = useState<RecordSummary[] | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    api.records(null, COUNTED, null, true).then(setRecords, (e: unknown) => setError(sentence(e)));
  }, []);
  const rows = statistics(records ?? []);
  return (
    <div class="page">
      <h1>{t("title")}</h1>
      {error && (
        <p class="error" role="alert">
          {error}
        </p>
      )}
      <section class="panel" aria-labelledby="statistics-title">
        <h2 id="statistics-title">{t("statistics")}</h2>
        {records !== null && rows.length === 0 && <p class="quiet">{t("no_statistics")}</p>}
        {rows.length > 0 && (
          <>
            <p class="quiet">{t("statistics_text", { count: records?.length ?? 0 })}</p>
            <div class="scroll-x">
              <table class="score-table statistics">
                <thead>
                  <tr>
                    <th scope="col">{t("game")}</th>
                    <th scope="col">{t("column_level")}</th>
                    <th scope="col">{t("column_games")}</th>
                    <th scope="col">{t("column_wins")}</th>
                    <th scope="col">{t("column_share")}</th>
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
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </>
        )}
      </section>
      <Records />
    </div>
  );
}
