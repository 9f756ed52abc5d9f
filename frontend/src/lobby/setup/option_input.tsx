// The input of one option of a game's rules: a tick, a choice, a number, or a list of
// numbers or cards.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { readCard } from "../../cards/read_card";
import type { CardFace, OptionFacts } from "../../messages";
import { games } from "../../table/store";
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
        <List
          option={option}
          faces={option.cards ? (games.value.find((each) => each.name === game)?.cards ?? []) : []}
          value={Array.isArray(shown) ? shown : []}
          onChange={onChange}
        />
      )}
    </label>
  );
}

const words = (text: string) => text.split(/[\s,;]+/).filter(Boolean);

/** "8, 7 6" as a list; null where it is not a list of numbers within the bounds. */
export function parseNumbers(text: string, low: number, high: number): number[] | null {
  const numbers = words(text).map(Number);
  return numbers.every((n) => Number.isInteger(n) && n >= low && n <= high) ? numbers : null;
}

const ANY_CARD = -1; // as in kibitz/core/options.py

/** "5H - AS" as ids, a dash for any card; null where a word is not a card. */
export function parseCards(text: string, faces: readonly CardFace[]): number[] | null {
  const cards = words(text).map((each) => (each === "-" ? ANY_CARD : readCard(each, faces)?.id));
  return cards.includes(undefined) ? null : (cards as number[]);
}

interface ListProps {
  option: OptionFacts;
  faces: readonly CardFace[]; // of the game, where the list is one of cards
  value: number[];
  onChange: (value: Value | undefined) => void;
}

function List({ option, faces, value, onChange }: ListProps): JSX.Element {
  const low = option.low ?? 0;
  const high = option.high ?? 99;
  const [text, setText] = useState(() =>
    value.map((each) => (option.cards ? (faces[each]?.name ?? "-") : each)).join(" "),
  );
  const parse = (typed: string) =>
    option.cards ? parseCards(typed, faces) : parseNumbers(typed, low, high);
  return (
    <input
      value={text}
      inputMode={option.cards ? "text" : "numeric"}
      autocapitalize="characters"
      placeholder={t("as_usual")}
      aria-invalid={parse(text) === null}
      data-option={option.name}
      onInput={(event) => {
        const next = event.currentTarget.value;
        setText(next);
        const parsed = parse(next);
        event.currentTarget.setCustomValidity(
          parsed ? "" : option.cards ? t("write_cards") : t("write_numbers", { low, high }),
        );
        if (parsed) onChange(parsed.length ? parsed : undefined);
      }}
    />
  );
}
