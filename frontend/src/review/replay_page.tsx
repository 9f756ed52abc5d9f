// A finished game of the store: step through it with any seat's eyes, and have it reviewed.
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { api } from "../api";
import { ChallengeButton } from "../deals/challenge";
import { Icon } from "../icons";
import { lookOf, type Entry, type Look, type Scene } from "../games/look";
import { wordOf } from "../games/words";
import type { Position, RecordReply, RecordSummary, SeatInfo } from "../messages";
import { when } from "../numbers";
import { t } from "./texts";
import { History } from "../table/history";
import { seatName } from "../table/names";
import { bottomSeat } from "../table/seat_places";
import { Peeks } from "../table/result";
import { StepButtons } from "../table/stepper";
import { cut } from "../table/page";
import { games, session, sentence } from "../table/store";
import { Review } from "./review";
import { keyOf, reviewed } from "./reviews";
import { TryIt } from "./try_it";
import "./replay.css";

const positions = signal(new Map<string, Position>());
const asked = new Set<string>();

/** A position of a record: kept, or null until it comes. */
function positionOf(
  path: string,
  ply: number,
  seat: number | null,
  fail: (e: unknown) => void,
): Position | null {
  const key = `${path}/${ply}/${seat}`;
  const known = positions.value.get(key);
  if (!known && !asked.has(key)) {
    asked.add(key);
    api.position(path, ply, seat).then(
      (position) => (positions.value = new Map(positions.value).set(key, position)),
      (error: unknown) => {
        asked.delete(key);
        fail(error);
      },
    );
  }
  return known ?? null;
}

/** The seats of a record, in the form that a table has them. */
export function seatsOfSummary(
  { seats, bots, your_seat }: RecordSummary,
  look: Look,
  labels: readonly string[],
): SeatInfo[] {
  const match = bots.every((bot) => bot !== null); // among bots only, where identifiers matter
  return seats.map((name, seat) => ({
    seat,
    label: labels[seat] ?? name,
    kind: bots[seat] && !match ? "bot" : "person",
    name,
    bot: bots[seat] ?? null,
    away: false,
    here: true,
    take_over_at: null,
    you: seat === your_seat,
    side: look.teams ? [seat % 2, (seat % 2) + 2] : [seat],
  }));
}

export function seatsOfRecord(
  reply: RecordReply,
  look: Look,
  labels: readonly string[],
): SeatInfo[] {
  return seatsOfSummary(reply.summary, look, labels);
}

/** The seat of the person at this browser, found by name; -1 if they did not play. */
function ownSeat({ summary }: RecordReply): number {
  return (
    summary.your_seat ??
    summary.seats.findIndex((name, i) => !summary.bots[i] && name === session.value?.name)
  );
}

/** Gives a text to the browser as a file. */
function download(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([`${text}\n`], { type: "application/json" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** The row of the history that an action belongs to; -1 if there is none. */
function rowOf(entries: readonly Entry[], ply: number): number {
  return entries.findIndex((entry) => entry.ply > ply && !entry.begins);
}

/** Where a decision was made: "Trick 3", in a game of several deals "Deal 2 · Trick 3". */
export function placeIn(entries: readonly Entry[], ply: number): string {
  const at = rowOf(entries, ply);
  const head = entries[at]?.place ?? entries[at]?.head ?? "";
  const deals = entries.filter((entry) => entry.begins);
  const deal = entries.slice(0, at).findLast((entry) => entry.begins);
  return deals.length > 1 && deal ? `${deal.head} · ${head}` : head;
}

interface PageProps {
  path: string; // of the game in the HTTP API
  record?: string; // its name among the records of this server
}

export function ReplayPage({ path, record }: PageProps): JSX.Element {
  const [reply, setReply] = useState<RecordReply | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [ply, setPly] = useState(0);
  const [seat, setSeat] = useState<number | null>(null);
  useEffect(() => {
    api.record(path).then(
      (found) => {
        setReply(found);
        const own = ownSeat(found);
        const person = found.summary.bots.findIndex((bot) => !bot);
        setSeat(own >= 0 ? own : person >= 0 ? person : null);
      },
      (e: unknown) => setError(sentence(e)),
    );
  }, [path]);
  if (error) {
    return (
      <div class="notice">
        <p role="alert">{error}</p>
        <a class="button" href="#/mine">
          {t("to_records")}
        </a>
      </div>
    );
  }
  const look = reply && lookOf(reply.summary.game);
  if (!reply || !look)
    return (
      <p class="notice" role="status">
        {t("loading")}
      </p>
    );
  const last = reply.summary.plies;
  const position = positionOf(path, ply, seat, (e) => setError(sentence(e)));
  const facts = games.value.find((each) => each.name === reply.summary.game);
  const seats = seatsOfRecord(reply, look, facts?.seat_labels ?? []);
  const game = reply.summary.game;
  const to = (wanted: number) => setPly(Math.max(0, Math.min(last, wanted)));
  const reviewable = record ? { record } : { line: reply.record };
  const judged =
    seat === null
      ? undefined
      : reviewed(keyOf(reviewable, seat)).reply?.judged.find((each) => each.ply === ply);
  const scene: Scene | null = position && {
    game,
    options: reply.summary.options,
    position: seat === null ? position : { ...position, hands: null },
    history: cut(reply.history, ply, look),
    seats,
    faces: facts?.cards ?? [],
    home: seat ?? bottomSeat(seats),
    thinking: null,
    open: seat === null,
    act: null,
    past: true,
    hinted: judged && judged.best !== judged.action ? judged.best : null,
    made: judged ? { action: judged.action, grade: judged.grade } : null,
    clock: () => null,
  };
  const logScene = scene && { ...scene, history: reply.history };
  const entries = logScene ? look.log(logScene) : [];
  return (
    <div class={`play game-${game} replay`}>
      <div class="toolbar">
        <a class="tool phone-tool" href="#/mine" aria-label={t("to_records")}>
          <Icon name="leave" />
        </a>
        <h1>
          {reply.summary.title} <small class="quiet">{when(reply.summary.ended)}</small>
        </h1>
      </div>
      <div class="replay-tools">
        {record && <ChallengeButton record={record} />}
        <button
          type="button"
          class="tool"
          onClick={() => download(`${reply.summary.record}.json`, reply.record)}
        >
          {t("download_record")}
        </button>
      </div>
      <div class="play-score">{scene && <look.Score scene={scene} />}</div>
      <div class="play-table" data-ply={ply}>
        {scene ? <look.Table scene={scene} /> : <p role="status">{t("loading")}</p>}
      </div>
      <aside class="play-side">
        <div class="stepper" role="group" aria-label={t("stepper")}>
          <StepButtons ply={ply} last={last} to={to} />
          <div class="stepper-row">
            <label class="inline">
              {t("view_as")}
              <select
                value={seat === null ? "all" : seat}
                onChange={(event) =>
                  setSeat(
                    event.currentTarget.value === "all" ? null : Number(event.currentTarget.value),
                  )
                }
              >
                <option value="all">{wordOf(game, "all_seats") ?? t("all_hands")}</option>
                {seats.map((each) => (
                  <option value={each.seat} key={each.seat}>
                    {seatName(seats, each.seat)}
                  </option>
                ))}
              </select>
            </label>
          </div>
        </div>
        <Peeks peeks={reply.summary.peeks} seats={seats} />
        <Review
          game={reviewable}
          name={game}
          look={look}
          faces={facts?.cards ?? []}
          seats={seats}
          seat={seat}
          own={ownSeat(reply)}
          ply={ply}
          plies={last}
          tryIt={(at) => <TryIt reply={reply} ply={at} own={seat === reply.summary.your_seat} />}
          where={(at) => placeIn(entries, at)}
          naming={(at) => entries[rowOf(entries, at)]?.label ?? ((action) => look.label(action))}
          onShow={(where, whose) => {
            setSeat(whose);
            to(where);
          }}
        />
        {logScene && (
          <History entries={entries} seats={seats} at={ply === last ? null : ply} onJump={to} />
        )}
      </aside>
    </div>
  );
}
