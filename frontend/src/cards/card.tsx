// One playing card. The corner index is large enough to be read on a fan on a small phone; the
// picture fills the rest. Cards are memoised: a hand is drawn again at every move.
import type { JSX } from "preact";
import { Back } from "./art/back";
import { Court } from "./art/courts";
import { Joker } from "./art/joker";
import { Pips } from "./art/pips";
import { rankLetter } from "./suit_signs";
import { SUIT_PATH, type Suit } from "./suits";
import "./styles.css";

export interface FaceCard {
  rank: string; // 2..10 J Q K A
  suit: Suit;
}

/** Some fonts let J hang below the line, into the suit: it is drawn. */
const J = "M14.5 6v13.5c0 3.4-1.9 5.3-4.6 5.3-2.7 0-4.5-1.8-4.7-4.8";

/** `textLength` holds the index to its place, whatever font the machine has. */
function Corner({ rank, path }: { rank: string; path?: string }): JSX.Element {
  const wide = rank.length > 1;
  return (
    <g>
      {rank === "J" ? (
        <path class="index-line" d={J} />
      ) : (
        <text
          x={wide ? 3.5 : 5}
          y="25"
          class="index"
          textLength={wide ? 18 : 14.5}
          lengthAdjust="spacingAndGlyphs"
        >
          {rank}
        </text>
      )}
      {path && <path d={path} transform="translate(4.5 28.5) scale(.65)" />}
    </g>
  );
}

function Corners({ rank, path }: { rank: string; path?: string }): JSX.Element {
  return (
    <>
      <Corner rank={rank} path={path} />
      <g transform="rotate(180 50 70)">
        <Corner rank={rank} path={path} />
      </g>
    </>
  );
}

function Sheet({
  kind,
  children,
}: {
  kind: string;
  children: JSX.Element | JSX.Element[];
}): JSX.Element {
  return (
    <svg class={`card-face ${kind}`} viewBox="0 0 100 140" aria-hidden="true" focusable="false">
      <rect x="1" y="1" width="98" height="138" rx="8" class="card-paper" />
      {children}
    </svg>
  );
}

/** A card of the French deck. */
export function Face({ card }: { card: FaceCard }): JSX.Element {
  const path = SUIT_PATH[card.suit];
  const court = card.rank === "K" || card.rank === "Q" || card.rank === "J";
  return (
    <Sheet kind={`suit-${card.suit}`}>
      {court ? (
        <Court rank={card.rank} suit={<path d={path} />} />
      ) : (
        <Pips rank={card.rank} path={path} />
      )}
      <Corners rank={rankLetter(card.rank)} path={path} />
    </Sheet>
  );
}

/** A card of Dubito: a number from 1 to 13, or 0 for a joker. */
export function NumberFace({ value }: { value: number }): JSX.Element {
  if (value === 0) {
    return (
      <Sheet kind="number joker">
        <Joker />
        <Corners rank="★" />
      </Sheet>
    );
  }
  const name = String(value);
  return (
    <Sheet kind={`number hue-${value}`}>
      <rect x="20" y="34" width="60" height="72" rx="10" class="number-plate" />
      <text x="50" y="84" class="numeral">
        {name}
      </text>
      <Corners rank={name} />
    </Sheet>
  );
}

export function CardBack(): JSX.Element {
  return (
    <Sheet kind="back">
      <Back />
    </Sheet>
  );
}
