// What needs an answer or an explanation, above the table: a look into the past, a bot that plays
// for you, an undo that somebody asks for, a person who is gone.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { SeatInfo, TableMessage } from "../messages";
import { seatName } from "./names";
import { forget, past, present } from "./past";
import { ask, type Attended } from "./store";
import { t } from "./texts";

export function Banners({ at, live }: { at: Attended; live: boolean }): JSX.Element {
  const { table } = at;
  const you = table.you === null ? undefined : table.seats[table.you];
  const gone = table.seats.filter(
    (seat) => seat.kind === "person" && !seat.here && !seat.away && !seat.you,
  );
  return (
    <div class="banners">
      {!live && (
        <p class="banner">
          {t("looking_back")}{" "}
          <button
            type="button"
            class="link"
            onClick={() => (past.value.ply === null ? forget() : present())}
          >
            {t("to_present")}
          </button>
        </p>
      )}
      {you?.away && (
        <p class="banner warn">
          {t("bot_plays_for_you")}{" "}
          <button
            type="button"
            class="button"
            data-action="come_back"
            onClick={() => void ask({ type: "come_back", table: table.table })}
          >
            {t("come_back")}
          </button>
        </p>
      )}
      {table.undo !== null && <UndoAsked table={table} undo={table.undo} />}
      {table.you !== null &&
        table.status === "playing" &&
        gone.map((seat) => <Gone key={seat.seat} table={table} seat={seat} ahead={at.ahead} />)}
    </div>
  );
}

function UndoAsked({ table, undo }: { table: TableMessage; undo: number }): JSX.Element {
  const answer = (accept: boolean) => void ask({ type: "answer_undo", table: table.table, accept });
  return (
    <p class="banner" role="alert">
      {undo === table.you
        ? t("undo_waiting")
        : t("undo_asked", { name: seatName(table.seats, undo) })}{" "}
      {undo !== table.you && table.you !== null && (
        <>
          <button type="button" class="button primary" onClick={() => answer(true)}>
            {t("accept")}
          </button>{" "}
          <button type="button" class="button" onClick={() => answer(false)}>
            {t("decline")}
          </button>
        </>
      )}
    </p>
  );
}

/** A person who is disconnected. A bot may play for them once the server allows it. */
function Gone({
  table,
  seat,
  ahead,
}: {
  table: TableMessage;
  seat: SeatInfo;
  ahead: number;
}): JSX.Element {
  const left = () => Math.ceil((seat.take_over_at ?? 0) - (Date.now() / 1000 - ahead));
  const [, tick] = useState(0);
  const seconds = left();
  useEffect(() => {
    if (left() <= 0) return undefined;
    const timer = setInterval(() => tick((n) => n + 1), 1000);
    return () => clearInterval(timer);
  }, [seat.take_over_at, seconds <= 0]);
  return (
    <p class="banner">
      {t("person_gone", { name: seatName(table.seats, seat.seat) })}{" "}
      {seconds > 0 ? (
        t("bot_may_play_in", { seconds })
      ) : (
        <button
          type="button"
          class="button"
          data-action="take-over"
          onClick={() => void ask({ type: "take_over", table: table.table, seat: seat.seat })}
        >
          {t("let_bot_play")}
        </button>
      )}
    </p>
  );
}
