// Who else wants another game: said beside the button that agrees to it.
import type { JSX } from "preact";
import type { TableMessage } from "../messages";
import { seatName } from "./names";
import { t } from "./texts";

export function RematchWanted({ table }: { table: TableMessage }): JSX.Element | null {
  const others = table.rematch.filter((seat) => seat !== table.you);
  if (others.length === 0) return null;
  const names = others.map((seat) => seatName(table.seats, seat)).join(", ");
  return (
    <p role="status" data-rematch-wanted>
      {t("rematch_wanted", { names })}
    </p>
  );
}
