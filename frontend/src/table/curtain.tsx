// Between two people at one device: nobody's cards are shown until the right person has it.
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { TableMessage } from "../messages";
import { viewerOf } from "./pass_and_play";
import { showAs, viewer } from "./store";
import { t } from "./texts";

/** The viewer whose turn it is, if the device must be passed on to them. */
export function passTo(table: TableMessage): number | null {
  if (table.status !== "playing") return null;
  const next = viewerOf(table.position?.player ?? null);
  return next === null || next === viewer.value ? null : next;
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
