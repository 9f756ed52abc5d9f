// A bid of somebody else, entered in two steps: Belote has forty of them.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { SuitSign } from "../../cards/suit_signs";
import type { Suit } from "../../cards/suits";
import { t } from "./texts";
import type { EntryProps } from "../look";

const BID = /^([89]0|1\d0|capot)([SHDC])$/; // "90H", but not the card "10H"

export function isBid(name: string): boolean {
  return BID.test(name);
}

/** Choose the value, then the suit. */
export function BidForm({ expects, onEnter }: EntryProps): JSX.Element | null {
  const bids = expects.actions
    .map((action, i) => ({ action, name: expects.names[i] ?? "" }))
    .filter((each) => !expects.yours && isBid(each.name));
  const values = [...new Set(bids.map((each) => BID.exec(each.name)?.[1] ?? ""))];
  const [value, choose] = useState(values[0] ?? "");
  if (bids.length === 0) return null;
  return (
    <div class="moves-row">
      <label class="inline">
        {t("bid_value")}
        <select
          value={value}
          data-choice="bid-value"
          onChange={(event) => choose(event.currentTarget.value)}
        >
          {values.map((each) => (
            <option value={each} key={each}>
              {each === "capot" ? t("capot") : each}
            </option>
          ))}
        </select>
      </label>
      {bids
        .filter((each) => BID.exec(each.name)?.[1] === value)
        .map((each) => (
          <button
            type="button"
            class="call"
            key={each.action}
            data-action={each.name}
            onClick={() => onEnter({ kind: "action", action: each.action })}
          >
            {value === "capot" ? t("capot") : value}{" "}
            <SuitSign suit={BID.exec(each.name)?.[2] as Suit} />
          </button>
        ))}
    </div>
  );
}
