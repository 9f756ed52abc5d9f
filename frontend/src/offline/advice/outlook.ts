// How the deal, or the game, ends after an action, over worlds that fit a view: the twin of
// kibitz/advice/outlook.py, from the same worlds.
import type { Outlook, Total } from "../../messages";
import { CHANCE, type State } from "../engine";
import { sum } from "../parts";
import { mix, Stream } from "../rng";
import { rebuilt, type Sample } from "../worlds";
import { exact, solvable } from "./exact";
import { rewardOf, searchReward, type Decision } from "./game";
import { mean } from "./statistics";

/** One world at its end. */
interface End {
  total: number;
  value: number;
  contract: [seat: number, made: boolean] | null;
  win: number | null;
}

export type Asked = Pick<Decision, "rules" | "advice" | "view">;

/** The outlook of an action; null without worlds. */
export function outlook(
  asked: Asked,
  sample: Sample,
  action: number,
  worlds: number,
  seed: bigint,
): Outlook | null {
  const { rules, view } = asked;
  const { unit, step, outlook: rule } = rules.facts.advice;
  const bySolver = solvable(view);
  const ends: End[] = [];
  const memory = bySolver ? [] : asked.advice.memory(view);
  for (let i = 0; i < worlds; ++i) {
    const state = drawn(asked, sample, new Stream(mix(seed, i)));
    const before = state.scores();
    if (bySolver) {
      state.apply(action);
      ends.push(state.phase === "play" ? solved(asked, state) : ended(asked, state, before));
    } else {
      state.engine.playOn(state.at, rule, memory, action, mix(seed ^ 1n, i));
      ends.push(ended(asked, state, before));
    }
    state.free();
  }
  if (ends.length === 0) return null;
  const n = ends.length;
  const values = ends.map(({ value }) => value);
  const middle = mean(values);
  const spread = Math.sqrt(sum(values.map((x) => (x - middle) ** 2)) / Math.max(1, n - 1));
  const contracts = ends.flatMap(({ contract }) => (contract ? [contract] : []));
  const seats = new Set(contracts.map(([seat]) => seat));
  // In an auction anyone may end up with the contract: there is no single chance to report.
  const single = seats.size === 1;
  const wins = ends.flatMap(({ win }) => (win === null ? [] : [win]));
  return {
    worlds: n,
    by: bySolver ? "solver" : "playouts",
    player: bySolver ? null : rule.player,
    unit: unit as Outlook["unit"],
    totals: totals(
      ends.map(({ total }) => total),
      step,
    ),
    expected: middle,
    error: spread / Math.sqrt(n),
    reward: rewardOf(rules),
    contract: single ? contracts.filter(([, made]) => made).length / n : null,
    contract_seat: single ? ([...seats][0] as number) : null,
    win: wins.length === n ? sum(wins) / n : null,
  };
}

/** Who has the contract after an action that is played out, and whether it is made, by world. */
export function contracts(
  asked: Asked,
  sample: Sample,
  action: number,
  worlds: number,
  seed: bigint,
): ([number, boolean] | null)[] {
  const rule = asked.rules.facts.advice.outlook;
  const memory = asked.advice.memory(asked.view);
  return Array.from({ length: worlds }, (_, i) => {
    const state = drawn(asked, sample, new Stream(mix(seed, i)));
    state.engine.playOn(state.at, rule, memory, action, mix(seed ^ 1n, i));
    const found = asked.advice.contract(state, asked.view.seat);
    state.free();
    return found;
  });
}

/** A world that stops at the next deal; dice are rolled by themselves. */
function drawn({ rules, view }: Asked, sample: Sample, rng: Stream): State {
  const state = rebuilt(rules, sample(view, rng));
  if (rules.facts.chance === "int") state.keepSeed(rng.word());
  return state;
}

function solved({ view, advice }: Asked, state: State): End {
  const [bidder] = advice.contract(state, view.seat) as [number, boolean];
  const { sides, margin, made } = exact(state, view.seat, bidder);
  const total = sides[view.seat % 2] as number;
  return { total, value: margin, contract: [bidder, made], win: null };
}

function ended({ rules, view, advice }: Asked, state: State, before: number[]): End {
  const { seat } = view;
  if (!state.done && state.player !== CHANCE) throw new Error("a world that has not ended");
  const side = rules.facts.sides[seat]?.length ?? 1;
  return {
    total: advice.total(state, seat),
    value: valueOf({ rules, view, advice }, state, before),
    contract: advice.contract(state, seat),
    win: state.done ? (state.outcome()[seat] as number) * side : null,
  };
}

/** What the deal, or the game, brought a seat. */
function valueOf({ rules, view }: Asked, state: State, before: number[]): number {
  const { seat } = view;
  const { to_deal, solved: hasSolver } = rules.facts.advice;
  if (hasSolver) {
    const gained = state.scores().map((now, i) => now - (before[i] as number));
    return (gained[seat] as number) - (gained[(seat + 1) % 4] as number);
  }
  if (searchReward(rules) === "outcome") return state.outcome()[seat] as number;
  const points = to_deal ? state.scores() : state.returns();
  return (points[seat] as number) - (to_deal ? (before[seat] as number) : 0);
}

/** The probability of each range that occurred; without a step, of each total. */
function totals(found: number[], step: number): Total[] {
  const counts = new Map<number, number>();
  for (const x of found) {
    const place = step === 0 ? x : Math.floor(x / step);
    counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  return [...counts]
    .toSorted(([a], [b]) => a - b)
    .map(([place, k]) => {
      const low = step === 0 ? place : place * step;
      return { low, high: step === 0 ? low : low + step - 1, share: k / found.length };
    });
}
