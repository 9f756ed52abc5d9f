// A network's belief about where each hidden card is: the twin of kibitz/search/location_belief.py.
import type { Engine, State } from "./engine";
import type { Located } from "./facts";
import type { Hidden, View } from "./scene";
import type { Shelf } from "./shelf";

const SPAN = 12; // nats between the likeliest and the unlikeliest place of a card
const PLACES = 3;

/** Whether a card cannot be in a place. */
const excludes = (mask: bigint, card: number): boolean => ((mask >> BigInt(card)) & 1n) === 1n;

/** Load the network of a belief; nothing without one. */
export async function loadBelief(
  shelf: Shelf,
  engine: Engine,
  located: Located | undefined,
): Promise<Belief | null> {
  if (!located) return null;
  const net = await shelf.net(engine, located.net);
  return net === null ? null : { net, trust: located.trust };
}

/** A network that has been loaded, and how far it is trusted: 1 takes it at its word. */
export interface Belief {
  net: number;
  trust: number;
}

/** The weight of each hidden card, ascending, in each place; empty where the network does not apply. */
export function placeWeights(
  belief: Belief | null,
  state: State,
  view: View,
  hidden: Hidden,
): Float64Array<ArrayBuffer> {
  const call = state.engine.raw.kibitz_locations;
  const applies = hidden.locatable && hidden.seats.length === PLACES && hidden.cards.length > 0;
  if (!belief || !call || !applies) return new Float64Array();
  const logits = state.engine.values(call(state.at, belief.net));
  const { players } = view.rules;
  const slots = hidden.seats.map((seat) => (seat - view.seat - 1 + players) % players);
  const rows = hidden.cards
    .toSorted((a, b) => a - b)
    .flatMap((card) => {
      const own = slots.map((slot) => belief.trust * (logits[PLACES * card + slot] as number));
      const best = Math.max(...own);
      const weights = own.map((logit, place) =>
        excludes(hidden.excluded[place] as bigint, card)
          ? 0
          : Math.exp(Math.max(logit - best, -SPAN)),
      );
      const top = Math.max(...weights);
      return weights.map((weight) => weight / (top > 0 ? top : 1));
    });
  return Float64Array.from(rows);
}
