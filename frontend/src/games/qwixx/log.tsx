// The history of Qwixx: a row for each turn with what everybody marked.
//
// In the order `simultaneous` one reveal shows the white step of all seats; a seat's own decision is
// left out until then. In `sequential` every action appears as it happens.
import type { JSX } from "preact";
import { seatName } from "../../table/names";
import { colourName, find, t } from "./texts";
import type { Entry, Scene } from "../look";
import { diceOf } from "./cells";

export const ROWS = ["red", "yellow", "green", "blue"] as const;

/** The row and number that an action marks: 1-4 the white sum, 5-12 a colour with a white die. */
export function marked(
  action: number,
  dice: readonly number[],
): { row: number; number: number } | null {
  if (action === 0) return null;
  if (action < 5) return { row: action - 1, number: (dice[0] ?? 0) + (dice[1] ?? 0) };
  const row = (action - 5) >> 1;
  return { row, number: (dice[(action - 5) & 1] ?? 0) + (dice[2 + row] ?? 0) };
}

/** The dice an action is chosen with, and whether not to choose costs a penalty. */
interface Choice {
  dice: readonly number[];
  striking: boolean;
}

/** An action in words: "Green 10", or without dice how the number comes about. */
export function actionLabel(name: string, { dice, striking }: Choice): string {
  if (name === "pass") return t(striking ? "take_strike" : "no_mark");
  const white = /^white (\w+)$/.exec(name);
  const colour = /^(\w+) w([12])$/.exec(name);
  const row = ROWS.findIndex((each) => each === (white ?? colour)?.[1]);
  if (row < 0) return name;
  const mark = marked(white ? row + 1 : 5 + 2 * row + (colour?.[2] === "2" ? 1 : 0), dice);
  if (mark && dice.length > 0) return `${find(`sum_${ROWS[row]}`)} ${mark.number}`;
  // By place, not by number: "white die 2" could be read as the die that shows 2.
  const how = white ? "label_white" : colour?.[2] === "1" ? "label_colour_1" : "label_colour_2";
  return t(how, { colour: colourName(ROWS[row]) });
}

function Mark({ action, dice }: { action: number; dice: number[] }): JSX.Element {
  const mark = marked(action, dice);
  if (!mark) return <span class="mark-none">–</span>;
  const row = ROWS[mark.row] as string;
  return (
    <span class={`mark mark-${row}`}>
      <span class="visually-hidden">{colourName(row)} </span>
      {mark.number}
    </span>
  );
}

export function turnsLog(scene: Scene): Entry[] {
  const players = scene.seats.length;
  const hidden = scene.options["order"] !== "sequential";
  const entries: Entry[] = [];
  let ply = 0;
  let turn = 0;
  let dice: number[] = [];
  let white = false; // in the hidden white step
  let choice: { dice: number[]; marked: boolean } | null = null; // of the player who rolls
  for (const line of scene.history) {
    const entry = entries.at(-1);
    if (line.kind === "chance" && typeof line.data === "number") {
      dice = diceOf(line.data);
      const active = turn % players;
      turn += 1;
      white = hidden;
      const own = { dice, marked: false };
      choice = own;
      entries.push({
        label: (name, phase) =>
          actionLabel(name, { dice: own.dice, striking: phase === "colour" && !own.marked }),
        key: `r${turn}`,
        head: t("log_turn", { number: turn, name: seatName(scene.seats, active) }),
        place: t("place_turn", { number: turn }), // who rolls is not who decides
        parts: [{ seat: null, text: <span class="log-dice">{dice.join(" ")}</span> }],
        ply,
      });
    } else if (line.kind === "reveal" && entry && Array.isArray(line.data)) {
      const active = (turn - 1) % players;
      if (choice) choice.marked = line.data[0] !== 0;
      line.data.forEach((action, i) => {
        entry.parts.push({
          seat: (active + i) % players,
          text: <Mark action={action} dice={dice} />,
        });
      });
      ply += players;
      entry.ply = ply;
      white = false;
    } else if (line.kind === "action" && entry && !white && typeof line.data === "number") {
      // In order, the player who rolls decides on the white dice first.
      if (choice && !hidden && entry.parts.length === 1) choice.marked = line.data !== 0;
      ply += 1;
      entry.ply = ply;
      entry.parts.push({ seat: line.seat, text: <Mark action={line.data} dice={dice} /> });
    } else if (line.kind === "score" && Array.isArray(line.data)) {
      const note = line.data
        .map((points, seat) => `${seatName(scene.seats, seat)} ${points}`)
        .join(" · ");
      entries.push({ key: "score", head: t("log_score"), parts: [], note, ply });
    }
  }
  return entries;
}
