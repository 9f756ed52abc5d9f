// Between two people at one device: nobody's cards are shown until the right person has it.
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { TableMessage } from "../messages";
import { viewerOf } from "./pass_and_play";
import { showAs, viewer, type Attended } from "./store";
import { t } from "./texts";

/** The viewer whose turn it is, if the device must be passed on to them. */
export function passTo(table: TableMessage): number | null {
  if (table.status !== "playing") return null;
  const next = viewerOf(table.position?.player ?? null);
  return next === null || next === viewer.value ? null : next;
}

export const REVEAL_MS = 2500; // what a move revealed stays this long, or until a click

/** The viewer to pass the device on to. What the last move revealed, such as a bluff, is shown to
    those who saw the move before: until then `hold` is what ends the wait. */
export function usePassing(
  { table, history }: Attended,
  paused: boolean,
): { next: number | null; hold: (() => void) | null } {
  const to = paused ? null : passTo(table);
  const [seen, see] = useState(history.length);
  const revealed = to !== null && history.slice(seen).some((line) => line.kind === "reveal");
  useEffect(() => {
    if (!revealed) {
      if (to === null) see(history.length);
      return;
    }
    const timer = setTimeout(() => see(history.length), REVEAL_MS);
    return () => clearTimeout(timer);
  }, [to, revealed, history.length]);
  return revealed ? { next: null, hold: () => see(history.length) } : { next: to, hold: null };
}

export function Curtain({ table, next }: { table: TableMessage; next: number }): JSX.Element {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), [next]);
  const seat = table.seats[table.position?.player ?? -1];
  return (
    <div class="notice curtain" role="alertdialog" aria-label={t("pass_title")}>
      <h1>{t("pass_to", { name: seat?.name ?? "" })}</h1>
      <p>{t("pass_text")}</p>
      <button
        type="button"
        class="button primary"
        ref={button}
        data-action="take-device"
        onClick={() => showAs(next)}
      >
        {t("pass_ready", { name: seat?.name ?? "" })}
      </button>
    </div>
  );
}
