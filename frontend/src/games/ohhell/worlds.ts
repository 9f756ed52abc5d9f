// Worlds of Oh Hell: the twin of `sample` of kibitz/games/ohhell/view.py.
import { assign } from "../../offline/assign";
import { list, range } from "../../offline/parts";
import { actionsOf, type Sample } from "../../offline/worlds";
import { cardsOf, hidden, type OhHellView, type Position } from "./scene";

interface Deal {
  hands: number[][];
  dealer: number;
  turned: number;
}

const ascending = (cards: number[]) => cards.toSorted((a, b) => a - b);

/** Each deal as far as this seat knows it: its own hand, and the cards that others have played. */
function knownDeals(view: OhHellView): Deal[] {
  const places = view.history.flatMap((event, i) => (event.kind === "deal" ? [i] : []));
  return places.map((place, k) => {
    const [dealer, turned, ...own] = list(view.history[place] as OhHellView["history"][number]) as [
      number,
      number,
      ...number[],
    ];
    const plays = cardsOf(view.history.slice(place, places[k + 1]));
    const hands = range(view.rules.players).map((seat) =>
      seat === view.seat ? own : plays.filter(([who]) => who === seat).map(([, card]) => card),
    );
    return { hands: hands.map(ascending), dealer, turned };
  });
}

export const sample: Sample<OhHellView> = (view, rng) => {
  const chance = knownDeals(view);
  const start = view.start && { ...(view.start as unknown as Position) };
  if (view.phase === "bid" || view.phase === "play") {
    const { cards, seats, sizes, excluded } = hidden(view);
    const drawn = assign(cards, sizes, excluded, rng);
    if (!drawn) throw new Error("no world fits this view");
    const now = (chance.at(-1) ?? start) as { hands: number[][] };
    now.hands = now.hands.map((hand, seat) => {
      const place = seats.indexOf(seat);
      return place < 0 ? hand : ascending([...hand, ...(drawn[place] as number[])]);
    });
  }
  return { chance, actions: actionsOf(view), start: start as Record<string, unknown> | null };
};
