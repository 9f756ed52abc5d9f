// Belote: a table of contracts, a row for each trump and a column for each value.
import type { JSX } from "preact";
import { SuitSign } from "../../cards/suit_signs";
import { t } from "./texts";

export const SUITS = ["S", "H", "D", "C"] as const;
export type Suit = (typeof SUITS)[number];
export const VALUES = [80, 90, 100, 110, 120, 130, 140, 150, 160, 250];
const FULL = 20; // observations

/** From 0.76 em for one observation to 1 em for 20: small samples look small. */
export function sizeOf(observations: number): number {
  const grown = (Math.min(FULL, Math.max(1, observations)) - 1) / (FULL - 1);
  return 0.76 + 0.24 * grown;
}

export function bidName(value: number): string {
  return value === 250 ? t("capot") : String(value);
}

interface Props {
  lowest: number | null; // value that may still be bid; null: none
  label: string;
  children: (suit: Suit, value: number, closed: boolean) => JSX.Element; // a cell
}

export function ContractGrid({ lowest, label, children }: Props): JSX.Element {
  const closed = (value: number) => lowest === null || value < lowest;
  return (
    <div class="scroll-x" tabIndex={0} role="region" aria-label={label}>
      <table class="annonces">
        <thead>
          <tr>
            <th scope="col">
              <span class="visually-hidden">{t("trump")}</span>
            </th>
            {VALUES.map((value) => (
              <th scope="col" key={value} class={closed(value) ? "closed" : ""}>
                {bidName(value)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {SUITS.map((suit) => (
            <tr key={suit}>
              <th scope="row">
                <SuitSign suit={suit} />
              </th>
              {VALUES.map((value) => children(suit, value, closed(value)))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
