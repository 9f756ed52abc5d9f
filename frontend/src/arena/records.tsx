// The finished games of this server: the latest first, by game; a click replays one.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { api } from "../api";
import { lookOf } from "../games/look";
import type { RecordSummary } from "../messages";
import { t } from "./texts";
import { games, sentence } from "../table/store";

const PAGE = 30;

export function Records(): JSX.Element {
  const [game, setGame] = useState("");
  const [records, setRecords] = useState<RecordSummary[] | null>(null);
  const [more, setMore] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const load = (before: number | null, known: RecordSummary[]) =>
    api.records(game || null, PAGE, before).then(
      (next) => {
        setRecords([...known, ...next]);
        setMore(next.length === PAGE);
        setError(null);
      },
      (e: unknown) => setError(sentence(e)),
    );
  useEffect(() => {
    setRecords(null);
    void load(null, []);
  }, [game]);
  return (
    <section class="panel" aria-labelledby="records-title">
      <div class="hint-head">
        <h2 id="records-title">{t("records")}</h2>
        <span class="grow" />
        <label class="inline">
          {t("game")}
          <select value={game} onChange={(event) => setGame(event.currentTarget.value)}>
            <option value="">{t("all_games")}</option>
            {games.value.map((facts) => (
              <option value={facts.name} key={facts.name}>
                {facts.title}
              </option>
            ))}
          </select>
        </label>
      </div>
      {error && (
        <p class="error" role="alert">
          {error}
        </p>
      )}
      {records === null && !error && <p role="status">{t("loading")}</p>}
      {records?.length === 0 && <p class="quiet">{t("no_records")}</p>}
      <ul class="table-list">
        {(records ?? []).map((record) => (
          <RecordRow record={record} key={record.record} />
        ))}
      </ul>
      {more && (
        <button
          type="button"
          class="button"
          onClick={() => void load(records?.at(-1)?.ended ?? null, records ?? [])}
        >
          {t("more")}
        </button>
      )}
    </section>
  );
}

function RecordRow({ record }: { record: RecordSummary }): JSX.Element {
  const look = lookOf(record.game);
  const best = Math.max(...record.outcome);
  return (
    <li>
      <a class="table-row" href={`#/record/${record.record}`}>
        {look && (
          <span class="row-icon" aria-hidden="true">
            <look.Icon />
          </span>
        )}
        <span class="row-main">
          <b>{record.title}</b>
          <span class="quiet">
            {record.seats.map((name, seat) => (
              <span key={seat}>
                {seat > 0 && " · "}
                <span class={record.outcome[seat] === best ? "winner" : ""}>
                  {name}
                  {record.bots[seat] && record.bots[seat] !== name
                    ? ` (${record.bots[seat]})`
                    : ""}{" "}
                  {look?.points(record.returns[seat] ?? 0)}
                  {record.peeks[seat] ? (
                    <span title={t("peeked", { name, count: record.peeks[seat] })}> ↶</span>
                  ) : null}
                </span>
              </span>
            ))}
          </span>
        </span>
        <time class="quiet" dateTime={new Date(record.ended * 1000).toISOString()}>
          {new Date(record.ended * 1000).toLocaleString()}
        </time>
      </a>
    </li>
  );
}
