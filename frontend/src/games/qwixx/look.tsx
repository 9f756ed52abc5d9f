// Qwixx: six dice, and a sheet each (sheet.tsx). Cells that may be marked are buttons on the own one.
import type { JSX } from "preact";
import type { Legal, Line, Position, QwixxView, SeatInfo } from "../../messages";
import { exact } from "../../numbers";
import { usePhone } from "../../table/narrow";
import { Prompt } from "../../table/prompt";
import { seatName } from "../../table/names";
import { colourName, figureName, t } from "./texts";
import type { Look, Scene } from "../look";
import { Call, Moves } from "../../table/calls";
import { RollForm, rollOf } from "./roll_form";
import { Sheet } from "./sheet";
import { SheetEditor } from "./sheet_editor";
import { diceOf } from "./cells";
import { actionLabel, ROWS, turnsLog } from "./log";
import "./styles.css";

const PIPS: Record<number, [number, number][]> = {
  1: [[50, 50]],
  2: [
    [27, 27],
    [73, 73],
  ],
  3: [
    [25, 25],
    [50, 50],
    [75, 75],
  ],
  4: [
    [28, 28],
    [72, 28],
    [28, 72],
    [72, 72],
  ],
  5: [
    [26, 26],
    [74, 26],
    [50, 50],
    [26, 74],
    [74, 74],
  ],
  6: [
    [28, 24],
    [72, 24],
    [28, 50],
    [72, 50],
    [28, 76],
    [72, 76],
  ],
};

const DICE = ["white", "white", ...ROWS];

function Die({
  colour,
  value,
  dead,
}: {
  colour: string;
  value: number;
  dead?: boolean;
}): JSX.Element {
  const name = t("die_name", { colour: colourName(colour), value });
  return (
    <svg
      class={`die die-${colour}${dead ? " dead" : ""}`}
      viewBox="0 0 100 100"
      role="img"
      aria-label={name}
      key={value}
    >
      <rect x="4" y="4" width="92" height="92" rx="18" class="die-face" />
      {(PIPS[value] ?? []).map(([x, y]) => (
        <circle key={`${x}${y}`} cx={x} cy={y} r="9.5" class="die-pip" />
      ))}
    </svg>
  );
}

function Dice({ scene }: { scene: Scene }): JSX.Element {
  const view = scene.position.view as QwixxView;
  // At the end there are no dice on the table: show those of the last roll.
  const last = scene.history.findLast((line) => line.kind === "chance");
  const dice = view.dice.length
    ? view.dice
    : typeof last?.data === "number"
      ? diceOf(last.data)
      : [];
  const rolls = scene.history.filter((line) => line.kind === "chance").length;
  return (
    <div class="dice" role="group" aria-label={t("dice")} key={rolls}>
      {dice.map((value, i) => (
        <Die
          key={i}
          colour={DICE[i] as string}
          value={value}
          dead={i > 1 && view.closed[i - 2] === true}
        />
      ))}
      {dice.length > 0 && (
        <span class="white-sum">
          {t("white_sum")} <b>{(dice[0] ?? 0) + (dice[1] ?? 0)}</b>
        </span>
      )}
    </div>
  );
}

/** A mark as a button of its own, as large as a finger. */
function MarkCall({ legal, scene }: { legal: Legal; scene: Scene }): JSX.Element {
  const colour = ROWS[legal.row ?? 0] as string;
  const number = legal.number ?? 0;
  return (
    <button
      type="button"
      class={`call mark-call mark-${colour}${legal.id === scene.hinted ? " hinted" : ""}`}
      aria-label={t("mark_cell", { colour: colourName(colour), number })}
      data-action={legal.name}
      onClick={() => scene.act?.(legal.id)}
    >
      {number}
    </button>
  );
}

function Table({ scene }: { scene: Scene }): JSX.Element {
  const view = scene.position.view as QwixxView;
  const { phase, legal } = scene.position;
  const players = scene.seats.length;
  const order = scene.seats.map((_, i) => (scene.home + i) % players);
  const pass = legal.find((l) => l.kind === "pass");
  const marks = legal.filter((l) => l.kind === "mark");
  const decides = scene.front ?? scene.home;
  // Where cells are too small for a finger, or not those of the sheet in front.
  const listed = usePhone() !== null || decides !== scene.home;
  const which = phase === "colour" ? "colour" : "white";
  // Beside the question are all moves or, where marks are made on the sheet, the other one.
  const asked = t(`${which}_${marks.length ? (listed ? "question" : "question_or") : "nothing"}`);
  const question =
    scene.front === undefined ? asked : `${seatName(scene.seats, decides)} · ${asked}`;
  const active = view.active === decides;
  const striking = phase === "colour" && active && !view.marked;
  const act = scene.act;
  const step = scene.position.done ? null : phase === "colour" ? t("colour_step") : t("white_step");
  return (
    <div class={`qwixx players-${players}`}>
      <div class="felt dice-felt">
        <Dice scene={scene} />
        <p class="qwixx-step">
          {t("turn_of", { name: seatName(scene.seats, view.active) })}
          {step && <span class="step-what"> · {step}</span>}
        </p>
      </div>
      <div class="qwixx-moves">
        {act && pass && (
          <Moves title={question}>
            {listed && marks.map((l) => <MarkCall key={l.id} legal={l} scene={scene} />)}
            <Call
              kind={striking ? "danger" : "pass"}
              hinted={pass.id === scene.hinted}
              onClick={() => act(pass.id)}
              action="pass"
            >
              {striking ? t("take_strike") : t("no_mark")}
            </Call>
          </Moves>
        )}
        {!act &&
          (view.pending !== null ? (
            <p class="remark">{t("decided_wait")}</p>
          ) : (
            <Prompt scene={scene} yours="" />
          ))}
      </div>
      <div class="sheets">
        {order.map((seat) => {
          const sheet = view.sheets[seat];
          return (
            sheet && (
              <Sheet
                key={seat}
                seat={seat}
                sheet={sheet}
                scene={scene}
                own={seat === scene.home}
                decides={seat === decides}
              />
            )
          );
        })}
      </div>
    </div>
  );
}

/** One line: everybody's score. */
function Brief({ scene }: { scene: Scene }): JSX.Element {
  const view = scene.position.view as QwixxView;
  const order = scene.seats.map((_, i) => (scene.home + i) % scene.seats.length);
  return (
    <>
      {order.map((seat) => (
        <span key={seat}>
          <small>{seatName(scene.seats, seat)}</small> <b>{exact(view.sheets[seat]?.score ?? 0)}</b>
        </span>
      ))}
    </>
  );
}

function Score({ scene }: { scene: Scene }): JSX.Element {
  const view = scene.position.view as QwixxView;
  const order = scene.seats.map((_, i) => (scene.home + i) % scene.seats.length);
  return (
    <div class="facts">
      <table class="score-table">
        <thead>
          <tr>
            <th scope="col">{t("player")}</th>
            {ROWS.map((row) => (
              <th scope="col" class={`head-${row}`} key={row}>
                <span class="visually-hidden">{colourName(row)}</span>
                <i class={`swatch swatch-${row}`} />
              </th>
            ))}
            <th scope="col">{t("strikes")}</th>
            <th scope="col">{t("total")}</th>
          </tr>
        </thead>
        <tbody>
          {order.map((seat) => (
            <tr key={seat}>
              <th scope="row">{seatName(scene.seats, seat)}</th>
              {view.sheets[seat]?.rows.map((row, i) => (
                <td key={i}>{row.points}</td>
              ))}
              <td>{view.sheets[seat]?.strikes}</td>
              <td>
                <b>{exact(view.sheets[seat]?.score ?? 0)}</b>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** As on the sheet, "Green 10", where the dice are known. */
function label(name: string, position?: Position): string {
  const view = position?.view as QwixxView | undefined;
  return actionLabel(name, {
    dice: view?.dice ?? [],
    striking: position?.phase === "colour" && !view?.marked,
  });
}

function Icon(): JSX.Element {
  return (
    <span class="icon-dice">
      <Die colour="white" value={3} />
      <Die colour="red" value={5} />
      <Die colour="green" value={2} />
    </span>
  );
}

/** The dice in words, for screen readers. */
function say(line: Line): string {
  if (line.kind !== "chance" || typeof line.data !== "number") return "";
  const dice = diceOf(line.data).map((value, i) => `${colourName(DICE[i])} ${value}`);
  return t("rolled", { dice: dice.join(", ") });
}

/** Rule 7: two locked rows end the game, or somebody's last penalty. */
function ended({ view }: Position, seats: readonly SeatInfo[]): string {
  const { sheets, closed } = view as QwixxView;
  const count = closed.filter(Boolean).length;
  if (count > 1) return t("ended_by_rows", { count });
  const strikes = sheets.map((sheet) => sheet.strikes);
  const struck = strikes.indexOf(Math.max(...strikes));
  if (seats[struck]?.you) return t("ended_by_you");
  return t("ended_by_strikes", { name: seatName(seats, struck) });
}

export const look: Look = {
  turnsHands: true,
  ended,
  say,
  hiddenActions: true, // in the white step decisions stay hidden until one reveal
  advisor: { Roll: RollForm },
  explorer: {
    Chance: ({ onChoose }) => <RollForm onEnter={({ dice }) => onChoose(rollOf(dice))} />,
    Editor: SheetEditor,
    figure: figureName,
  },
  Table,
  Score,
  Brief,
  Icon,
  label,
  points: (value) => t("points_count", { count: value }),
  log: turnsLog,
};
