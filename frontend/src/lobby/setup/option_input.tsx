// The input of one option of a game's rules: a tick, a choice, a number or a list of numbers.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { OptionFacts } from "../../messages";
import { wordOf } from "../../games/words";
import { find, t } from "../texts";
import type { Value } from "./choice";

/** A word of the server about a game: by the game's own texts, by ours, or as the server has it. */
function word(game: string, key: string): string | undefined {
  return wordOf(game, key) ?? find(key);
}

function optionName(game: string, option: OptionFacts): string {
  return word(game, `option_${option.name}`) ?? option.name.replaceAll("_", " ");
}

interface OptionProps {
  game: string;
  option: OptionFacts;
  value: Value | undefined;
  onChange: (value: Value | undefined) => void;
}

export function OptionInput({ game, option, value, onChange }: OptionProps): JSX.Element {
  const shown = value === undefined ? option.default : value;
  const help = word(game, `option_help_${option.name}`) ?? option.doc;
  if (option.kind === "flag") {
    return (
      <label class="check">
        <input
          type="checkbox"
          checked={shown === true}
          data-option={option.name}
          onChange={(event) =>
            onChange(
              event.currentTarget.checked === option.default
                ? undefined
                : event.currentTarget.checked,
            )
          }
        />
        <span>
          {optionName(game, option)}
          <small>{help}</small>
        </span>
      </label>
    );
  }
  return (
    <label class="field">
      <span>
        {optionName(game, option)}
        <small>{help}</small>
      </span>
      {option.kind === "choice" ? (
        <select
          value={String(shown)}
          data-option={option.name}
          onChange={(event) =>
            onChange(
              event.currentTarget.value === option.default ? undefined : event.currentTarget.value,
            )
          }
        >
          {(option.words ?? []).map((each) => (
            <option value={each} key={each}>
              {word(game, `word_${each}`) ?? each}
            </option>
          ))}
        </select>
      ) : option.kind === "integer" ? (
        <input
          type="number"
          min={option.low ?? undefined}
          max={option.high ?? undefined}
          value={shown === null ? "" : String(shown)}
          placeholder={option.optional ? t("as_usual") : ""}
          data-option={option.name}
          onInput={(event) => {
            const text = event.currentTarget.value;
            onChange(text === "" || Number(text) === option.default ? undefined : Number(text));
          }}
        />
      ) : (
        <Numbers option={option} value={Array.isArray(shown) ? shown : null} onChange={onChange} />
      )}
    </label>
  );
}

/** "8, 7 6" as a list; null where it is no list of numbers in the bounds. */
export function parseNumbers(text: string, low: number, high: number): number[] | null {
  const words = text.split(/[\s,;]+/).filter(Boolean);
  const numbers = words.map(Number);
  return numbers.every((n) => Number.isInteger(n) && n >= low && n <= high) ? numbers : null;
}

function Numbers({
  option,
  value,
  onChange,
}: {
  option: OptionFacts;
  value: number[] | null;
  onChange: (value: Value | undefined) => void;
}): JSX.Element {
  const [text, setText] = useState(value?.join(" ") ?? "");
  const numbers = parseNumbers(text, option.low ?? 0, option.high ?? 99);
  return (
    <input
      value={text}
      inputMode="numeric"
      placeholder={t("as_usual")}
      aria-invalid={numbers === null}
      data-option={option.name}
      onInput={(event) => {
        const next = event.currentTarget.value;
        setText(next);
        const parsed = parseNumbers(next, option.low ?? 0, option.high ?? 99);
        if (parsed) onChange(parsed.length ? parsed : undefined);
      }}
    />
  );
}
