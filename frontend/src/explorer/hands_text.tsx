// The hands of a deal as text that people read and type: a line for each seat, "North: KS 9H".
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { CardFace, GameFacts, Scene, SeatInfo } from "../messages";
import { seatLabel } from "../table/names";
import { t } from "./texts";

/** Hands as lines of card names. */
export function writeHands(hands: number[][], faces: readonly CardFace[], names: string[]): string {
  return hands
    .map(
      (hand, seat) => `${names[seat]}: ${hand.map((card) => faces[card]?.name ?? "?").join(" ")}`,
    )
    .join("\n");
}

/** The hands that such lines give; a string is the word that is no card. */
export function readHands(text: string, faces: readonly CardFace[]): number[][] | string {
  const hands: number[][] = [];
  for (const line of text.split("\n").filter((each) => each.trim())) {
    const words = line
      .slice(line.indexOf(":") + 1)
      .trim()
      .split(/[\s,]+/)
      .filter(Boolean);
    const hand: number[] = [];
    for (const word of words) {
      const wanted = word.toUpperCase().replace(/^10/, "T");
      const face = faces.find((each) => each.name.toUpperCase().replace(/^10/, "T") === wanted);
      if (!face) return word;
      hand.push(face.id);
    }
    hands.push(hand.sort((a, b) => a - b));
  }
  return hands;
}

interface Props {
  scene: Scene;
  facts: GameFacts;
  seats: SeatInfo[];
  onChange: (scene: Scene) => void;
}

export function HandsText({ scene, facts, seats, onChange }: Props): JSX.Element {
  const deal = scene.deal as { hands: number[][] };
  const written = writeHands(deal.hands, facts.cards, seats.map(seatLabel));
  const [text, setText] = useState(written);
  const [bad, setBad] = useState<string | null>(null);
  useEffect(() => setText(written), [written]);
  return (
    <details class="as-text">
      <summary>{t("hands_text")}</summary>
      <textarea
        rows={deal.hands.length * 2}
        spellcheck={false}
        aria-label={t("hands_text")}
        data-choice="hands-text"
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      {bad && (
        <p class="error" role="alert">
          {t("not_a_card", { word: bad })}
        </p>
      )}
      <button
        type="button"
        class="button"
        data-action="apply-hands"
        onClick={() => {
          const hands = readHands(text, facts.cards);
          setBad(typeof hands === "string" ? hands : null);
          if (typeof hands === "string") return;
          onChange({ ...scene, deal: { ...deal, hands }, actions: [], chance: [] });
        }}
      >
        {t("apply")}
      </button>
    </details>
  );
}
