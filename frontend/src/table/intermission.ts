// Between two deals: the last trick stays for a moment, then the sum of the deal is shown until the
// player continues. The server does not wait: what the others do meanwhile is shown afterwards.
import { signal } from "@preact/signals";
import type { Look } from "../games/look";
import type { DealSum, Line, Position } from "../messages";
import type { Attended } from "./store";

export const TRICK_MS = 2000; // the last trick stays this long, or until a click
const WATCHED_MS = 5000; // a spectator sees the sum this long

export interface Intermission {
  table: string;
  game: number;
  stage: "trick" | "sum";
  position: Position; // what stays on the felt
  after: Position["view"]; // with the deal scored, and the next one begun
  sum: DealSum;
}

export const intermission = signal<Intermission | null>(null);
let timer: ReturnType<typeof setTimeout> | undefined;

/** Called with every message about a table: begins an intermission when a deal has ended. */
export function betweenDeals(before: Attended | null, now: Attended): void {
  const { table } = now;
  const old = before?.table;
  const same = old !== undefined && old.table === table.table && old.game === table.game;
  const ended = table.last_deal?.number ?? 0;
  const known = same ? (old.last_deal?.number ?? 0) : ended;
  const running = intermission.value;
  if (running && (running.table !== table.table || running.game !== table.game)) endIntermission();
  if (ended < known) endIntermission(); // an undo went back into the deal
  const watched = table.you === null;
  if (ended <= known || !table.last_deal || !table.position || !old?.position) return;
  if (watched && table.setup.pace_ms === 0) return;
  const void_ = table.last_deal.verdict === "void";
  intermission.value = {
    table: table.table,
    game: table.game,
    stage: void_ ? "sum" : "trick",
    position: frozen(old.position, table.position),
    after: table.position.view,
    sum: table.last_deal,
  };
  clearTimeout(timer);
  if (!void_) timer = setTimeout(nextStage, TRICK_MS);
  else if (watched) timer = setTimeout(endIntermission, WATCHED_MS);
}

/** What had happened when the deal was scored: the next one may have begun since. */
export function untilScored(history: Line[]): Line[] {
  const end = history.findLastIndex((line) => line.kind === "score");
  return end < 0 ? history : history.slice(0, end + 1);
}

/** The old deal with its last trick complete; at the end of the game that is the position itself. */
function frozen(before: Position, now: Position): Position {
  if (now.done) return now;
  return {
    ...before,
    player: null,
    legal: [],
    trick: null,
    last_trick: now.last_trick,
    hand: before.hand === null ? null : [],
    hands: before.hands?.map(() => []) ?? null,
    hand_sizes: before.hand_sizes.map(() => 0),
    phase: "play",
  };
}

/** What stays on the felt, with the last trick counted and the deal scored. */
export function settled(pause: Intermission, look: Look, history: Line[]): Position {
  const { position, after, sum } = pause;
  if (position.done || !look.settle) return position;
  const score = untilScored(history).at(-1)?.data;
  const taken = sum.rows.find((row) => row.what === "tricks")?.values ?? [];
  const deal = {
    tricks: taken.map((value) => value ?? 0),
    score: Array.isArray(score) ? score : [],
  };
  return { ...position, view: look.settle(position.view, after, deal) };
}

/** From the trick to the sum, and from the sum to the game. */
export function nextStage(): void {
  const now = intermission.value;
  if (!now) return;
  clearTimeout(timer);
  if (now.stage === "trick") {
    intermission.value = { ...now, stage: "sum" };
    if (now.position.seat === null) timer = setTimeout(endIntermission, WATCHED_MS);
  } else endIntermission();
}

export function endIntermission(): void {
  clearTimeout(timer);
  intermission.value = null;
}
