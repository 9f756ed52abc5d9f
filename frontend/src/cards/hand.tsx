// The own hand: a fan of buttons. Cards that may be played stand out, the others are dimmed but can
// still be read. Arrow keys walk along the fan; on a narrow screen a big hand takes two rows.
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import type { CardFace } from "../messages";
import { t } from "./texts";
import { useNarrow } from "../table/narrow";
import { Face, NumberFace } from "./card";
import { cardName } from "./sign";
import type { Suit } from "./suits";

const ROW_MAX = 8; // cards in one row of a narrow screen

export interface HandCard {
  face: CardFace;
  key: string;
  legal: boolean;
  chosen?: boolean; // picked but not yet played, where several cards make one move
  hinted?: boolean;
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
  toggles?: boolean; // a click picks, a second click drops
}

export function Hand({ cards, mine, onPick, toggles }: Props): JSX.Element {
  const list = useRef<HTMLDivElement>(null);
  const narrow = useNarrow();
  const rows = narrow && cards.length > ROW_MAX ? 2 : 1;
  const perRow = Math.ceil(cards.length / rows);

  const walk = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step || !list.current) return;
    const buttons = [...list.current.querySelectorAll<HTMLButtonElement>("button")];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const next = buttons[(at + step + buttons.length) % buttons.length];
    if (next) {
      event.preventDefault();
      next.focus();
    }
  };

  return (
    <div class="hand" role="group" aria-label={t("your_hand")} ref={list} onKeyDown={walk}>
      {Array.from({ length: rows }, (_, row) => (
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
            ];
            return (
              <div class="hand-slot" key={card.key}>
                <button
                  type="button"
                  class={classes.filter(Boolean).join(" ")}
                  aria-label={cardName(card.face)}
                  aria-disabled={!playable}
                  aria-pressed={toggles ? Boolean(card.chosen) : undefined}
                  data-card={card.face.name}
                  onClick={() => playable && onPick(place)}
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
