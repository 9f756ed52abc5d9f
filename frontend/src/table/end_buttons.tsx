// What comes after a game: another one, or a look back at this one. The same two buttons in the sum
// of the last deal, in the result beside the table and, on a phone, below the felt.
import type { JSX, Ref } from "preact";
import type { Result, TableMessage } from "../messages";
import { usePhone } from "./narrow";
import { RematchWanted } from "./rematch";
import { ask } from "./store";
import { t } from "./texts";

interface Props {
  table: TableMessage;
  result: Result;
  first?: Ref<HTMLButtonElement>; // what takes the focus
}

export function EndButtons({ table, result, first }: Props): JSX.Element {
  const { you } = table;
  const wants = you !== null && table.rematch.includes(you);
  return (
    <>
      {you !== null && (
        <button
          type="button"
          class="button primary"
          ref={first}
          disabled={wants}
          data-action="rematch"
          onClick={() => void ask({ type: "rematch", table: table.table })}
        >
          {wants ? t("rematch_waiting") : t("rematch")}
        </button>
      )}
      <a class="button" href={`#/record/${result.record_id}`} data-action="review-game">
        {t("replay_game")}
      </a>
    </>
  );
}

/** On a phone the result is folded away: what comes next stays in sight, where the hand was. */
export function EndBar(props: Props): JSX.Element | null {
  if (!usePhone()) return null;
  return (
    <div class="end-bar">
      <RematchWanted table={props.table} />
      <EndButtons {...props} />
    </div>
  );
}
