// A table that waits for players: who is there, the invitation, and a start with bots.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { TableMessage } from "../messages";
import { NameField } from "../settings_fields";
import { t } from "./texts";
import { seatLabel, seatName } from "./names";
import { BotLabel } from "./seat_plate";
import { ask, introduce, notify, outside } from "./store";
import "./waiting_room.css";

async function sit(table: string, seat: number): Promise<void> {
  await introduce();
  await ask({ type: "join", table, seat });
}

/** Whether an address leads nowhere from another machine. */
export function onlyHere(host: string): boolean {
  return host === "localhost" || host === "[::1]" || /^127\./.test(host);
}

/** The address of a page for people elsewhere, and whether it leads them here. */
export function invitation(path: string): { link: string; works: boolean } {
  const local = onlyHere(location.hostname);
  const base = local && outside.value ? outside.value : location.origin;
  return { link: `${base}/#${path}`, works: !local || outside.value !== null };
}

export function WaitingRoom({ table }: { table: TableMessage }): JSX.Element {
  const [copied, setCopied] = useState(false);
  const open = table.seats.filter((seat) => seat.kind === "open");
  const { link, works } = invitation(`/table/${table.table}`);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      setCopied(true);
    } catch {
      notify(t("copy_failed"), true);
    }
  };
  return (
    <div class="waiting panel">
      <h1>{t("waiting_title", { game: table.setup.title })}</h1>
      {table.you === null && open.length > 0 && <NameField />}
      <ul class="seat-list">
        {table.seats.map((seat) => (
          <li key={seat.seat} class={seat.kind}>
            <span class="seat-label">{seatLabel(seat)}</span>
            <span class="seat-who">
              {seatName(table.seats, seat.seat)}
              {seat.kind === "bot" && (
                <small>
                  {" "}
                  <BotLabel bot={seat.bot} />
                </small>
              )}
              {seat.kind === "person" && !seat.here && <span class="tag">{t("not_here")}</span>}
            </span>
            {seat.kind === "open" && table.you === null && (
              <button
                type="button"
                class="button primary"
                data-action="join"
                onClick={() => void sit(table.table, seat.seat)}
              >
                {t("sit_here")}
              </button>
            )}
          </li>
        ))}
      </ul>
      {open.length > 0 && (
        <div class="invite">
          <label for="invite-link">{t("invite_text")}</label>
          <div class="invite-row">
            <input
              id="invite-link"
              readOnly
              value={link}
              onFocus={(event) => event.currentTarget.select()}
            />
            <button type="button" class="button" onClick={() => void copy()}>
              {copied ? t("copied") : t("copy")}
            </button>
          </div>
          {!works && <p class="quiet invite-warning">{t("invite_local")}</p>}
        </div>
      )}
      <div class="waiting-buttons">
        {table.you !== null && (
          <button
            type="button"
            class="button primary"
            data-action="start"
            onClick={() => void ask({ type: "start", table: table.table })}
          >
            {open.length > 0 ? t("start_with_bots") : t("start")}
          </button>
        )}
        {table.you !== null && (
          <button
            type="button"
            class="button"
            onClick={() => void ask({ type: "leave", table: table.table })}
          >
            {t("get_up")}
          </button>
        )}
        <a class="button" href="#/">
          {t("to_lobby")}
        </a>
      </div>
    </div>
  );
}
