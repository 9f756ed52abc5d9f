// Worlds of Belote: the twin of `sample` of kibitz/games/belote/view.py and deduce.py.
import { assign } from "../../offline/assign";
import { CHANCE } from "../../offline/engine";
import { range } from "../../offline/parts";
import type { Stream } from "../../offline/rng";
import { actionsOf, type Sample } from "../../offline/worlds";
import { excludedBy } from "./hidden";
import { allPlays, trumpOf, type BeloteView, type SeenDeal } from "./scene";

const ascending = (cards: number[]) => cards.toSorted((a, b) => a - b);

/** All four hands at the start: the known cards, and the rest uniformly. */
function handsOf(deal: SeenDeal, seat: number, rng: Stream): number[][] {
  const others = range(4).filter((other) => other !== seat);
  const plays = allPlays(deal);
  const full = deal.own.length + deal.startTrick.filter(([who]) => who === seat).length;
  const sizes = range(4).map((other) => full - plays.filter(([who]) => who === other).length);
  const excluded = excludedBy(deal, trumpOf(deal.bid));
  const seen = [...deal.own, ...deal.startWon, ...plays.map(([, card]) => card)];
  const hidden = deal.deck.filter((card) => !seen.includes(card));
  const hands = range(4).map((other) =>
    other === seat ? deal.own : deal.plays.filter(([who]) => who === other).map(([, card]) => card),
  );
  if (hidden.length > 0) {
    const pick = <T>(all: T[]) => others.map((other) => all[other] as T);
    const drawn = assign(hidden, pick(sizes), pick(excluded), rng);
    if (!drawn) throw new Error("no world fits this view");
    others.forEach(
      (other, i) => (hands[other] = [...(hands[other] as number[]), ...(drawn[i] as number[])]),
    );
  }
  return hands.map(ascending);
}

export const sample: Sample<BeloteView> = (view, rng) => {
  const deals = [...view.seenDeals];
  let start: Record<string, unknown> | null = null;
  if (view.start) {
    const { deck: _, ...known } = view.start;
    start = known;
    if (known["player"] !== CHANCE) {
      start = { ...known, hands: handsOf(deals.shift() as SeenDeal, view.seat, rng) };
    }
  }
  const chance = deals.map((deal) => ({
    hands: handsOf(deal, view.seat, rng),
    dealer: deal.dealer,
  }));
  return { chance, actions: actionsOf(view), start };
};
