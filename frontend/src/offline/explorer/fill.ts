// A first deal completed at random: the twin of `fill_deal` of kibitz/advice/explorer.py.
import type { Scene } from "../../messages";
import { badDeal, smallDeck, type GameChecks } from "../checks";
import { range } from "../parts";
import { Refusal } from "../refusal";
import { mix, Stream } from "../rng";
import { blank, deal, type Rules } from "../rules";

const TRIES = 100;

interface Deal extends Record<string, unknown> {
  hands: number[][];
  turned?: number;
}

/** The first deal, or roll, of a game of this seed. */
export function firstOutcome(rules: Rules, seed: bigint): unknown {
  const state = deal(rules, seed);
  const [first] = state.chance<unknown>();
  state.free();
  return first;
}

export function fillDeal(
  rules: Rules,
  checks: GameChecks,
  given: Scene["deal"],
  seed: bigint,
): unknown {
  if (rules.facts.chance === "int") return given ?? firstOutcome(rules, seed);
  const asked = (given ?? {}) as Partial<Deal>;
  const { map } = rules.facts.chance as { map: object };
  const names = Object.keys(map);
  if (typeof given === "number" || Object.keys(asked).some((name) => !names.includes(name))) {
    throw badDeal(`a deal must be a mapping of ${names.join(", ")}`);
  }
  if (asked.hands && !(Array.isArray(asked.hands) && asked.hands.length <= rules.players)) {
    throw badDeal(`hands must be a list of up to ${rules.players} lists of cards`);
  }
  let refused: Refusal | null = null;
  for (const attempt of range(TRIES)) {
    const usual = firstOutcome(rules, mix(seed, attempt)) as Deal;
    const hands = filled(rules, usual, asked, new Stream(mix(seed, attempt)));
    const state = blank(rules);
    try {
      return checks.outcome(rules, state, { ...usual, ...asked, hands });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused = error; // Dubito: a seat was dealt four of a kind
    } finally {
      state.free();
    }
  }
  throw refused as Refusal;
}

function filled(rules: Rules, usual: Deal, asked: Partial<Deal>, rng: Stream): number[][] {
  const hands = usual.hands.map((_, seat) => [...(asked.hands?.[seat] ?? [])]);
  const rest = usual.turned === undefined ? usual.hands.flat() : smallDeck(rules);
  for (const card of [...hands.flat(), asked.turned]) {
    const place = card === undefined ? -1 : rest.indexOf(card);
    if (place >= 0) rest.splice(place, 1);
  }
  rng.shuffle(rest);
  return hands.map((hand, seat) => {
    const missing = Math.max(0, (usual.hands[seat] as number[]).length - hand.length);
    return [...hand, ...rest.splice(rest.length - Math.min(missing, rest.length))];
  });
}
