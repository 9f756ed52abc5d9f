// The advisor's form for Dubito: cards that others play face down, and doubts.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { CardPicker } from "../../cards/picker";
import { t } from "./texts";
import type { EntryProps } from "../look";

/** Four of each value and two jokers. */
export function copies(card: number): number {
  return card === 0 ? 2 : 4;
}

export function DubitoEntry({ expects, facts, onEnter }: EntryProps): JSX.Element {
  return (
    <>
      {!expects.yours && expects.counts.length > 0 && (
        <div class="moves-row">
          {expects.counts.map((count) => (
            <button
              type="button"
              class="call"
              key={count}
              data-action={`lays ${count}`}
              onClick={() => onEnter({ kind: "lay", count })}
            >
              {t("plays_count", { count })}
            </button>
          ))}
        </div>
      )}
      {expects.doubt && <DoubtForm expects={expects} facts={facts} onEnter={onEnter} />}
    </>
  );
}

/** A doubt turns the whole board over, and the loser may drop four of a kind. */
function DoubtForm({ expects, facts, onEnter }: EntryProps): JSX.Element {
  const [plays, setPlays] = useState<number[][]>(expects.board.map((play) => play.cards ?? []));
  const [dropped, setDropped] = useState<number[]>([]);
  const ready = expects.board.every((play, i) => plays[i]?.length === play.size);
  return (
    <details>
      <summary data-action="doubt-form">{t("somebody_doubts")}</summary>
      {expects.board.map((play, i) =>
        play.cards ? null : (
          <CardPicker
            key={i}
            faces={facts.cards}
            chosen={plays[i] ?? []}
            max={play.size}
            label={t("play_number", { number: i + 1 })}
            onChange={(cards) => setPlays(plays.map((old, j) => (j === i ? cards : old)))}
            copies={copies}
          />
        ),
      )}
      <CardPicker
        faces={facts.cards.filter((face) => face.id > 0)}
        chosen={dropped}
        max={13}
        label={t("dropped_values")}
        onChange={setDropped}
      />
      <button
        type="button"
        class="button primary"
        disabled={!ready}
        data-action="enter-doubt"
        onClick={() => onEnter({ kind: "doubt", plays, dropped })}
      >
        {t("enter_this")}
      </button>
    </details>
  );
}
