// What a position is worth to each seat where nobody has to decide, by the figures of some bots.
import type { JSX } from "preact";
import type { SeatInfo, Worth } from "../messages";
import { number, percent } from "../numbers";
import { seatName } from "../table/names";
import { t } from "./texts";

interface Props {
  rows: Worth[];
  seats: SeatInfo[];
  figure?: (bot: string, name: string) => string;
}

export function WorthTable({ rows, seats, figure }: Props): JSX.Element {
  const bots = [...new Set(rows.map((row) => row.bot))];
  return (
    <section class="hint worth" aria-label={t("worth")}>
      <h2>{t("worth")}</h2>
      <table class="said">
        <thead>
          <tr>
            <td />
            {seats.map((_, seat) => (
              <th scope="col" key={seat}>
                {seatName(seats, seat)}
              </th>
            ))}
          </tr>
        </thead>
        {bots.map((bot) => (
          <tbody key={bot}>
            <tr>
              <th scope="rowgroup" colSpan={seats.length + 1} class="worth-bot">
                {t("worth_by", { bot })}
              </th>
            </tr>
            {rows
              .filter((row) => row.bot === bot)
              .map((row) => (
                <tr key={row.name} data-figure={`${bot}-${row.name}`}>
                  <th scope="row">{figure?.(bot, row.name) ?? row.name}</th>
                  {row.seats.map((value, seat) => (
                    <td key={seat}>{row.unit === "share" ? percent(value) : number(value)}</td>
                  ))}
                </tr>
              ))}
          </tbody>
        ))}
      </table>
    </section>
  );
}
