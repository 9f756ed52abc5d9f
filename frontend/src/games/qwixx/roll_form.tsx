// The six dice of a roll, chosen one by one: the advisor and the explorer ask for them.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { colourName, t } from "./texts";

/** A roll's number from its dice: base 6, the first white one most significant. */
export function rollOf(dice: readonly number[]): number {
  return dice.reduce((sum, die) => sum * 6 + die - 1, 0);
}

const DICE = ["white", "white", "red", "yellow", "green", "blue"];

export function RollForm({
  onEnter,
  begin,
}: {
  onEnter: (entry: { kind: "roll"; dice: number[] }) => void;
  begin?: number[];
}): JSX.Element {
  const [dice, setDice] = useState<number[]>(begin ?? [1, 1, 1, 1, 1, 1]);
  return (
    <div class="roll-form">
      {DICE.map((colour, i) => (
        <label class={`roll-die swatch-${colour}`} key={i}>
          <span class="visually-hidden">
            {t("die_name", { colour: colourName(colour), value: dice[i] ?? 1 })}
          </span>
          <select
            value={dice[i]}
            data-die={i}
            onChange={(event) =>
              setDice(dice.map((old, j) => (j === i ? Number(event.currentTarget.value) : old)))
            }
          >
            {[1, 2, 3, 4, 5, 6].map((value) => (
              <option value={value} key={value}>
                {value}
              </option>
            ))}
          </select>
        </label>
      ))}
      <button
        type="button"
        class="button primary"
        data-action="enter"
        onClick={() => onEnter({ kind: "roll", dice })}
      >
        {t("enter_this")}
      </button>
    </div>
  );
}
