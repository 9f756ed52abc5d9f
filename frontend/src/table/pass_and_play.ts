// Pass-and-play: several people at one device. Each has a session and a line of their own, so the
// server keeps their cards apart as it does for people far away; the page shows one of them at a
// time, and asks to pass the device on when another one's turn comes (curtain.tsx).
import { signal } from "@preact/signals";
import { http } from "../api";
import type { FromServer, Session } from "../messages";
import { Socket } from "./socket";
import { address, beside, join, receiveAs, views } from "./store";

interface Local {
  name: string;
  token: string;
}

const KEY = "kibitz.locals";
const TABLES_MAX = 8; // remembered in this browser

/** The people beside the one of this browser: viewer 1 and on. */
export const locals = signal<(Local & { line: Socket })[]>([]);

type Kept = Record<string, Local[]>;

function load(): Kept {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Kept;
  } catch {
    return {};
  }
}

function keep(table: string, people: Local[]): void {
  const all = Object.entries({ ...load(), [table]: people }).slice(-TABLES_MAX);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(all)));
  } catch {
    // A private window: the game lasts as long as the page.
  }
}

/** Sessions for those who share this device at a table; they sit down when the page opens it. */
export async function invite(table: string, names: readonly string[]): Promise<void> {
  const people: Local[] = [];
  for (const name of names) {
    const made = await http<Session>("/session", { name, cookie: false });
    if (made.token) people.push({ name, token: made.token });
  }
  keep(table, people);
}

/** Open the lines of those who share this device at a table. */
export function gather(table: string): void {
  disperse();
  locals.value = (load()[table] ?? []).map((person, i) => {
    const viewer = i + 1;
    const line: Socket = new Socket(
      address(),
      () => person.name,
      (message) => hear(viewer, message, line),
      () => void join(line, table),
      undefined,
      person.token,
    );
    line.open();
    beside.add(person.name);
    return { ...person, line };
  });
}

export function disperse(): void {
  for (const { line } of locals.value) line.close();
  beside.clear();
  locals.value = [];
}

/** The viewer who has a seat: 0 is the person of this browser; null for anybody elsewhere. */
export function viewerOf(seat: number | null): number | null {
  if (seat === null) return null;
  for (const [viewer, at] of views) if (at.table.you === seat) return viewer;
  return null;
}

/** Whether all people at the table share this device. */
export function allHere(seats: readonly { kind: string; seat: number }[]): boolean {
  return seats.every((seat) => seat.kind !== "person" || viewerOf(seat.seat) !== null);
}

function hear(viewer: number, message: FromServer, line: Socket): void {
  receiveAs(viewer, message, line);
  // Who holds the device may undo: the others are sitting beside them.
  if (
    message.type === "table" &&
    message.undo !== null &&
    message.undo !== message.you &&
    viewerOf(message.undo) !== null
  ) {
    line.ask({ type: "answer_undo", table: message.table, accept: true }).catch(() => undefined);
  }
}
