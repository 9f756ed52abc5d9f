// Quick emotes among people at a table: a word, seen for a few seconds and not kept.
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Emoted } from "../messages";
import { Icon } from "../icons";
import { ask } from "./store";
import { t } from "./texts";

const SHOWN_MS = 4000;
const NAMES: Emoted["emote"][] = ["hello", "well_played", "thanks", "oops", "thinking", "laugh"];

export const emotes = signal(new Map<number, { emote: Emoted["emote"]; at: number }>());

/** Show an emote beside its seat, for a while. */
export function receiveEmote({ seat, emote }: Emoted): void {
  const at = Date.now();
  emotes.value = new Map(emotes.value).set(seat, { emote, at });
  setTimeout(() => {
    if (emotes.value.get(seat)?.at !== at) return;
    const rest = new Map(emotes.value);
    rest.delete(seat);
    emotes.value = rest;
  }, SHOWN_MS);
}

export function EmoteBubble({ seat }: { seat: number }): JSX.Element | null {
  const shown = emotes.value.get(seat);
  if (!shown) return null;
  return (
    <span class="emote-bubble" role="status">
      {t(`emote_${shown.emote}`)}
    </span>
  );
}

export function EmoteMenu({ table }: { table: string }): JSX.Element {
  const [open, setOpen] = useState(false);
  return (
    <div class="emote-menu">
      <button
        type="button"
        class="tool"
        aria-expanded={open}
        aria-label={t("emotes")}
        data-action="emotes"
        onClick={() => setOpen(!open)}
      >
        <Icon name="speech" />
      </button>
      {open && (
        <div class="emote-choice panel" role="group" aria-label={t("emotes")}>
          {NAMES.map((emote) => (
            <button
              type="button"
              class="tool"
              key={emote}
              data-emote={emote}
              onClick={() => {
                setOpen(false);
                void ask({ type: "emote", table, emote });
              }}
            >
              {t(`emote_${emote}`)}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
