// A card from what people type: KS, ks, 10H, TH, R♠. Courts may have French letters.
import type { CardFace } from "../messages";
import { SUIT_SIGN, type Suit } from "./suits";

const COURTS: Record<string, string> = { R: "K", D: "Q", V: "J" };
const SIGNS = new Map(Object.entries(SUIT_SIGN).map(([suit, sign]) => [sign, suit as Suit]));

function plain(word: string): string {
  const ten = word.toUpperCase().replace(/^10/, "T").replace("\ufe0f", "");
  const letters = [...ten].map((letter) => SIGNS.get(letter) ?? letter).join("");
  return letters.length === 2
    ? (COURTS[letters.charAt(0)] ?? letters.charAt(0)) + letters.slice(1)
    : letters;
}

export function readCard(word: string, faces: readonly CardFace[]): CardFace | undefined {
  const wanted = plain(word);
  return faces.find((face) => plain(face.name) === wanted);
}
