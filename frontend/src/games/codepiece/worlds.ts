// Worlds of Codepiece: the twin of `sample` of kibitz/games/codepiece/view.py and seen.py.
import { assign } from "../../offline/assign";
import { range } from "../../offline/parts";
import type { Stream } from "../../offline/rng";
import { actionsOf, type Sample } from "../../offline/worlds";
import { CARD, excludedIn, seenDeals, type CodepieceView, type SeenDeal } from "./scene";

/** All four hands at the start, uniformly over all that fit. */
function handsOf(deal: SeenDeal, seat: number, rng: Stream): number[][] {
  const shown = range(4).map((other) =>
    other === seat
      ? deal.own
      : deal.actions.flatMap(([who, a]) => (who === other && a >= CARD ? [a - CARD] : [])),
  );
  const known = shown.flat();
  const hidden = deal.cards.filter((card) => !known.includes(card));
  const sizes = deal.sizes.map((size, other) => size - (shown[other] as number[]).length);
  const added = assign(hidden, sizes, excludedIn(deal), rng);
  if (!added) throw new Error("no world fits this view");
  return shown.map((hand, other) =>
    [...hand, ...(added[other] as number[])].toSorted((a, b) => a - b),
  );
}

export const sample: Sample<CodepieceView> = (view, rng) => {
  const chance = seenDeals(view).map((deal) => ({
    hands: handsOf(deal, view.seat, rng),
    dealer: deal.dealer,
  }));
  const actions = actionsOf(view);
  if (!view.start) return { chance, actions, start: null };
  const { cards: _, ...known } = view.start;
  const first = chance.shift();
  return { chance, actions, start: { ...known, hands: first?.hands } };
};
