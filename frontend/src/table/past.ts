// Looking at another moment, or through another seat: positions are asked from the server and kept.
// The server decides what may be seen; a refusal leads back to the present.
import { signal } from "@preact/signals";
import type { Looked, Position } from "../messages";
import { line, sentence, notify } from "./store";

/** What is looked at: null for the live position. */
export interface Past {
  ply: number | null; // null: the present
  seat: number | null | undefined; // undefined: as it comes; null: all cards open
}

export const past = signal<Past>({ ply: null, seat: undefined });
const kept = signal(new Map<string, Position>());
const asked = new Set<string>();

export function present(): void {
  past.value = { ply: null, seat: past.value.seat };
}

export function forget(): void {
  past.value = { ply: null, seat: undefined };
  kept.value = new Map();
  asked.clear();
}

/** A position of the past: at once if it is known, else null until the answer comes. */
export function lookAt(
  table: string,
  game: number,
  ply: number,
  seat: number | null,
): Position | null {
  const key = `${table}/${game}/${ply}/${seat}`;
  const known = kept.value.get(key);
  if (known) return known;
  if (!asked.has(key)) {
    asked.add(key);
    line()
      .ask<Looked>({ type: "look", table, ply, seat })
      .then((looked) => {
        if (looked.game === game) kept.value = new Map(kept.value).set(key, looked.position);
      })
      .catch((error: unknown) => {
        asked.delete(key);
        forget();
        notify(sentence(error), true);
      });
  }
  return null;
}
