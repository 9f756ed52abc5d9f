// Step through a game: first, back, forward, last, a slider, the seat to view it as, and the speed
// where only bots play.
import type { ComponentChildren, JSX } from "preact";
import { wordOf } from "../games/words";
import type { TableMessage } from "../messages";
import { Icon } from "../icons";
import { t } from "./texts";
import { seatLabel, seatName } from "./names";
import { past, present } from "./past";
import { ask } from "./store";
import "./result.css";

interface Props {
  table: TableMessage;
  ply: number; // shown
  last: number; // the latest
  mayChoose: boolean; // other seats may be looked through
}

const PACES = [0, 200, 600, 1500, 4000]; // ms of a bot's move

export function Stepper({ table, ply, last, mayChoose }: Props): JSX.Element {
  const to = (wanted: number) => {
    const inside = Math.max(0, Math.min(last, wanted));
    past.value = { ...past.value, ply: inside === last ? null : inside };
  };
  const bots = table.seats.every((seat) => seat.kind === "bot");
  const paces = PACES.includes(table.setup.pace_ms)
    ? PACES
    : [...PACES, table.setup.pace_ms].sort((a, b) => a - b);
  return (
    <div class="stepper" role="group" aria-label={t("stepper")}>
      <StepButtons ply={ply} last={last} to={to}>
        {bots && table.host && table.status === "playing" && (
          <button
            type="button"
            class="tool"
            aria-label={table.paused ? t("continue") : t("pause")}
            onClick={() => {
              if (table.paused) present();
              void ask({ type: "pace", table: table.table, paused: !table.paused });
            }}
          >
            <Icon name={table.paused ? "forward" : "pause"} />
          </button>
        )}
      </StepButtons>
      <div class="stepper-row">
        {mayChoose && <SeatChoice table={table} />}
        {bots && table.host && (
          <label class="inline">
            {t("speed")}
            <select
              value={table.setup.pace_ms}
              onChange={(event) =>
                void ask({
                  type: "pace",
                  table: table.table,
                  pace_ms: Number(event.currentTarget.value),
                })
              }
            >
              {paces.map((ms) => (
                <option value={ms} key={ms}>
                  {ms === 0 ? t("speed_full") : t("seconds_a_move", { seconds: ms / 1000 })}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
    </div>
  );
}

interface StepProps {
  ply: number;
  last: number;
  to: (ply: number) => void;
  children?: ComponentChildren; // between back and forward
}

export function StepButtons({ ply, last, to, children }: StepProps): JSX.Element {
  const button = (
    name: "first" | "back" | "forward" | "last",
    wanted: number,
    useless: boolean,
  ) => (
    <button
      type="button"
      class="tool"
      onClick={() => to(wanted)}
      disabled={useless}
      aria-label={t(`step_${name}`)}
    >
      <Icon name={name} />
    </button>
  );
  return (
    <div class="stepper-row">
      {button("first", 0, ply === 0)}
      {button("back", ply - 1, ply === 0)}
      {children}
      {button("forward", ply + 1, ply === last)}
      {button("last", last, ply === last)}
      <input
        type="range"
        min={0}
        max={last}
        value={ply}
        aria-label={t("step_slider", { ply, last })}
        onInput={(event) => to(Number(event.currentTarget.value))}
      />
      <span class="step-count">
        {ply}/{last}
      </span>
    </div>
  );
}

function SeatChoice({ table }: { table: TableMessage }): JSX.Element {
  const { seats, you } = table;
  const chosen = past.value.seat;
  return (
    <label class="inline">
      {t("view_as")}
      <select
        value={chosen === undefined ? (you ?? "all") : chosen === null ? "all" : String(chosen)}
        onChange={(event) => {
          const value = event.currentTarget.value;
          past.value = { ...past.value, seat: value === "all" ? null : Number(value) };
        }}
      >
        <option value="all">{wordOf(table.setup.game, "all_seats") ?? t("all_hands")}</option>
        {seats.map((seat) => (
          <option value={seat.seat} key={seat.seat}>
            {seat.you
              ? t("you")
              : `${seatName(seats, seat.seat)}${seat.kind === "person" ? ` (${seatLabel(seat)})` : ""}`}
          </option>
        ))}
      </select>
    </label>
  );
}
