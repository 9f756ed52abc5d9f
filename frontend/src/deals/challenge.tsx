// A challenge: a friend gets a link and plays the same deal, in the same seat, against the same bots.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { api } from "../api";
import { lookOf } from "../games/look";
import { levelBot } from "../lobby/setup/choice";
import type { Ok, RecordSummary, SeatSetup, Setup } from "../messages";
import { go } from "../route";
import { PACE, settings } from "../settings";
import { ask, games, introduce, notify, online, sentence } from "../table/store";
import { invitation } from "../table/waiting_room";
import { t } from "./texts";
import "./styles.css";

/** The seat of the person who played: the own one, else the first. */
function personSeat(summary: RecordSummary): number {
  return (
    summary.your_seat ??
    Math.max(
      0,
      summary.bots.findIndex((bot) => !bot),
    )
  );
}

/** A table that plays a finished game again, from the position after `ply` actions. */
export function setupAgain(summary: RecordSummary, ply: number): Setup {
  const facts = games.value.find((each) => each.name === summary.game);
  const usual = facts ? levelBot(facts, settings.value.level) : "simple";
  const own = personSeat(summary);
  const seats = summary.seats.map(
    (_, seat): SeatSetup =>
      seat === own ? { kind: "me" } : { kind: "bot", bot: summary.bots[seat] ?? usual },
  );
  return {
    game: summary.game,
    options: {},
    seats,
    pace_ms: PACE[settings.value.speed],
    listed: false,
    origin: { record: summary.record, ply },
  };
}

export async function playAgain(summary: RecordSummary, ply: number): Promise<void> {
  await introduce();
  const answer = await ask<Ok>({ type: "create", setup: setupAgain(summary, ply) });
  if (answer?.table) go(`/table/${answer.table}`);
}

export function ChallengeButton({ record }: { record: string }): JSX.Element {
  const copy = async () => {
    try {
      const { link, works } = invitation(`/challenge/${record}`);
      await navigator.clipboard.writeText(link);
      notify(works ? t("challenge_copied") : t("challenge_local"));
    } catch {
      go(`/challenge/${record}`);
    }
  };
  return (
    <button type="button" class="tool" data-action="challenge" onClick={() => void copy()}>
      {t("challenge")}
    </button>
  );
}

export function ChallengePage({ record }: { record: string }): JSX.Element {
  const summary = useSummary(record);
  if (typeof summary === "string")
    return (
      <p class="notice" role="alert">
        {summary}
      </p>
    );
  if (!summary)
    return (
      <p class="notice" role="status">
        {t("loading")}
      </p>
    );
  const seat = personSeat(summary);
  const name = summary.seats[seat] ?? "";
  const points = lookOf(summary.game).points(summary.returns[seat] ?? 0);
  const own = summary.your_seat !== null;
  return (
    <section class="panel challenge">
      <h1>{own ? t("challenge_own") : t("challenge_title", { name })}</h1>
      <p>{t("challenge_text", { game: summary.title, name: own ? t("you") : name, points })}</p>
      <div class="dialog-buttons">
        <button
          type="button"
          class="button primary"
          data-action="take-challenge"
          disabled={!online.value}
          onClick={() => void playAgain(summary, 0)}
        >
          {t("challenge_play")}
        </button>
        <a class="button" href="#/">
          {t("to_lobby")}
        </a>
      </div>
    </section>
  );
}

/** A record's summary; a sentence if there is none. */
function useSummary(record: string | null): RecordSummary | string | null {
  const [found, setFound] = useState<RecordSummary | string | null>(null);
  useEffect(() => {
    if (record === null) return;
    api.record(`/records/${encodeURIComponent(record)}`).then(
      (reply) => setFound(reply.summary),
      (e: unknown) => setFound(sentence(e)),
    );
  }, [record]);
  return found;
}

/** At the end of such a game: how the other did with the same cards. */
export function ChallengeResult({ record }: { record: string }): JSX.Element | null {
  const summary = useSummary(record);
  if (!summary || typeof summary === "string") return null;
  const seat = personSeat(summary);
  return (
    <p>
      {t("challenge_compare", {
        name: summary.your_seat === seat ? t("you") : (summary.seats[seat] ?? ""),
        points: lookOf(summary.game).points(summary.returns[seat] ?? 0),
      })}
    </p>
  );
}
