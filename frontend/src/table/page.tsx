// The page of one table: waiting for players, playing, watching, and what comes after.
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { HintPanel, hintFor } from "./hint";
import { lookOf, type Look, type Scene } from "../games/look";
import type { Line, Position, TableMessage } from "../messages";
import { t } from "./texts";
import { Announcer } from "./announcer";
import { Banners } from "./banners";
import { secondsLeft } from "./clock";
import { Curtain, usePassing } from "./curtain";
import { EndBar } from "./end_buttons";
import { DealSummary } from "./deal_summary";
import { History } from "./history";
import { endIntermission, intermission, nextStage, settled, untilScored } from "./intermission";
import { useFocus, useKeys } from "./keys";
import { bottomSeat } from "./seat_places";
import { disperse, gather } from "./pass_and_play";
import { foldPanels, scoreOpen, sheetOpen } from "./panels";
import { forget, lookAt, past } from "./past";
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
  viewer,
  watch,
  type Attended,
} from "./store";
import { GiveUp, Toolbar } from "./toolbar";
import { WaitingRoom } from "./waiting_room";
import "./styles.css";
import "./phone.css";

/** The move that was sent and not yet answered: until then nothing else can be clicked. */
const sent = signal<string | null>(null);
const stepping = signal(false);

export function TablePage({ id }: { id: string }): JSX.Element {
  useEffect(() => {
    forget();
    endIntermission();
    foldPanels();
    stepping.value = false;
    void watch(id);
    gather(id);
    return () => {
      disperse();
      unwatch();
    };
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
function keyOf(table: TableMessage): string {
  return `${table.table}/${table.seq}`;
}

async function move(table: TableMessage, position: Position, action: number): Promise<void> {
  const key = keyOf(table);
  if (sent.value === key) return;
  sent.value = key;
  const answer = await ask({
    type: "move",
    table: table.table,
    game: table.game,
    ply: position.ply,
    action,
    seq: table.seq,
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
  const between = intermission.value;
  const pause =
    !away && between?.table === table.table && between.game === table.game ? between : null;
  const scored = pause && settled(pause, look, at.history);
  const current = away ? (looked ?? waiting) : (scored ?? position);
  // Who chose one seat's eyes sees its cards only, also where all are open.
  const seen = typeof wanted.seat === "number" ? { ...current, hands: null } : current;
  // A game that somebody gave up is over before its last move: nobody is asked for one.
  const resigned = table.status === "over" && !away && !seen.done;
  const shown = resigned ? { ...seen, done: true, player: null, legal: [] } : seen;
  const { next, hold } = usePassing(at, pause !== null);
  const live = !away && !pause;
  const key = keyOf(table);
  const you = table.you === null ? undefined : table.seats[table.you];
  const playing = live && table.status === "playing" && !you?.away;
  const mine = playing && position.player === table.you && position.legal.length > 0;
  const history = pause ? untilScored(at.history) : at.history;
  const faces = games.value.find((facts) => facts.name === game)?.cards ?? [];
  const hint = hintFor(table);
  const scene: Scene = {
    game,
    options: table.setup.options,
    position: shown,
    history: away ? cut(at.history, shown.ply, look) : history,
    seats: table.seats,
    faces,
    home: shown.seat ?? table.you ?? bottomSeat(table.seats),
    thinking: live ? (thinking.value?.seat ?? null) : null,
    open: shown.hands !== null,
    act:
      mine && sent.value !== key && online.value
        ? (action) => void move(table, position, action)
        : null,
    past: away,
    hinted: live && hint ? hint.action : null,
    clock: (seat) =>
      table.clock ? secondsLeft(table.clock, seat, Date.now() / 1000 - at.ahead) : null,
  };
  const spectator = table.you === null;
  const steps = stepping.value || spectator || away;
  const mayChoose = table.status === "over" || position.hands !== null;
  const entries = look.log({ ...scene, position: scored ?? position, history });
  // Unfolded, the score lies on the felt: it makes way for what happens there.
  useEffect(() => {
    scoreOpen.value = false;
  }, [pause?.stage, mine && key]);
  useEffect(foldPanels, [table.game]);
  useTitle(mine);
  useKeys();
  useFocus(mine && scene.act !== null, key);
  if (next !== null) return <Curtain table={table} next={next} />;
  return (
    <div class={`play at-table game-${game}`}>
      <Toolbar
        table={table}
        look={look}
        scene={scene}
        steps={steps}
        onSteps={(shown) => (stepping.value = shown)}
      />
      <Banners at={at} live={!away} />
      <div class={scoreOpen.value ? "play-score open" : "play-score"} id="score">
        <look.Score scene={scene} />
      </div>
      <div
        class={pause?.stage === "trick" || hold ? "play-table holding" : "play-table"}
        data-mine={mine}
        data-ply={position.ply}
        data-status={table.status}
        data-game-number={table.game}
        data-stage={pause?.stage}
        onClick={pause?.stage === "trick" ? nextStage : (hold ?? undefined)}
      >
        <look.Table scene={scene} />
        {pause?.stage === "sum" && <DealSummary table={table} sum={pause.sum} look={look} />}
        {table.result && table.status === "over" && !pause && (
          <EndBar table={table} result={table.result} />
        )}
        <Announcer at={at} history={history} mine={mine} look={look} faces={faces} />
      </div>
      <aside class={sheetOpen.value ? "play-side open" : "play-side"} id="side">
        <div class="sheet-head-bar">
          <GiveUp table={table} />
          <button
            type="button"
            class="button"
            data-action="close-sheet"
            onClick={() => (sheetOpen.value = false)}
          >
            {t("close")}
          </button>
        </div>
        {steps && (
          <Stepper
            table={table}
            ply={wanted.ply ?? position.ply}
            last={position.ply}
            mayChoose={mayChoose}
          />
        )}
        {table.result && table.status === "over" && pause?.stage !== "trick" && (
          <ResultPanel table={table} result={table.result} look={look} faces={faces} />
        )}
        {!spectator && viewer.value === 0 && table.status === "playing" && (
          <HintPanel table={table} mine={mine} />
        )}
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

function useTitle(mine: boolean): void {
  useEffect(() => {
    document.title = mine ? `● ${t("your_turn")} – Kibitz` : "Kibitz";
    return () => {
      document.title = "Kibitz";
    };
  }, [mine]);
}
