// A searching player at a local table: the twin of kibitz/search/native_searcher.py.
//
// The engine gets what the seat knows, from its view: hidden cards are dealt anyhow in the position
// that it sees, and drawn anew for every simulation from what play has not excluded.
import type { State } from "./engine";
import type { Searching } from "./facts";
import { mix } from "./rng";
import { flatten } from "./shape";
import { viewOf, type Table } from "./table";

export function search(table: Table, part: Searching, net: number | null, seed: bigint): number {
  const { rules, scene } = table;
  const state = table.state as State;
  const view = viewOf(table, state.player);
  const hidden = scene.hidden?.(view);
  if (!hidden) throw new Error(`${rules.facts.name} is not searched here`);
  let next = 0;
  const hands = Array.from({ length: rules.players }, () => hidden.hand);
  hidden.seats.forEach((seat, i) => {
    hands[seat] = hidden.cards.slice(next, (next += hidden.sizes[i] as number));
  });
  const ascending = (cards: number[]) => cards.toSorted((a, b) => a - b);
  const dealt = hands.map((hand, seat) => ascending([...hand, ...(hidden.played[seat] ?? [])]));
  const shape = rules.facts.position;
  const guided = part.prior || part.value || part.belief !== null;
  const all = hidden.cards.reduce((mask, card) => mask | (1n << BigInt(card)), 0n);
  const base = mix(seed, 0);
  return rules.engine.search(
    state.at,
    [
      Int32Array.from(flatten(shape, { ...hidden.known, hands })),
      Int32Array.from(guided ? flatten(shape, { ...hidden.start, hands: dealt }) : []),
      Int32Array.from(guided ? hidden.actions : []),
      Int32Array.from([...hidden.seats, ...hidden.sizes]),
      BigUint64Array.from([all, ...hidden.excluded.map((mask) => mask & all)]),
      BigUint64Array.from([mix(base, 1), mix(base, 2)]),
      Float64Array.from([
        part.search === "rollout" ? 1 : 0,
        part.simulations,
        part.exploration,
        part.reward,
        part.to_deal ? 1 : 0,
        part.prior ? 1 : 0,
        part.value ? 1 : 0,
        part.value_unit,
        hidden.seats.length,
        part.belief?.slip ?? 0,
        part.belief?.worlds ?? 0,
      ]),
    ],
    net,
  );
}
