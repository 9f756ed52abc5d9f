// The sum of a deal, spelled out over the felt: what was bid and taken, what each part counts, and
// what it comes to. At the end of the game it says who won, and offers the next one.
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { OriginResult } from "../deals/origin";
import type { Look } from "../games/look";
import { wordOf } from "../games/words";
import type { DealSum, SeatInfo, TableMessage } from "../messages";
import { exact, signed } from "../numbers";
import { ReviewTeaser } from "../review/teaser";
import { EndButtons } from "./end_buttons";
import { endingOf } from "./ending";
import { endIntermission } from "./intermission";
import { sideName } from "./names";
import { RematchWanted } from "./rematch";
import { Peeks } from "./result";
import { find, t } from "./texts";
import "./deal_summary.css";

interface Props {
  table: TableMessage;
  sum: DealSum;
  look: Look;
}

export function DealSummary({ table, sum, look }: Props): JSX.Element {
  const over = table.status === "over" && table.result !== null;
  const ending = over && table.result ? endingOf(table.seats, table.you, table.result, look) : null;
  const cause =
    over && table.position && table.result?.resigned === null
      ? look.ended?.(table.position, table.seats)
      : null;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  const { number } = sum;
  const ended = wordOf(table.setup.game, "deal_over", { number }) ?? t("deal_over", { number });
  const title = number > 1 || !over ? ended : t("game_over");
  return (
    <div class="deal-sum-shade">
      <section class="deal-sum panel" aria-label={title}>
        {ending ? (
          <>
            <h2 class={ending.won ? "won" : ""}>{ending.title}</h2>
            {ending.why && <p class="quiet">{ending.why}</p>}
            {cause && <p>{cause}</p>}
          </>
        ) : (
          <h2>{title}</h2>
        )}
        <Verdict
          sum={sum}
          seats={table.seats}
          you={table.you}
          look={look}
          game={table.setup.game}
        />
        <SumTable sum={sum} seats={table.seats} you={table.you} game={table.setup.game} />
        {over && table.result && table.you !== null && (
          <>
            <Peeks peeks={table.result.peeks} seats={table.seats} />
            <OriginResult table={table} />
            <ReviewTeaser result={table.result} seat={table.you} />
          </>
        )}
        {over && <RematchWanted table={table} />}
        <div class="deal-sum-buttons">
          {over && table.result && (
            <EndButtons table={table} result={table.result} first={button} />
          )}
          <button
            type="button"
            class={over ? "button" : "button primary"}
            ref={over ? undefined : button}
            data-action="next-deal"
            onClick={endIntermission}
          >
            {over ? t("see_table") : t("next_deal")}
          </button>
        </div>
      </section>
    </div>
  );
}

/** Whether the contract was made, in words. */
function Verdict({
  sum,
  seats,
  you,
  look,
  game,
}: {
  sum: DealSum;
  seats: readonly SeatInfo[];
  you: number | null;
  look: Look;
  game: string;
}): JSX.Element | null {
  if (sum.verdict === null) return null;
  if (sum.verdict === "void" || !sum.contract) return <p>{t("sum_void")}</p>;
  const key = sum.verdict === "made" ? "sum_made" : "sum_failed";
  const holes = {
    name: sideName(seats, sum.contract.seat),
    contract: look.contract?.(sum.contract) ?? look.label(sum.contract.name),
  };
  const text = wordOf(game, key, holes) ?? t(key, holes);
  // Good news is green: a contract of the own side that is made, or one of the others that fails.
  const own = you === null || (seats[sum.contract.seat]?.side.includes(you) ?? false);
  const good = own === (sum.verdict === "made");
  return <p class={good ? "sum-verdict sum-good" : "sum-verdict sum-bad"}>{text}</p>;
}

function SumTable({
  sum,
  seats,
  you,
  game,
}: {
  sum: DealSum;
  seats: readonly SeatInfo[];
  you: number | null;
  game: string;
}): JSX.Element {
  // The own column comes first.
  const order = sum.columns
    .map((column, i) => ({ column, i }))
    .sort((a, b) => Number(b.column.includes(you ?? -1)) - Number(a.column.includes(you ?? -1)));
  const label = (what: string) => wordOf(game, `sum_${what}`) ?? find(`sum_${what}`) ?? what;
  const shown = sum.rows.filter(
    (row) => row.kind !== "part" || row.values.some((value) => value !== 0),
  );
  // With one column after the other a table of five players would be too wide for a phone.
  const wide = order.length > 2;
  const teams = sum.columns.some((column) => column.length > 1);
  // Where one side wins what the other loses, sums have signs, too.
  const opposed = teams && sum.rows.some((row) => row.values.some((value) => (value ?? 0) < 0));
  const cell = (value: number | null | undefined, kind: string) => {
    if (value === null || value === undefined) return "–";
    return kind === "part" || (kind === "sum" && opposed) ? signed(value) : exact(value);
  };
  return (
    <div class="scroll-x">
      <table class={wide ? "score-table sum-table many" : "score-table sum-table"}>
        <thead>
          <tr>
            <th scope="col">
              <span class="visually-hidden">{teams ? t("side") : t("player")}</span>
            </th>
            {wide
              ? shown.map((row) => (
                  <th scope="col" key={row.what}>
                    {label(row.what)}
                  </th>
                ))
              : order.map(({ column, i }) => (
                  <th scope="col" key={i}>
                    {sideName(seats, column[0] ?? 0)}
                  </th>
                ))}
          </tr>
        </thead>
        <tbody>
          {wide
            ? order.map(({ column, i }) => (
                <tr key={i} class={column.includes(you ?? -1) ? "own" : ""}>
                  <th scope="row">{sideName(seats, column[0] ?? 0)}</th>
                  {shown.map((row) => (
                    <td key={row.what} class={`sum-${row.kind}`}>
                      {cell(row.values[i], row.kind)}
                    </td>
                  ))}
                </tr>
              ))
            : shown.map((row) => (
                <tr key={row.what} class={`sum-${row.kind}`}>
                  <th scope="row">{label(row.what)}</th>
                  {order.map(({ i }) => (
                    <td key={i}>{cell(row.values[i], row.kind)}</td>
                  ))}
                </tr>
              ))}
        </tbody>
      </table>
    </div>
  );
}
