// What each call is worth to the seat on turn: the twin of kibitz/advice/games/belote/call_values.py.
import type { AnnoncesReply, AskAnnonces, CallValue } from "../../messages";
import type { State } from "../../offline/engine";
import { Refusal } from "../../offline/refusal";
import { Stream } from "../../offline/rng";
import type { Rules } from "../../offline/rules";
import type { Shelf } from "../../offline/shelf";
import { BID, type BeloteView } from "./scene";
import { think } from "./strategies/solver";

const PREFERRED = ["bid_max", "bid_dd"]; // networks, the best first
const SOLVER = "solver";
const SOLVER_WORLDS = 60;
const POINTS = 200; // of a network's unit

type Values = Pick<AnnoncesReply, "values" | "by">;

/** Value the calls of the seat on turn, by the best network that is on this device, or by the solver. */
export async function callValues(
  shelf: Shelf,
  rules: Rules,
  state: State,
  view: BeloteView,
  { values: wanted, seed }: AskAnnonces,
): Promise<Values> {
  if (view.player !== view.seat) return { values: [], by: null };
  const net = wanted === SOLVER ? null : await network(shelf, rules, wanted ?? null);
  if (net) {
    const worths = rules.engine.values(rules.engine.raw.kibitz_worths_of?.(state.at, net.at) ?? 0);
    const worth = (action: number) => POINTS * (worths[action] as number);
    return { values: bestFirst(view.legal, worth), by: net.name };
  }
  const thought = await think(view, {
    rules,
    rng: new Stream(BigInt(seed ?? 0)),
    loadGoal: () => Promise.resolve(),
    worlds: SOLVER_WORLDS,
  });
  const of = (action: number) => thought.values[thought.calls.indexOf(action - BID)] as number;
  const calls = thought.calls.map((call) => BID + call);
  return { values: bestFirst(calls, of), by: SOLVER };
}

function bestFirst(actions: number[], worth: (action: number) => number): CallValue[] {
  const found = actions.map((action) => ({ action, value: worth(action) }));
  found.sort((a, b) => b.value - a.value || a.action - b.action);
  const best = found[0]?.value ?? 0;
  return found.map((one) => ({ ...one, loss: best - one.value }));
}

/** The wanted bidding network, or the best one that can be loaded; null if there is none. */
async function network(
  shelf: Shelf,
  rules: Rules,
  wanted: string | null,
): Promise<{ name: string; at: number } | null> {
  const keyOf = (name: string) => `${rules.facts.name}_${name}`;
  const load = async (name: string) => {
    const at = await shelf.net(rules.engine, keyOf(name));
    return at === null ? null : { name, at };
  };
  if (wanted !== null) {
    if (keyOf(wanted) in rules.facts.nets) return load(wanted);
    const code = wanted in rules.facts.nets ? "bad_model" : "missing_model";
    throw new Refusal(code, `${wanted} has no values of calls: name another network, or ${SOLVER}`);
  }
  for (const name of PREFERRED.filter((each) => keyOf(each) in rules.facts.nets)) {
    try {
      return await load(name);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error; // not on this device: the next one
    }
  }
  return null;
}
