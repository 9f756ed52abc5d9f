// The own hand: a fan of buttons. Cards that may be played stand out, the others are dimmed but can
// still be read. On a phone a big hand takes several rows that overlap; digits and arrows choose
// (table/keys.ts), so only one card is a stop of the Tab key.
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import type { CardFace } from "../messages";
import { t } from "./texts";
import { usePhone } from "../table/narrow";
import { Face, NumberFace } from "./card";
import { cardName } from "./suit_signs";
import type { Suit } from "./suits";

const ROW_MAX = { upright: 8, sideways: 8 } as const; // cards in one row of a phone

export interface HandCard {
  face: CardFace;
  key: string;
  legal: boolean;
  chosen?: boolean; // picked but not yet played, where several cards make one move
  hinted?: boolean;
  grade?: string | undefined; // of the card that was played here, in a review
}

export function AnyFace({ face }: { face: CardFace }): JSX.Element {
  if (face.suit === null)
    return <NumberFace value={face.rank === "joker" ? 0 : Number(face.rank)} />;
  return <Face card={{ rank: face.rank, suit: face.suit as Suit }} />;
}

interface Props {
  cards: HandCard[];
  mine: boolean; // it is our turn to play a card
  onPick: ((place: number) => void) | null;
  onRefused?: (place: number) => void; // a card that may not be played was tried
  toggles?: boolean; // a click picks, a second click drops
}

export function Hand({ cards, mine, onPick, onRefused, toggles }: Props): JSX.Element {
  const phone = usePhone();
  // As cards are played the rows stay, so that nothing above the hand moves.
  const rows = useRef(1);
  const before = useRef(0);
  const needed = phone ? Math.max(1, Math.ceil(cards.length / ROW_MAX[phone])) : 1;
  rows.current = cards.length > before.current ? needed : Math.max(rows.current, needed);
  before.current = cards.length;
  const perRow = Math.ceil(cards.length / needed);
  const first = cards.findIndex((card) => card.legal);

  return (
    <div
      class="hand"
      role="group"
      tabIndex={-1} // keeps the focus while others play
      aria-label={t("your_hand")}
      style={{ "--rows": phone ? rows.current : 1 }}
    >
      {Array.from({ length: needed }, (_, row) => (
        <div class="hand-row" key={row}>
          {cards.slice(row * perRow, (row + 1) * perRow).map((card, i) => {
            const place = row * perRow + i;
            const playable = mine && card.legal && onPick !== null;
            const classes = [
              "hand-card",
              mine && !card.legal && "dimmed",
              playable && "playable",
              card.chosen && "chosen",
              card.hinted && "hinted",
              card.grade && `graded graded-${card.grade}`,
            ];
            return (
              <div class="hand-slot" key={card.key} style={{ "--place": place }}>
                <button
                  type="button"
                  class={classes.filter(Boolean).join(" ")}
                  aria-label={cardName(card.face)}
                  aria-disabled={!playable}
                  tabIndex={mine && place === Math.max(first, 0) ? 0 : -1}
                  aria-pressed={toggles ? Boolean(card.chosen) : undefined}
                  data-card={card.face.name}
                  onClick={() => {
                    if (playable) onPick(place);
                    else if (mine) onRefused?.(place);
                  }}
                >
                  <AnyFace face={card.face} />
                </button>
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}
