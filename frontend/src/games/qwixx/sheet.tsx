// A player's sheet at the table: four rows of cells with their locks, and the strikes.
import type { JSX } from "preact";
import type { Legal, QwixxRow, QwixxSheet, QwixxView } from "../../messages";
import { exact } from "../../numbers";
import { Plate } from "../../table/seat_plate";
import { seatName } from "../../table/names";
import type { Scene } from "../look";
import { numberAt } from "./cells";
import { ROWS } from "./log";
import { colourName, t } from "./texts";

/** One number of a row: a button if it may be marked, else what has become of it. */
function Cell({
  row,
  cell,
  of,
  legal,
  scene,
}: {
  row: number;
  cell: number;
  of: QwixxRow;
  legal: Legal | undefined;
  scene: Scene;
}): JSX.Element {
  const view = scene.position.view as QwixxView;
  const number = numberAt(row, cell);
  const marked = of.marks[cell] === true;
  const lost = !marked && (cell < of.free || view.closed[row] === true);
  const state = marked ? "marked" : lost ? "lost" : "free";
  const act = scene.act;
  const text = marked ? "✕" : number;
  const name = t("cell_name", {
    colour: colourName(ROWS[row]),
    number,
    state: t(`cell_${state}`),
  });
  if (legal && act) {
    return (
      <button
        type="button"
        class={`cell legal${legal.id === scene.hinted ? " hinted" : ""}`}
        aria-label={t("mark_cell", { colour: colourName(ROWS[row]), number })}
        data-action={legal.name}
        onClick={() => act(legal.id)}
      >
        {number}
      </button>
    );
  }
  return (
    <span class={`cell ${state}`} role="img" aria-label={name}>
      {text}
    </span>
  );
}

export function Sheet({
  seat,
  sheet,
  scene,
  own,
  decides,
}: {
  seat: number;
  sheet: QwixxSheet;
  scene: Scene;
  own: boolean; // the large one
  decides: boolean; // the one whose cells may be crossed off
}): JSX.Element {
  const view = scene.position.view as QwixxView;
  return (
    <section
      class={own ? "sheet own" : "sheet"}
      aria-label={t("sheet_of", { name: seatName(scene.seats, seat) })}
    >
      <div class="sheet-head">
        <Plate
          scene={scene}
          seat={seat}
          badge={view.active === seat && !scene.position.done ? t("rolling") : null}
        />
        <span class="sheet-score">{exact(sheet.score)}</span>
      </div>
      {sheet.rows.map((of, row) => (
        <div class={`sheet-row row-${ROWS[row]}${view.closed[row] ? " closed" : ""}`} key={row}>
          {of.marks.map((_, cell) => (
            <Cell
              key={cell}
              row={row}
              cell={cell}
              of={of}
              scene={scene}
              legal={
                decides
                  ? scene.position.legal.find(
                      (l) => l.kind === "mark" && l.row === row && l.cell === cell,
                    )
                  : undefined
              }
            />
          ))}
          <span
            class={`cell lock${of.locked ? " marked" : ""}`}
            role="img"
            aria-label={
              of.locked ? t("locked") : view.closed[row] ? t("row_closed") : t("open_lock")
            }
          >
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M7 10V7a5 5 0 0 1 10 0v3h1v11H6V10zm2.5 0h5V7a2.5 2.5 0 0 0-5 0z" />
            </svg>
          </span>
          <span class="row-points" aria-label={t("points_count", { count: of.points })}>
            {of.points}
          </span>
        </div>
      ))}
      <div class="strikes">
        <span>{t("strikes")}</span>
        {[0, 1, 2, 3].map((i) => (
          <span class={i < sheet.strikes ? "strike taken" : "strike"} key={i} aria-hidden="true">
            {i < sheet.strikes ? "✕" : ""}
          </span>
        ))}
        <span class="visually-hidden">{sheet.strikes}/4</span>
        <span class="strike-cost">{sheet.strikes ? `−${5 * sheet.strikes}` : ""}</span>
      </div>
    </section>
  );
}
