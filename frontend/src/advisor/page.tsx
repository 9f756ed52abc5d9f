// The advisor mirrors a real game at a kitchen table: enter your hand and what happens, and ask what
// to do. The page keeps the entries; the server checks all of them each time, so that any of them
// can be taken out again.
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { http } from "../api";
import { lookOf, type Entered, type Scene } from "../games/look";
import type { AdvisorReply, AskAdvisor, EntriesReply, HintReply } from "../messages";
import { homeSeat, lastGame, playersOf } from "../lobby/setup/choice";
import { games, sentence } from "../table/store";
import { bigCount } from "../numbers";
import { seatLabel } from "../table/names";
import { t } from "./texts";
import { EntryForm } from "./entry_form";
import { EntryText } from "./entry_text";
import { GameChoice, type Rules } from "../lobby/setup/game_choice";
import { NO_TABLE, plainSeats } from "../table/plain_seats";
import { AskPanel } from "../advice/ask_panel";
import { EVALUATION } from "../advice/bot_choice";
import { HintView } from "../advice/hint_view";
import "./styles.css";
import { Failure } from "../failure";
import { SeatOptions } from "../table/seat_options";

const KEY = "kibitz.advisor";

function load(): AskAdvisor | null {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "null") as AskAdvisor | null;
    if (kept && typeof kept.game === "string" && Array.isArray(kept.entries)) return kept;
  } catch {
    // Damaged or forbidden: begin anew.
  }
  return null;
}

const asked = signal<AskAdvisor | null>(load());

function keep(next: AskAdvisor): void {
  asked.value = next;
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // It lasts as long as the page.
  }
}

export function AdvisorPage(): JSX.Element {
  const mirror = asked.value;
  useEffect(() => {
    if (!mirror && games.value.length > 0)
      keep(begin({ game: lastGame(games.value), options: {} }));
  }, [mirror, games.value]);
  return mirror ? (
    <Advising mirror={mirror} />
  ) : (
    <p class="notice" role="status">
      {t("loading")}
    </p>
  );
}

/** A game from its deal, seen from the seat that people have at a table: South, where there is one. */
function begin(rules: Rules): AskAdvisor {
  const facts = games.value.find((each) => each.name === rules.game);
  const seat = facts ? homeSeat(facts, playersOf(facts, rules.options)) : 0;
  return { ...rules, seat, entries: [] };
}

function Advising({ mirror }: { mirror: AskAdvisor }): JSX.Element {
  const [reply, setReply] = useState<AdvisorReply | null>(null);
  const [error, setError] = useState<string | null>(null);
  const entries = mirror.entries ?? [];

  useEffect(() => {
    let old = false;
    http<AdvisorReply>("/analysis/advisor", mirror).then(
      (answer) => {
        if (old) return;
        setReply(answer);
        setError(null);
      },
      (e: unknown) => !old && setError(sentence(e)),
    );
    return () => {
      old = true;
    };
  }, [mirror]);

  const facts = games.value.find((each) => each.name === mirror.game);
  const look = lookOf(mirror.game);
  if (!facts || !look)
    return (
      <p class="notice" role="status">
        {t("loading")}
      </p>
    );
  const players = playersOf(facts, mirror.options ?? {});
  const seats = plainSeats(facts, look, players, mirror.seat);
  const add = (entry: Entered) =>
    keep({ ...mirror, entries: [...entries.slice(0, reply?.accepted ?? entries.length), entry] });
  const drop = (place: number) =>
    keep({ ...mirror, entries: entries.filter((_, i) => i !== place) });
  const current = reply?.game === mirror.game ? reply : null;
  const scene: Scene | null = current?.position
    ? {
        game: mirror.game,
        options: mirror.options ?? {},
        position: {
          ...current.position,
          legal: current.position.legal.filter(
            (legal) => !look.advisor?.formOnly?.includes(legal.kind),
          ),
        },
        ...NO_TABLE,
        seats,
        faces: facts.cards,
        home: mirror.seat,
        open: false,
        act:
          current.expects.yours && current.expects.kind !== "deal"
            ? (action) => add({ kind: "action", action })
            : null,
      }
    : null;
  return (
    <div class={`play game-${mirror.game} advisor`}>
      <div class="toolbar">
        <h1>{t("title")}</h1>
        <GameChoice
          games={games.value}
          rules={{ game: mirror.game, options: mirror.options ?? {} }}
          onChange={(rules) => keep(begin(rules))}
        />
        <label class="inline">
          {t("my_seat")}
          <select
            value={mirror.seat}
            data-choice="my-seat"
            onChange={(event) =>
              keep({ ...mirror, seat: Number(event.currentTarget.value), entries: [] })
            }
          >
            <SeatOptions seats={seats} />
          </select>
        </label>
        <button
          type="button"
          class="tool"
          disabled={entries.length === 0}
          onClick={() => keep({ ...mirror, entries: [] })}
        >
          {t("start_over")}
        </button>
      </div>
      {scene && (
        <div class="play-score">
          <look.Score scene={scene} />
        </div>
      )}
      <div class="play-table">
        <Failure text={error} />
        {current?.refused && (
          <p class="error" role="alert">
            {current.refused.sentence}{" "}
            <button
              type="button"
              class="link"
              onClick={() => keep({ ...mirror, entries: entries.slice(0, current.accepted) })}
            >
              {t("drop_entry")}
            </button>
          </p>
        )}
        {current && (
          <EntryForm
            key={`${current.accepted}.${mirror.game}`}
            expects={current.expects}
            facts={facts}
            look={look}
            seats={seats}
            onEnter={add}
          />
        )}
        {current?.returns && (
          <p class="remark">
            {t("result")}
            {t("colon")}
            {current.returns
              .map(
                (value, seat) =>
                  `${seatLabel(seats[seat] as (typeof seats)[0])} ${look.points(value)}`,
              )
              .join(" · ")}
          </p>
        )}
        {scene && <look.Table scene={scene} />}
        {!scene && <p class="quiet">{t("intro")}</p>}
      </div>
      <aside class="play-side">
        {current?.expects.yours && <AdvisorHint mirror={mirror} seats={seats} />}
        <section aria-label={t("entries")}>
          <h2>{t("entries")}</h2>
          {current?.worlds !== null && current?.worlds !== undefined && (
            <p class="quiet">{t("worlds_left", { count: bigCount(current.worlds) })}</p>
          )}
          {entries.length === 0 && <p class="quiet">{t("no_entries")}</p>}
          <ol class="entries">
            {entries.map((entry, i) => (
              <li key={i} class={current && i >= current.accepted ? "refused" : ""}>
                <span>
                  <EntryText
                    entry={entry}
                    reply={current?.entries[i]}
                    facts={facts}
                    look={look}
                    seats={seats}
                  />
                </span>
                <button
                  type="button"
                  class="link"
                  aria-label={t("remove_entry", { number: i + 1 })}
                  onClick={() => drop(i)}
                >
                  ✕
                </button>
              </li>
            ))}
          </ol>
          <button
            type="button"
            class="button"
            disabled={entries.length === 0}
            data-action="undo-entry"
            onClick={() => drop(entries.length - 1)}
          >
            {t("undo_entry")}
          </button>
        </section>
        <AtOnce mirror={mirror} key={mirror.game} />
      </aside>
    </div>
  );
}

/** A whole position in one text, as `kibitz advise --position` takes it. */
function AtOnce({ mirror }: { mirror: AskAdvisor }): JSX.Element {
  const [text, setText] = useState("");
  const [error, setError] = useState<string | null>(null);
  const { game, options, seat } = mirror;
  const enter = () =>
    http<EntriesReply>("/analysis/advisor/read", { game, options, seat, text }).then(
      (reply) => {
        setError(null);
        keep({ ...mirror, entries: reply.entries });
      },
      (e: unknown) => setError(sentence(e)),
    );
  return (
    <details class="at-once">
      <summary>{t("at_once")}</summary>
      <label>
        <span class="quiet">{t("at_once_help")}</span>
        <textarea
          rows={4}
          value={text}
          data-field="position"
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <Failure text={error} />
      <button
        type="button"
        class="button"
        disabled={!text.trim()}
        data-action="enter-position"
        onClick={() => void enter()}
      >
        {t("enter_this")}
      </button>
    </details>
  );
}

function AdvisorHint({
  mirror,
  seats,
}: {
  mirror: AskAdvisor;
  seats: ReturnType<typeof plainSeats>;
}): JSX.Element {
  const [bot, setBot] = useState(EVALUATION);
  const [reply, setReply] = useState<HintReply | null>(null);
  useEffect(() => setReply(null), [mirror]);
  return (
    <AskPanel
      game={mirror.game}
      title={t("what_to_do")}
      bot={bot}
      onBot={setBot}
      ask={async () =>
        setReply(await http<HintReply>("/analysis/advisor/hint", { ...mirror, bot }))
      }
      primary
    >
      {reply && <HintView reply={reply} seats={seats} />}
    </AskPanel>
  );
}
