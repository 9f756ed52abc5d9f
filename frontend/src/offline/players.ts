// A player's decision at a local table: the same as on the server, from the same seed.
//
// Each decision starts with a fresh player whose seed follows from the seal and the move number, as in
// kibitz/table/bot_move.py. Composites are those of kibitz/bots/composite.py.
import { adviceOf } from "./advice/game";
import { loadBelief } from "./belief";
import type { State } from "./engine";
import type { Part } from "./facts";
import { loadGoal } from "./goal";
import { mix, Stream } from "./rng";
import type { Rules } from "./rules";
import type { View } from "./scene";
import { search } from "./search";
import type { Shelf } from "./shelf";
import { pimc } from "./solver";
import { strategyOf } from "./strategies";
import type { Table } from "./table";

const WEIGHT_UNITS = 2 ** 32; // resolution of weights when drawing
const BIDDING = ["bid", "trump"]; // phases that a bidder decides
const NETWORK = "net"; // the engine's player by a network
const GREEDY = [0]; // its temperature: the likeliest action

export async function sha256(text: string): Promise<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

export const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The hash that is published before anyone has seen a card. */
export const seal = async (seed: bigint, salt: string): Promise<string> =>
  hex(await sha256(`${seed}:${salt}`));

export async function botSeed(table: Table, seat: number): Promise<bigint> {
  const key = await sha256(`bot:${table.seed}:${table.botSalt}:${seat}:${table.ply}`);
  return new DataView(key.buffer).getBigUint64(0);
}

/** Load the networks that a named player needs; a refusal if one is not here and cannot be fetched. */
export async function prepare(shelf: Shelf, table: Table, bot: string): Promise<void> {
  const part = table.rules.facts.bots[bot];
  if (part) await Promise.all(parts(table, part).map((each) => load(shelf, table, each)));
}

/** The parts of which a player is made. */
function parts(table: Deciding, part: Part): Part[] {
  if ("bid" in part) return [part.bid, part.play].flatMap((each) => parts(table, each));
  if ("blend" in part) return part.blend.flatMap((entry) => parts(table, entry.part));
  if ("tricks" in part) return [part.first, part.then].flatMap((each) => parts(table, each));
  const { simple } = table.scene;
  if ("rule" in part && typeof simple === "string") {
    return parts(table, table.rules.facts.bots[simple] as Part);
  }
  return [part];
}

/** Load what one part needs; the number of its network, if it has one. */
async function load(shelf: Shelf, table: Deciding, part: Part): Promise<number | null> {
  const { engine } = table.rules;
  if ("pimc" in part || "search" in part) {
    await loadGoal(shelf, table.rules);
    await loadBelief(shelf, engine, part.located);
  }
  const value = "search" in part ? part.rollouts?.value : "policy" in part ? part.value : undefined;
  if (value !== undefined) await shelf.value(engine, value);
  return "net" in part && part.net !== undefined ? shelf.net(engine, part.net) : null;
}

/** The action of a named player for the seat to act. */
export async function choose(shelf: Shelf, table: Table, bot: string): Promise<number> {
  const part = table.rules.facts.bots[bot];
  if (!part) throw new Error(`${bot} cannot play without a server`);
  const state = table.state as State;
  return decide(shelf, table, part, await botSeed(table, state.player));
}

/** Complete tricks of the deal on the table, in games with tricks. */
function tricksPlayed(view: View): number {
  const { tricks = [] } = view as { tricks?: number[] };
  return tricks.reduce((sum, each) => sum + each, 0);
}

/** Where somebody has to decide: a table, or a position that was set up. */
export type Deciding = Pick<Table, "rules" | "scene" | "state">;

export async function decide(
  shelf: Shelf,
  table: Deciding,
  part: Part,
  seed: bigint,
): Promise<number> {
  const state = table.state as State;
  const { facts } = table.rules;
  if ("bid" in part) {
    const bids = BIDDING.includes(state.phase);
    return decide(shelf, table, bids ? part.bid : part.play, mix(seed, bids ? 0 : 1));
  }
  if ("blend" in part) {
    const total = part.blend.reduce((sum, { weight }) => sum + weight, 0);
    const drawn = new Stream(seed).below(WEIGHT_UNITS);
    let bound = 0;
    const chosen = part.blend.findIndex(({ weight }) => {
      bound += weight;
      return drawn < (bound / total) * WEIGHT_UNITS;
    });
    const { part: own } = part.blend.at(chosen) as (typeof part.blend)[number];
    return decide(shelf, table, own, mix(seed, chosen < 0 ? part.blend.length - 1 : chosen));
  }
  if ("tricks" in part) {
    const view = table.scene.see(table.rules, state, state.player);
    const then = state.phase === "play" && tricksPlayed(view) >= part.tricks;
    return decide(shelf, table, then ? part.then : part.first, mix(seed, then ? 1 : 0));
  }
  if ("rule" in part) {
    const { simple } = table.scene;
    if (typeof simple === "string") {
      return decide(shelf, table, facts.bots[simple] as Part, seed);
    }
    const legal = state.legal();
    if (legal.length === 1) return legal[0] as number;
    return simple(table.scene.see(table.rules, state, state.player), new Stream(seed));
  }
  if ("strategy" in part) {
    const strategy = await strategyOf(facts.name, part.strategy);
    const around = {
      rules: table.rules,
      rng: new Stream(seed),
      worlds: part.worlds ?? 0,
      suits: part.suits ?? 0,
      loadGoal: (own: Rules) => loadGoal(shelf, own),
      network: async () => state.choose(NETWORK, GREEDY, await load(shelf, table, part), seed),
    };
    return strategy(table.scene.see(table.rules, state, state.player), around);
  }
  if ("pimc" in part) {
    const view = table.scene.see(table.rules, state, state.player);
    if (view.legal.length === 1) return view.legal[0] as number;
    const { rules, scene } = table;
    const net = await load(shelf, table, part);
    const belief = await loadBelief(shelf, rules.engine, part.located);
    return pimc({ rules, scene, view, state }, part.pimc, { net, belief }, new Stream(seed).word());
  }
  if ("search" in part) {
    const legal = state.legal();
    if (legal.length === 1) return legal[0] as number;
    const net = await load(shelf, table, part);
    const belief = await loadBelief(shelf, table.rules.engine, part.located);
    return search(table, part, await adviceOf(facts.name), net, belief, new Stream(seed).word());
  }
  const net = await load(shelf, table, part);
  return state.choose(part.policy, part.parameters, net, seed);
}
