// Finished games: the own ones or those of everybody here, the latest first; a click replays one.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { api } from "../api";
import { lookOf } from "../games/look";
import type { RecordSummary } from "../messages";
import { t } from "./texts";
import { seatsOfSummary } from "../review/replay_page";
import { when } from "../numbers";
import { isUnscored, resignation } from "../table/ending";
import { seatName } from "../table/names";
import { games, sentence } from "../table/store";
import { Failure } from "../failure";

const PAGE = 30;

export function Records(): JSX.Element {
  const [game, setGame] = useState("");
  const [mine, setMine] = useState(true);
  const [records, setRecords] = useState<RecordSummary[] | null>(null);
  const [more, setMore] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const load = (before: number | null, known: RecordSummary[]) =>
    api.records(game || null, PAGE, before, mine).then(
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
  }, [game, mine]);
  return (
    <section class="panel" aria-labelledby="records-title">
      <div class="hint-head">
        <h2 id="records-title">{t("records")}</h2>
        <span class="grow" />
        <label class="inline">
          {t("whose")}
          <select
            value={mine ? "mine" : "all"}
            data-choice="whose"
            onChange={(event) => setMine(event.currentTarget.value === "mine")}
          >
            <option value="mine">{t("whose_mine")}</option>
            <option value="all">{t("whose_all")}</option>
          </select>
        </label>
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
      <Failure text={error} />
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

/** Whether the own seat won, shared the win or lost; null in a game of others. */
export function outcomeOf(record: RecordSummary): "won" | "shared" | "lost" | null {
  if (record.your_seat === null) return null;
  const best = Math.max(...record.outcome);
  if (record.outcome[record.your_seat] !== best) return "lost";
  return record.outcome.every((share) => share === best) ? "shared" : "won";
}

function RecordRow({ record }: { record: RecordSummary }): JSX.Element {
  const look = lookOf(record.game);
  const facts = games.value.find((each) => each.name === record.game);
  const seats = seatsOfSummary(record, look, facts?.seat_labels ?? []);
  const best = Math.max(...record.outcome);
  const outcome = outcomeOf(record);
  return (
    <li>
      <a class="table-row" href={`#/record/${record.record}`}>
        <span class="row-icon" aria-hidden="true">
          <look.Icon />
        </span>
        <span class="row-main">
          <b>{record.title}</b>
          <span class="quiet">
            {isUnscored(record) && resignation(seats, record.resigned ?? 0)}
            {(isUnscored(record) ? [] : record.seats).map((name, seat) => (
              <span key={seat}>
                {seat > 0 && " · "}
                <span class={record.outcome[seat] === best ? "winner" : ""}>
                  {seatName(seats, seat)}
                  {t("colon")}
                  {look.points(record.returns[seat] ?? 0)}
                  {record.peeks[seat] ? (
                    <span title={t("peeked", { name, count: record.peeks[seat] })}> ↶</span>
                  ) : null}
                </span>
              </span>
            ))}
          </span>
        </span>
        {outcome && <span class={`tag outcome-${outcome}`}>{t(`outcome_${outcome}`)}</span>}
        <time class="quiet" dateTime={new Date(record.ended * 1000).toISOString()}>
          {when(record.ended)}
        </time>
      </a>
    </li>
  );
}
