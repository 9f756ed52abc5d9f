// Change a deal: take a card, then another, and they change places. So every hand keeps its size,
// and the deal stays a deal. The stock is there too, where a game has one.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { AnyFace } from "../cards/hand";
import { cardName } from "../cards/suit_signs";
import type { Look } from "../games/look";
import type { GameFacts, Scene, SeatInfo } from "../messages";
import { seatLabel } from "../table/names";
import { t } from "./texts";
import { SeatOptions } from "../table/seat_options";

interface Deal {
  hands: number[][];
  dealer?: number;
  turned?: number;
}

type Place = { pile: number | "stock" | "turned"; card: number };

/** The deal with two cards exchanged. */
export function exchange(deal: Deal, a: Place, b: Place): Deal {
  const next: Deal = { ...deal, hands: deal.hands.map((hand) => [...hand]) };
  const put = (place: Place, card: number) => {
    if (place.pile === "turned") next.turned = card;
    else if (place.pile !== "stock") {
      const hand = next.hands[place.pile] as number[];
      hand.splice(hand.indexOf(place.card), 1, card);
    }
  };
  put(a, b.card);
  put(b, a.card);
  next.hands = next.hands.map((hand) => hand.sort((x, y) => x - y));
  return next;
}

/** The cards that are in no hand and not turned up. */
export function stockOf(deal: Deal, facts: GameFacts, look: Look): number[] {
  if (look.copies) return []; // cards that exist more than once are all dealt
  const out = new Set([...deal.hands.flat(), ...(deal.turned === undefined ? [] : [deal.turned])]);
  return facts.cards.map((face) => face.id).filter((id) => !out.has(id));
}

interface Props {
  scene: Scene;
  facts: GameFacts;
  look: Look;
  seats: SeatInfo[];
  onChange: (scene: Scene) => void;
}

export function DealEditor({ scene, facts, look, seats, onChange }: Props): JSX.Element {
  const deal = scene.deal as unknown as Deal;
  const [taken, take] = useState<Place | null>(null);
  useEffect(() => take(null), [scene]);
  const put = (next: Deal) =>
    onChange({
      ...scene,
      deal: next as unknown as Record<string, unknown>,
      actions: [],
      chance: [],
    });
  const click = (place: Place) => {
    if (!taken) take(place);
    else if (taken.pile === place.pile && taken.card === place.card) take(null);
    else put(exchange(deal, taken, place));
  };
  const pile = (name: string, which: Place["pile"], cards: readonly number[]) => (
    <div class="editor-pile" key={String(which)}>
      <span class="dealt-who">{name}</span>
      <div class="editor-cards">
        {cards.map((card, i) => {
          const face = facts.cards[card];
          const held = taken?.pile === which && taken.card === card;
          return (
            face && (
              <button
                type="button"
                key={`${card}.${i}`}
                class={held ? "editor-card held" : "editor-card"}
                aria-label={cardName(face)}
                aria-pressed={held}
                onClick={() => click({ pile: which, card })}
              >
                <AnyFace face={face} />
              </button>
            )
          );
        })}
      </div>
    </div>
  );
  const stock = stockOf(deal, facts, look);
  return (
    <details class="deal-editor">
      <summary>{t("change_deal")}</summary>
      <p class="quiet">{t("change_deal_help")}</p>
      {deal.hands.map((hand, seat) => pile(seatLabel(seats[seat] as SeatInfo), seat, hand))}
      {deal.turned !== undefined && pile(t("turned"), "turned", [deal.turned])}
      {stock.length > 0 && pile(t("stock"), "stock", stock)}
      {deal.dealer !== undefined && (
        <label class="inline">
          {t("dealer")}
          <select
            value={deal.dealer}
            onChange={(event) => put({ ...deal, dealer: Number(event.currentTarget.value) })}
          >
            <SeatOptions seats={seats} />
          </select>
        </label>
      )}
    </details>
  );
}
