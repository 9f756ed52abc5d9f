// Set up Qwixx: marks on every sheet, strikes, whose turn, the dice. It makes a position at the
// white step, as games/qwixx/rules.py describes it.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { numberAt } from "./cells";
import { ROWS } from "./log";
import type { QwixxView, SeatInfo } from "../../messages";
import type { EditorProps } from "../look";
import { seatLabel } from "../../table/names";
import { colourName, t } from "./texts";
import { RollForm, rollOf } from "./roll_form";
import { SeatOptions } from "../../table/seat_options";

const LAST = 10; // the cell that locks a row; the bit after it is the lock itself

export function SheetEditor(props: EditorProps): JSX.Element {
  const { sheets, dice, active } = props.position.view as QwixxView;
  return (
    <details class="sheet-editor">
      <summary>{t("change_sheets")}</summary>
      {/* Another position on the table is what is edited from then on. */}
      <Fields key={JSON.stringify([sheets, dice, active])} {...props} />
    </details>
  );
}

function Fields({ scene, position, seats, onChange }: EditorProps): JSX.Element {
  const view = position.view as QwixxView;
  const [sheets, setSheets] = useState<number[][]>(() =>
    view.sheets.map((sheet) =>
      sheet.rows.map((row) => row.marks.reduce((bits, mark, i) => bits | (mark ? 1 << i : 0), 0)),
    ),
  );
  const [strikes, setStrikes] = useState<number[]>(() => view.sheets.map((sheet) => sheet.strikes));
  const [active, setActive] = useState(view.active);
  const toggle = (seat: number, row: number, cell: number) =>
    setSheets(
      sheets.map((sheet, i) =>
        i === seat ? sheet.map((bits, j) => (j === row ? bits ^ (1 << cell) : bits)) : sheet,
      ),
    );
  const closed = ROWS.map((_, row) => sheets.some((sheet) => ((sheet[row] ?? 0) >> LAST) & 1));
  const apply = (dice: number[]) =>
    onChange({
      game: scene.game,
      options: scene.options ?? {},
      position: {
        step: "white",
        active,
        dice: rollOf(dice),
        sheets,
        strikes,
        closed: closed.map(Boolean),
        marked: false,
        answers: [],
      },
    });
  return (
    <>
      {sheets.map((sheet, seat) => (
        <fieldset key={seat}>
          <legend>{seatLabel(seats[seat] as SeatInfo)}</legend>
          {sheet.map((bits, row) => (
            <div class={`sheet-row row-${ROWS[row]}`} key={row}>
              {Array.from({ length: LAST + 1 }, (_, cell) => (
                <button
                  type="button"
                  key={cell}
                  class={(bits >> cell) & 1 ? "cell marked" : "cell"}
                  aria-pressed={Boolean((bits >> cell) & 1)}
                  aria-label={`${colourName(ROWS[row])} ${numberAt(row, cell)}`}
                  onClick={() => toggle(seat, row, cell)}
                >
                  {(bits >> cell) & 1 ? "✕" : numberAt(row, cell)}
                </button>
              ))}
            </div>
          ))}
          <label class="inline">
            {t("strikes")}
            <input
              type="number"
              min={0}
              max={3}
              value={strikes[seat]}
              onInput={(event) =>
                setStrikes(
                  strikes.map((old, i) => (i === seat ? Number(event.currentTarget.value) : old)),
                )
              }
            />
          </label>
        </fieldset>
      ))}
      <label class="inline">
        {t("roller")}
        <select value={active} onChange={(event) => setActive(Number(event.currentTarget.value))}>
          <SeatOptions seats={seats} />
        </select>
      </label>
      <RollForm
        onEnter={({ dice }) => apply(dice)}
        {...(view.dice.length ? { begin: view.dice } : {})}
      />
    </>
  );
}
