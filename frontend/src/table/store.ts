// What the page knows: the session, the facts of the games, and the one table that is looked at.
// Everything shown is drawn from these signals; everything asked goes through `ask`.
import { computed, signal } from "@preact/signals";
import { api } from "../api";
import {
  PROTOCOL,
  type FromServer,
  type GameFacts,
  type Line,
  type Note,
  type ServerFacts,
  type Session,
  type TableMessage,
  type TableSummary,
  type Welcome,
} from "../messages";
import { goLocal } from "../offline/local";
import { settings } from "../settings";
import { receiveEmote } from "./emotes";
import { betweenDeals } from "./intermission";
import { personName } from "./names";
import { play, soundsOf } from "./sound";
import { find, t } from "./texts";
import { errorText } from "../text/errors";
import { Refused, Socket, type Ask } from "./socket";

/** A table with its history in one piece. */
export interface Attended {
  table: TableMessage;
  history: Line[];
  notes: Note[];
  /** The page's clock minus the server's, in seconds: clocks run on the server's time. */
  ahead: number;
}

export interface Toast {
  id: number;
  text: string;
  bad: boolean;
}

export const games = signal<GameFacts[]>([]);
export const session = signal<Session | null>(null);
export const needsPassphrase = signal(false);
export const mayTrain = signal(false); // the server's owner, or somebody at its machine
export const outside = signal<string | null>(null); // where other machines reach the server
export const startError = signal<string | null>(null);
export const myTables = signal<TableSummary[]>([]);
export const attended = signal<Attended | null>(null);
export const missing = signal<string | null>(null); // why the wanted table cannot be shown
export const toasts = signal<Toast[]>([]);
export const thinking = signal<{ seat: number; ply: number } | null>(null);

/** Who looks at the table: the person of this browser (0), or one who shares it (pass_and_play.ts). */
export const viewer = signal(0);
export const views = new Map<number, Attended>();
const lines = new Map<number, Socket>();

let wanted: string | null = null; // the id of the table that the page is about
let toastNumber = 0;
let knownAs: string | null = null; // the name that the server has for us on this line

export const address = () =>
  `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/socket`;

export const socket = new Socket(
  typeof location === "undefined" ? "" : address(),
  () => settings.value.name.trim() || null,
  receive,
  (welcome) => {
    knownAs = welcome.name;
    myTables.value = welcome.tables;
    if (wanted) void watch(wanted);
  },
  (refusal) => {
    if (refusal.code === "no_session") void begin();
    else notify(sentence(new Refused(refusal.code, refusal.sentence)), true);
  },
);

export const online = computed(() => socket.line.value === "open");

/** A sentence for a person: ours where the code is known, else the server's. */
export function sentence(error: unknown): string {
  if (!(error instanceof Refused)) return String(error);
  return errorText(error.code, error.message);
}

export function notify(text: string, bad = false): void {
  const toast = { id: ++toastNumber, text, bad };
  toasts.value = [...toasts.value.slice(-2), toast];
  setTimeout(() => dismiss(toast.id), bad ? 8000 : 4000);
}

export function dismiss(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
}

/** Become known to the server and open the line. With a passphrase where one is asked for. */
export async function begin(passphrase: string | null = null): Promise<void> {
  startError.value = null;
  try {
    const server = await reach();
    mayTrain.value = server.training;
    outside.value = server.address;
    if (server.session) {
      session.value = server.session;
    } else if (server.passphrase && passphrase === null) {
      needsPassphrase.value = true;
      return;
    } else {
      session.value = await api.session(settings.value.name.trim() || t("guest"), passphrase);
    }
    needsPassphrase.value = false;
    games.value = await api.games();
    socket.open();
  } catch (error) {
    startError.value = sentence(error);
    if (!(error instanceof Refused && error.code === "bad_passphrase")) {
      setTimeout(() => {
        if (startError.value) void begin(passphrase);
      }, 3000);
    }
  }
}

/** The server's facts; where there is no server, those of this device, on which the page then plays. */
async function reach(): Promise<ServerFacts> {
  const forced = new URLSearchParams(location.search).has("offline");
  if (forced && (await goLocal())) return api.server();
  try {
    const server = (await api.server()) as ServerFacts | null;
    if (server || !(await goLocal())) return server as ServerFacts;
    return await api.server(); // a file server that sends the page for every path
  } catch (error) {
    const absent = error instanceof Refused && ABSENT.includes(error.code);
    if (absent && (await goLocal())) return api.server();
    throw error;
  }
}

// No answer; or that of a plain file server, which knows no such route.
const ABSENT = ["offline", "http_404", "http_405"];

/** The line of whoever looks at the table. */
export function line(): Socket {
  return lines.get(viewer.value) ?? socket;
}

/** Show the table to another person at this device. */
export function showAs(next: number): void {
  viewer.value = next;
  attended.value = views.get(next) ?? attended.value;
}

/** A person who shares this device takes a seat, or comes back to it. */
export async function join(own: Socket, table: string): Promise<void> {
  try {
    await own.ask({ type: "join", table });
  } catch {
    // Seated before the page was loaded again.
  }
  await own.ask({ type: "watch", table, since: null }).catch(() => undefined);
}

/** Ask the server. A refusal is shown to the person and returns null. */
export async function ask<T extends FromServer>(message: Ask): Promise<T | null> {
  try {
    return await ("table" in message ? line() : socket).ask<T>(message);
  } catch (error) {
    notify(sentence(error), true);
    return null;
  }
}

/** Send a name that was typed since the last greeting, before others see it. */
export async function introduce(): Promise<void> {
  const name = settings.value.name.trim();
  if (!name || name === knownAs) return;
  const welcome = await ask<Welcome>({ type: "hello", protocol: PROTOCOL, name });
  if (welcome) knownAs = welcome.name;
}

/** Attend a table from now on; the line comes back to it by itself. */
export async function watch(id: string): Promise<void> {
  wanted = id;
  missing.value = null;
  const own = views.get(0);
  const known = own?.table.table === id ? own.table.seq : null;
  if (known === null) attended.value = null;
  if (!online.value) return;
  try {
    await socket.ask({ type: "watch", table: id, since: known });
  } catch (error) {
    if (error instanceof Refused && error.code !== "offline") missing.value = sentence(error);
  }
}

export function unwatch(): void {
  if (wanted && online.value) socket.ask({ type: "unwatch", table: wanted }).catch(() => undefined);
  wanted = null;
  viewer.value = 0;
  views.clear();
  lines.clear();
  attended.value = null;
  missing.value = null;
}

/** What a `table` message makes of what was known before. */
export function fold(before: Attended | null, table: TableMessage, now: number): Attended {
  const known = before?.table.table === table.table ? before : null;
  return {
    table,
    history: (known?.history ?? []).slice(0, table.keep).concat(table.history),
    notes: (known?.notes ?? []).slice(0, table.notes_keep).concat(table.notes),
    ahead: now / 1000 - table.now,
  };
}

function receive(message: FromServer): void {
  receiveAs(0, message);
}

/** Take a message that came for one of the people at this device. */
export function receiveAs(who: number, message: FromServer, own: Socket = socket): void {
  lines.set(who, own);
  if (message.type === "table") {
    if (message.table !== wanted) return;
    const before = views.get(who) ?? null;
    views.set(who, fold(before, message, Date.now()));
    if (who !== viewer.value) {
      // A seat at this device: the one shown may have to be passed on to it now (curtain.tsx).
      if (attended.value && before?.table.you !== message.you)
        attended.value = { ...attended.value };
      return;
    }
    attended.value = views.get(who) as Attended;
    thinking.value =
      message.thinking === null
        ? null
        : { seat: message.thinking, ply: message.position?.ply ?? 0 };
    betweenDeals(before, attended.value);
    for (const sound of soundsOf(before, attended.value)) play(sound);
    announceNotes(before, attended.value);
  } else if (who !== viewer.value) {
    return; // the same for all
  } else if (message.type === "presence") {
    const at = attended.value;
    if (at?.table.table !== message.table) return;
    const seats = at.table.seats.map((seat, i) => ({
      ...seat,
      here: message.here[i] ?? seat.here,
      take_over_at: message.take_over_at[i] ?? null,
    }));
    attended.value = { ...at, table: { ...at.table, seats, spectators: message.spectators } };
    views.set(viewer.value, attended.value);
  } else if (message.type === "emoted") {
    if (message.table === wanted) receiveEmote(message);
  } else if (message.type === "thinking") {
    if (message.table === wanted) thinking.value = { seat: message.seat, ply: message.ply };
  }
}

const ANNOUNCED: Note["kind"][] = [
  "sat",
  "left",
  "away",
  "back",
  "replaced",
  "flagged",
  "undo_refused",
  "undone",
  "undone_seen",
  "restarted",
];

/** The names of those who share this device (pass_and_play.ts): that they sit down is no news. */
export const beside = new Set<string>();

/** What others did beside the game since `before`. */
export function newsOf(before: Attended | null, now: Attended): Note[] {
  if (before?.table.table !== now.table.table) return [];
  const last = before.notes.at(-1)?.seq ?? 0;
  return now.notes.filter(
    ({ seq, kind, name }) => seq > last && !(kind === "sat" && name !== null && beside.has(name)),
  );
}

/** Show it in passing; the table's notes keep it. */
function announceNotes(before: Attended | null, now: Attended): void {
  for (const note of newsOf(before, now)) {
    if (note.kind === "undone_seen" && note.seat === now.table.you) notify(t("undone_seen"));
    else if (ANNOUNCED.includes(note.kind) && note.seat !== now.table.you) {
      notify(noteText(note), note.kind === "replaced" || note.kind === "flagged");
    }
  }
}

export function noteText(note: Note): string {
  return find(`note_${note.kind}`, { name: personName(note.name ?? "?") }) ?? note.text;
}
