// What happened, always in sight: a row for each auction, trick, turn or round. A click on a row
// leads back to it.
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Entry } from "../games/look";
import type { SeatInfo } from "../messages";
import { t } from "./texts";
import { seatName } from "./names";
import "./history.css";

interface Props {
  entries: Entry[];
  seats: SeatInfo[];
  at: number | null; // the ply that is looked at, null for the present
  onJump: ((ply: number) => void) | null;
}

export function History({ entries, seats, at, onJump }: Props): JSX.Element {
  const list = useRef<HTMLOListElement>(null);
  const last = entries.at(-1);
  const size = `${entries.length}.${last?.parts.length ?? 0}.${last?.note ?? ""}`;
  useEffect(() => {
    const box = list.current;
    if (!box || at !== null) return;
    const toEnd = () => (box.scrollTop = box.scrollHeight);
    toEnd();
    // What opens above takes some of its height: the latest row stays in sight.
    const sized = new ResizeObserver(toEnd);
    sized.observe(box);
    return () => sized.disconnect();
  }, [size, at]);
  const current = at === null ? null : entries.findLast((entry) => entry.ply <= at)?.key;
  return (
    <section class="history" aria-label={t("history")}>
      <h2>{t("history")}</h2>
      {entries.length === 0 && <p class="quiet">{t("history_empty")}</p>}
      {/* Scrolls, so it must be reachable by keyboard. */}
      <ol ref={list} tabIndex={0} aria-label={t("history")}>
        {entries.map((entry) => (
          <li
            key={entry.key}
            class={[entry.begins && "begins", current === entry.key && "current"]
              .filter(Boolean)
              .join(" ")}
          >
            {onJump ? (
              <button
                type="button"
                class="log-head"
                onClick={() => onJump(entry.ply)}
                title={t("jump_here")}
              >
                {entry.head}
              </button>
            ) : (
              <span class="log-head">{entry.head}</span>
            )}
            {entry.parts.length > 0 && (
              <span class="log-parts">
                {entry.parts.map((part, i) => (
                  <span class={part.strong ? "log-part strong" : "log-part"} key={i}>
                    {part.seat !== null && (
                      <span class="log-who">{seatName(seats, part.seat)}</span>
                    )}
                    {part.text}
                    {part.spoken && <span class="visually-hidden"> {part.spoken}</span>}
                  </span>
                ))}
              </span>
            )}
            {entry.note && <span class="log-note">{entry.note}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}
