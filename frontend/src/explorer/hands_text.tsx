// The hands of a deal as text that people read and type: a line for each seat, "North: KS 9H".
import type { JSX } from "preact";
import { readCard } from "../cards/read_card";
import type { CardFace, GameFacts, Scene, SeatInfo } from "../messages";
import { seatLabel } from "../table/names";
import { TextEditor } from "./text_editor";
import { t } from "./texts";

/** Hands as lines of card names. */
export function writeHands(hands: number[][], faces: readonly CardFace[], names: string[]): string {
  return hands
    .map(
      (hand, seat) => `${names[seat]}: ${hand.map((card) => faces[card]?.name ?? "?").join(" ")}`,
    )
    .join("\n");
}

/** The hands that such lines give; a string is the first word that is not a card. */
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
      const face = readCard(word, faces);
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
  return (
    <TextEditor
      title={t("hands_text")}
      written={writeHands(deal.hands, facts.cards, seats.map(seatLabel))}
      rows={deal.hands.length * 2}
      choice="hands-text"
      copy="copy-hands"
      action="apply-hands"
      apply={(text) => {
        const hands = readHands(text, facts.cards);
        if (typeof hands === "string") return t("not_a_card", { word: hands });
        onChange({ ...scene, deal: { ...deal, hands }, actions: [], chance: [] });
        return null;
      }}
    />
  );
}
