// The page of one table: waiting for players, playing, watching, and what comes after.
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { HintPanel, hintFor } from "./hint";
import { lookOf, type Look, type Scene } from "../games/look";
import type { Line, Position, Table } from "../messages";
import { Icon } from "../icons";
import { go } from "../route";
import { settings } from "../settings";
import { t } from "./texts";
import { secondsLeft } from "./clock";
import { History } from "./history";
import { seatName } from "./names";
import { forget, lookAt, past, present } from "./past";
import { ResultPanel } from "./result";
import { Stepper } from "./stepper";
import {
  ask,
  attended,
  games,
  missing,
  online,
  thinking,
  unwatch,
  watch,
  type Attended,
} from "./store";
import { WaitingRoom } from "./waiting_room";
import "./styles.css";

/** The move that was sent and not yet answered: until then nothing else can be clicked. */
const sent = signal<string | null>(null);
const stepping = signal(false);

export function TablePage({ id }: { id: string }): JSX.Element {
  useEffect(() => {
    forget();
    stepping.value = false;
    void watch(id);
    return unwatch;
  }, [id]);
  if (missing.value) {
    return (
      <div class="notice">
        <h1>{t("no_table")}</h1>
        <p role="alert">{missing.value}</p>
        <a class="button" href="#/">
          {t("to_lobby")}
        </a>
      </div>
    );
  }
  const at = attended.value;
  if (!at)
    return (
      <p class="notice" role="status">
        {t("loading")}
      </p>
    );
  const look = lookOf(at.table.setup.game);
  if (at.table.status === "waiting" || !at.table.position) return <WaitingRoom table={at.table} />;
  return <Playing at={at} look={look} position={at.table.position} />;
}

/** `seq` moves with everything that happens: after an undo the same ply has another key. */
function keyOf(table: Table): string {
  return `${table.table}/${table.seq}`;
}

async function move(table: Table, position: Position, action: number): Promise<void> {
  const key = keyOf(table);
  if (sent.value === key) return;
  sent.value = key;
  const answer = await ask({
    type: "move",
    table: table.table,
    game: table.game,
    ply: position.ply,
    action,
  });
  // The next position has another key; after a refusal the same one can be tried again.
  if (!answer && sent.value === key) sent.value = null;
}

/** The lines up to `ply` actions; all of them where some actions leave no line. */
export function cut(history: Line[], ply: number, look: Look): Line[] {
  if (look.hiddenActions) return history;
  let actions = 0;
  const end = history.findIndex((line) => line.kind === "action" && ++actions > ply);
  return end < 0 ? history : history.slice(0, end);
}

function Playing({
  at,
  look,
  position,
}: {
  at: Attended;
  look: Look;
  position: Position;
}): JSX.Element {
  const { table } = at;
  const game = table.setup.game;
  const wanted = past.value;
  const seatNow = position.seat;
  const lookSeat = wanted.seat === undefined ? (table.you ?? seatNow) : wanted.seat;
  const away = wanted.ply !== null || (wanted.seat !== undefined && wanted.seat !== seatNow);
  const looked = away
    ? lookAt(table.table, table.game, wanted.ply ?? position.ply, lookSeat)
    : null;
  // Until the answer comes what was looked at before stays: no flash of the present.
  const gameKey = `${table.table}/${table.game}`;
  const before = useRef<{ key: string; position: Position } | null>(null);
  if (!away) before.current = null;
  else if (looked) before.current = { key: gameKey, position: looked };
  const waiting = before.current?.key === gameKey ? before.current.position : position;
  const told = away ? (looked ?? waiting) : position;
  // Who chose one seat's eyes sees its cards only, also where all are open.
  const shown = typeof wanted.seat === "number" ? { ...told, hands: null } : told;
  const live = !away;
  const key = keyOf(table);
  const you = table.you === null ? undefined : table.seats[table.you];
  const mine = live && position.player === table.you && position.legal.length > 0 && !you?.away;
  const faces = games.value.find((facts) => facts.name === game)?.cards ?? [];
  const hint = hintFor(table);
  const scene: Scene = {
    game,
    options: table.setup.options,
    position: shown,
    history: live ? at.history : cut(at.history, shown.ply, look),
    seats: table.seats,
    faces,
    home: shown.seat ?? table.you ?? 0,
    thinking: live ? (thinking.value?.seat ?? null) : null,
    open: shown.hands !== null,
    act:
      mine && sent.value !== key && online.value
        ? (action) => void move(table, position, action)
        : null,
    hinted: live && hint ? hint.action : null,
    clock: (seat) =>
      table.clock ? secondsLeft(table.clock, seat, Date.now() / 1000 - at.ahead) : null,
  };
  const spectator = table.you === null;
  const steps = stepping.value || spectator || away;
  const mayChoose = table.status === "over" || position.hands !== null;
  const entries = look.log({ ...scene, position, history: at.history });
  useTitle(mine);
  useKeys(table, mine);
  return (
    <div class={`play game-${game}`}>
      <Toolbar table={table} steps={steps} />
      <Banners at={at} live={live} />
      <div class="play-score">
        <look.Score scene={scene} />
      </div>
      <div
        class="play-table"
        data-mine={mine}
        data-ply={position.ply}
        data-status={table.status}
        data-game-number={table.game}
      >
        <look.Table scene={scene} />
        <Announcer at={at} mine={mine} look={look} />
      </div>
      <aside class="play-side">
        {steps && (
          <Stepper
            table={table}
            ply={wanted.ply ?? position.ply}
            last={position.ply}
            mayChoose={mayChoose}
          />
        )}
        {table.result && table.status === "over" && (
          <ResultPanel table={table} result={table.result} look={look} faces={faces} />
        )}
        {!spectator && table.status === "playing" && <HintPanel table={table} mine={mine} />}
        <History
          entries={entries}
          seats={table.seats}
          at={wanted.ply}
          onJump={(ply) => {
            stepping.value = true;
            past.value = { ...past.value, ply: ply >= position.ply ? null : ply };
          }}
        />
      </aside>
    </div>
  );
}

function Toolbar({ table, steps }: { table: Table; steps: boolean }): JSX.Element {
  const you = table.you === null ? undefined : table.seats[table.you];
  return (
    <div class="toolbar" role="toolbar" aria-label={t("table_tools")}>
      <h1>{table.setup.title}</h1>
      <a class="rules-link" href={`#/rules/${table.setup.game}`} target="_blank" rel="noopener">
        {t("rules")}
      </a>
      {table.setup.open_cards && <span class="tag">{t("open_cards_tag")}</span>}
      {table.spectators > 0 && (
        <span class="quiet">{t("spectators", { count: table.spectators })}</span>
      )}
      <span class="grow" />
      {table.you !== null && table.status === "playing" && (
        <button
          type="button"
          class="tool"
          disabled={!table.can_undo || table.undo !== null}
          data-action="undo"
          aria-label={t("undo")}
          title={table.undo_seen ? t("undo_seen_help", { count: table.undo_seen }) : t("undo_help")}
          onClick={() => void ask({ type: "undo", table: table.table })}
        >
          <Icon name="undo" /> <span class="wide-only">{t("undo")}</span>
        </button>
      )}
      {table.you !== null && (
        <button
          type="button"
          class="tool"
          aria-pressed={steps}
          aria-label={t("look_back")}
          onClick={() => {
            stepping.value = !stepping.value;
            if (!stepping.value) forget();
          }}
        >
          <Icon name="history" /> <span class="wide-only">{t("look_back")}</span>
        </button>
      )}
      {you && !you.away && table.status === "playing" && (
        <button
          type="button"
          class="tool"
          data-action="leave"
          aria-label={t("leave")}
          onClick={() => {
            void ask({ type: "leave", table: table.table });
            go("/");
          }}
        >
          <Icon name="leave" /> <span class="wide-only">{t("leave")}</span>
        </button>
      )}
    </div>
  );
}

function Banners({ at, live }: { at: Attended; live: boolean }): JSX.Element {
  const { table } = at;
  const you = table.you === null ? undefined : table.seats[table.you];
  const gone = table.seats.filter(
    (seat) => seat.kind === "person" && !seat.here && !seat.away && !seat.you,
  );
  return (
    <div class="banners">
      {!live && (
        <p class="banner">
          {t("looking_back")}{" "}
          <button
            type="button"
            class="link"
            onClick={() => (past.value.ply === null ? forget() : present())}
          >
            {t("to_present")}
          </button>
        </p>
      )}
      {you?.away && (
        <p class="banner warn">
          {t("bot_plays_for_you", { bot: you.bot ?? "" })}{" "}
          <button
            type="button"
            class="button"
            data-action="come_back"
            onClick={() => void ask({ type: "come_back", table: table.table })}
          >
            {t("come_back")}
          </button>
        </p>
      )}
      {table.undo !== null && (
        <p class="banner" role="alert">
          {table.undo === table.you ? (
            t("undo_waiting")
          ) : (
            <>
              {t("undo_asked", { name: seatName(table.seats, table.undo) })}{" "}
              {table.you !== null && (
                <>
                  <button
                    type="button"
                    class="button primary"
                    onClick={() =>
                      void ask({ type: "answer_undo", table: table.table, accept: true })
                    }
                  >
                    {t("accept")}
                  </button>{" "}
                  <button
                    type="button"
                    class="button"
                    onClick={() =>
                      void ask({ type: "answer_undo", table: table.table, accept: false })
                    }
                  >
                    {t("decline")}
                  </button>
                </>
              )}
            </>
          )}
        </p>
      )}
      {table.you !== null &&
        table.status === "playing" &&
        gone.map((seat) => (
          <p class="banner" key={seat.seat}>
            {t("person_gone", { name: seatName(table.seats, seat.seat) })}{" "}
            <button
              type="button"
              class="button"
              onClick={() => void ask({ type: "take_over", table: table.table, seat: seat.seat })}
            >
              {t("let_bot_play")}
            </button>
          </p>
        ))}
    </div>
  );
}

/** For screen readers: the last event, and whose turn it is. */
function Announcer({ at, mine, look }: { at: Attended; mine: boolean; look: Look }): JSX.Element {
  const last = at.history.at(-1);
  const english = settings.value.language === "en";
  const who = last?.seat === null || !last ? "" : seatName(at.table.seats, last.seat);
  const told = english ? last?.text : last?.name ? `${who}: ${look.label(last.name)}` : "";
  return (
    <p class="visually-hidden" role="status" aria-live="polite">
      {told} {mine ? t("your_turn") : ""}
    </p>
  );
}

function useTitle(mine: boolean): void {
  useEffect(() => {
    document.title = mine ? `● ${t("your_turn")} – Kibitz` : "Kibitz";
    return () => {
      document.title = "Kibitz";
    };
  }, [mine]);
}

/** Keys: U undoes a move, H asks for a hint. */
function useKeys(table: Table, mine: boolean): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)
      )
        return;
      const press = (action: string) =>
        document.querySelector<HTMLButtonElement>(`[data-action="${action}"]`)?.click();
      if (event.key === "u" && table.can_undo) press("undo");
      if (event.key === "h" && mine) press("hint");
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [table, mine]);
}
