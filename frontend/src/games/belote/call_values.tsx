// Belote: what a bidding network, or else the solver, thinks of each call: the best one, and how many
// points the others are behind it.
import type { JSX } from "preact";
import type { CallValue } from "../../messages";
import { number } from "../../numbers";
import { ContractGrid, SUITS, VALUES, type Suit } from "./contract_grid";
import { BID, COINCHE, PASS } from "./scene";
import { t } from "./texts";

const OTHERS = [PASS, COINCHE, COINCHE + 1]; // calls that are not bids
const WORDS = new Map<number, "pass" | "coinche" | "surcoinche">([
  [PASS, "pass"],
  [COINCHE, "coinche"],
  [COINCHE + 1, "surcoinche"],
]);

/** The action of a bid. */
export function actionOf(suit: Suit, value: number): number {
  return BID + 1 + 4 * VALUES.indexOf(value) + SUITS.indexOf(suit);
}

/** "best" for the best call, otherwise how far it is behind. */
export function behind(loss: number): string {
  return loss === 0 ? t("best_call") : number(-Math.round(loss));
}

interface Props {
  values: CallValue[]; // best first
  by: string | null;
  lowest: number | null;
}

export function CallValues({ values, by, lowest }: Props): JSX.Element | null {
  if (by === null) return <p class="quiet">{t("values_not_your_turn")}</p>;
  const of = (action: number) => values.find((each) => each.action === action);
  const others = OTHERS.filter((call) => of(BID + call));
  return (
    <section class="panel" aria-labelledby="values-title" data-by={by}>
      <h2 id="values-title">
        {by === "solver" ? t("values_solver_title") : t("values_title", { name: by })}
      </h2>
      <p class="quiet">{by === "solver" ? t("values_solver_text") : t("values_text")}</p>
      <ContractGrid lowest={lowest} label={t("values_label")}>
        {(suit, value, closed) => {
          const found = of(actionOf(suit, value));
          return (
            <td key={value} class={closed ? "closed" : found?.loss === 0 ? "best-call" : ""}>
              {found ? behind(found.loss) : "–"}
            </td>
          );
        }}
      </ContractGrid>
      <ul class="calls-made">
        {others.map((call) => {
          const found = of(BID + call) as CallValue;
          return (
            <li key={call} class={found.loss === 0 ? "best-call" : ""}>
              {t(WORDS.get(call) ?? "pass")} <b>{behind(found.loss)}</b>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
