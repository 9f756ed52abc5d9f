// Choose cards from the whole deck: a row per suit. Where the deck has several copies of a card, its
// button counts them.
import type { JSX } from "preact";
import type { CardFace } from "../messages";
import { t } from "./texts";
import { AnyFace } from "./hand";
import { cardName } from "./suit_signs";
import "./picker.css";

interface Props {
  faces: readonly CardFace[];
  chosen: readonly number[];
  max: number;
  label: string;
  onChange: (chosen: number[]) => void;
  /** How many copies of a card there are; 1 unless given. */
  copies?: (card: number) => number;
  /** Only these can be taken. */
  among?: readonly number[] | undefined;
}

const ROWS = ["S", "H", "D", "C"] as const;

export function CardPicker({
  faces,
  chosen,
  max,
  label,
  onChange,
  copies,
  among,
}: Props): JSX.Element {
  const count = (card: number) => chosen.filter((each) => each === card).length;
  const most = (card: number) => copies?.(card) ?? 1;
  const toggle = (card: number) => {
    const held = count(card);
    if (held >= most(card) || (held > 0 && chosen.length >= max)) {
      onChange(chosen.filter((each) => each !== card));
    } else if (chosen.length < max) {
      onChange([...chosen, card].sort((a, b) => a - b));
    } else if (max === 1) {
      onChange([card]);
    }
  };
  const row = (cards: readonly CardFace[], key: string) => (
    <div class="picker-row" key={key}>
      {cards.map((face) => {
        const held = count(face.id);
        const usable = !among || among.includes(face.id);
        return (
          <button
            type="button"
            key={face.id}
            class={held ? "picker-card held" : "picker-card"}
            aria-pressed={held > 0}
            aria-label={most(face.id) > 1 ? `${cardName(face)}: ${held}` : cardName(face)}
            disabled={!usable || (held === 0 && chosen.length >= max && max !== 1)}
            data-pick={face.name}
            onClick={() => toggle(face.id)}
          >
            <AnyFace face={face} />
            {most(face.id) > 1 && held > 0 && <b class="picker-count">×{held}</b>}
          </button>
        );
      })}
    </div>
  );
  const plain = faces.filter((face) => face.suit === null);
  return (
    <div class="picker" role="group" aria-label={label}>
      <p class="picker-label">
        {label} <b>{t("chosen_of", { count: chosen.length, max })}</b>
      </p>
      {plain.length > 0
        ? row(plain, "all")
        : ROWS.map((suit) => row(faces.filter((face) => face.suit === suit).reverse(), suit))}
    </div>
  );
}
