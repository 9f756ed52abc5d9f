// Suits in running text: small drawn signs, with a name for screen readers.
import type { ComponentChildren, JSX } from "preact";
import type { CardFace } from "../messages";
import { settings } from "../settings";
import { t } from "./texts";
import { SUIT_PATH, SUIT_SIGN, type Suit } from "./suits";

/** Index letters of the courts: K Q J A, or as on French cards R D V A. */
const FRENCH: Record<string, string> = { K: "R", Q: "D", J: "V" };

export function rankLetter(rank: string): string {
  return settings.value.letters === "french" ? (FRENCH[rank] ?? rank) : rank;
}

export function SuitSign({ suit }: { suit: Suit }): JSX.Element {
  return (
    <svg
      class={`suit-sign suit-${suit}`}
      viewBox="0 0 24 24"
      role="img"
      aria-label={suitName(suit)}
    >
      <path d={SUIT_PATH[suit]} />
    </svg>
  );
}

export function suitName(suit: Suit): string {
  return t(`suit_${suit}`);
}

/** A trump suit with its name, as the score panel shows it. */
export function TrumpSign({ suit }: { suit: Suit }): JSX.Element {
  return (
    <span class="trump">
      <SuitSign suit={suit} />
      <small>{suitName(suit)}</small>
    </span>
  );
}

const RANK_KEYS = { J: "rank_J", Q: "rank_Q", K: "rank_K", A: "rank_A" } as const;

/** "King of hearts", for a button's name. */
export function cardName(face: CardFace): string {
  if (face.suit === null) {
    return face.rank === "joker" || face.rank === "0" ? t("joker") : face.rank;
  }
  const key = RANK_KEYS[face.rank as keyof typeof RANK_KEYS];
  return t("card_name", { rank: key ? t(key) : face.rank, suit: suitName(face.suit) });
}

/** "10♥" with a drawn sign. */
export function CardText({ face }: { face: CardFace }): JSX.Element {
  return (
    <span class="card-text">
      {face.suit ? rankLetter(face.rank) : face.rank}
      {face.suit && <SuitSign suit={face.suit} />}
    </span>
  );
}

/** A text in which suits are letters behind a rank or value ("90H"), with signs in their place. */
export function withSigns(text: string): ComponentChildren {
  const found = /^(.*?)([SHDC])$/.exec(text);
  if (!found) return text;
  return (
    <>
      {rankLetter(found[1] as string)}
      <SuitSign suit={found[2] as Suit} />
    </>
  );
}

/** A text with plain signs ("A♦, 90♥") drawn in the colours of their suits. */
export function Signs({ text }: { text: string }): JSX.Element {
  const suits = Object.entries(SUIT_SIGN) as [Suit, string][];
  return (
    <>
      {text.split(/([^\s♠♥♦♣]*[♠♥♦♣])/).map((part, i) => {
        const suit = suits.find(([, sign]) => part.endsWith(sign))?.[0];
        if (!suit) return part;
        return (
          <span class="unbroken" key={i}>
            {part.slice(0, -1)}
            <SuitSign suit={suit} />
          </span>
        );
      })}
    </>
  );
}

/** The same as plain characters, for a name that must be a string. */
export function plainSigns(text: string): string {
  return text.replace(
    /^(.*?)([SHDC])$/,
    (_, rank: string, suit: Suit) => rankLetter(rank) + SUIT_SIGN[suit],
  );
}
