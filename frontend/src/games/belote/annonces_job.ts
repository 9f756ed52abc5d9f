// What a Belote hand is worth in each suit, without a server: the twin of kibitz/advice/annonces.py,
// kibitz/advice/games/belote/call_values.py and of the belief `bids`, from the same random numbers.
import type { AnnonceCell, AnnoncesReply, AskAnnonces, CallValue } from "../../messages";
import { adviceOf } from "../../offline/advice/game";
import { solveHands } from "../../offline/advice/exact";
import type { State } from "../../offline/engine";
import type { AnnoncesOf } from "../../offline/annonces";
import { list, range, sum } from "../../offline/parts";
import { decide } from "../../offline/players";
import { Refusal } from "../../offline/refusal";
import { mix, Stream } from "../../offline/rng";
import { act, blank, rulesOf, type Rules } from "../../offline/rules";
import { flatten } from "../../offline/shape";
import type { Shelf } from "../../offline/shelf";
import { inMood, isBid, maskOf } from "./bids";
import { BID, bidValue, PASS, scene, SUITS, trumpOf, type BeloteView } from "./scene";
import { think } from "./strategies/solver";
import { sample } from "./worlds";

const [DEALS, SIMULATIONS] = [100, 50];
const ROUNDS_MAX = 5000; // of deals, and of simulations
const PLAYER = "rule";
const VALUES = [80, 90, 100, 110, 120, 130, 140, 150, 160, 250];
const CAPOT_VALUE = 250;
const BELOTE_POINTS = 20;
const Z = 1.645; // of the Wilson lower bound, 95 % one-sided
const [GREEN, GOLD] = [0.6, 0.4]; // of that bound
const [QUEEN, KING] = [4, 5]; // ranks
const DECK = range(32);

/** How often each contract was made, by suit and value. */
class Counts {
  private readonly made = new Map<string, number>();
  private readonly of = [0, 0, 0, 0];

  /** Add a deal: the side's points including belote, and whether it took all tricks. */
  add(trump: number, points: number, capot: boolean): void {
    this.of[trump] = (this.of[trump] as number) + 1;
    for (const value of VALUES) {
      const made = value === CAPOT_VALUE ? capot : points >= value;
      const key = `${trump} ${value}`;
      this.made.set(key, (this.made.get(key) ?? 0) + Number(made));
    }
  }

  cells(): AnnonceCell[] {
    return range(4)
      .filter((trump) => (this.of[trump] as number) > 0)
      .flatMap((trump) =>
        VALUES.map((value) =>
          cell(
            SUITS[trump] as AnnonceCell["suit"],
            value,
            this.made.get(`${trump} ${value}`) as number,
            this.of[trump] as number,
          ),
        ),
      );
  }
}

function cell(suit: AnnonceCell["suit"], value: number, made: number, of: number): AnnonceCell {
  const low = wilson(made, of);
  const colour = low >= GREEN ? "green" : low >= GOLD ? "gold" : "red";
  return { suit, value, made, of, share: of === 0 ? 0 : made / of, low, colour };
}

function wilson(made: number, of: number): number {
  if (of === 0) return 0;
  const [share, square] = [made / of, Z * Z];
  const middle = share + square / of / 2;
  const spread = Z * Math.sqrt((share * (1 - share)) / of + square / of / (4 * of));
  return Math.max(0, (middle - spread) / (1 + square / of));
}

export const annonces: AnnoncesOf = async function* (shelf, asked) {
  const deals = rounds(asked.deals ?? DEALS, 1);
  const simulations = rounds(asked.simulations ?? SIMULATIONS, 0);
  const name = asked.bot ?? PLAYER;
  const { engine, scene: table } = await shelf.game("belote");
  const rules = rulesOf(engine, {});
  const { state, view } = begun(rules, asked);
  const part = rules.facts.bots[name];
  const seed = BigInt(asked.seed ?? 0);
  try {
    if (!part) throw new Refusal("unknown_bot", `${name} cannot play without a server`);
    const draw = handsOf(rules, view, asked.beliefs ?? "bids");
    const [oracle, simulation] = [new Counts(), new Counts()];
    const valued = await callValues(shelf, rules, state, view, asked);
    const reply = (): AnnoncesReply => ({
      hand: [...view.hand],
      seat: view.seat,
      dealer: view.dealer,
      calls: view.calls.map(([, call]) => BID + call),
      oracle: oracle.cells(),
      simulation: simulation.cells(),
      ...valued,
      bot: name,
      beliefs: asked.beliefs ?? "bids",
      lowest: lowest(view),
      ended: "all",
    });
    const total = deals + simulations;
    yield [0, reply()];
    const tables = (await adviceOf("belote")).tables;
    for (let done = 0; done < total; ) {
      if (done < deals) {
        const hands = draw(new Stream(mix(seed, done)));
        for (const trump of range(4)) {
          const value = solveHands(rules, hands, trump, (view.dealer + 1) % 4);
          const solved = tables?.value(hands, trump, value);
          if (!solved) throw new Error("Belote has no tables of deals");
          const side = view.seat % 2;
          const points = (solved.sides[side] as number) + belote(hands, trump, side);
          oracle.add(trump, points, solved.capot === side);
        }
      } else {
        const hands = draw(new Stream(mix(seed ^ 1n, done)));
        const play = (state: State, own: bigint) =>
          decide(shelf, { rules, scene: table, state }, part, own);
        await simulate(rules, view, hands, mix(seed ^ 1n, done), play, simulation);
      }
      done += 1;
      yield [done / total, reply()];
    }
  } finally {
    state.free();
  }
};

function rounds(count: number, least: number): number {
  if (Number.isInteger(count) && count >= least && count <= ROUNDS_MAX) return count;
  throw new Refusal("bad_message", `give ${least} to ${ROUNDS_MAX.toLocaleString("en")} deals`);
}

/** What the seat with this hand sees after these calls, and a state that gives it; to be freed. */
function begun(
  rules: Rules,
  { hand, seat = 0, dealer = 3, calls = [] }: AskAnnonces,
): { state: State; view: BeloteView } {
  const held = [...new Set(hand)].toSorted((a, b) => a - b);
  if (held.length !== 8 || hand.length !== 8 || held.some((card) => !DECK.includes(card))) {
    throw new Refusal("bad_entry", "a hand needs eight different cards from 0 to 31");
  }
  const rest = DECK.filter((card) => !held.includes(card));
  const hands = range(3).map((i) => rest.slice(8 * i, 8 * i + 8));
  hands.splice(seat, 0, held); // the others' cards do not affect what this seat sees
  const state = dealt(rules, hands, dealer);
  try {
    for (const call of calls) act(rules, state, call);
    const view = scene.see(rules, state, seat);
    if (view.phase !== "bid") {
      const text = "annonces need a Belote hand before or during the auction";
      throw new Refusal("no_decision", text);
    }
    return { state, view };
  } catch (error) {
    state.free();
    throw error;
  }
}

function dealt(rules: Rules, hands: number[][], dealer: number): State {
  const state = blank(rules);
  state.take(flatten(rules.facts.chance, { hands, dealer }));
  return state;
}

/** The lowest value above the last bid (rule 2); null once the bidding has ended. */
function lowest({ bid, coinche }: BeloteView): number | null {
  const highest = bid === PASS ? 0 : bidValue(bid);
  return coinche === 0 ? (VALUES.find((value) => value > highest) ?? null) : null;
}

// What each call is worth --------------------------------------------------------------------------

const PREFERRED = ["bid_max", "bid_dd"]; // networks, the best first
const SOLVER = "solver";
const SOLVER_WORLDS = 60;
const POINTS = 200; // of a network's unit

type Values = Pick<AnnoncesReply, "values" | "by">;

/** Value the calls of the seat on turn, by the best network that is on this device, or by the solver. */
async function callValues(
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

// Deals that fit the hand and the calls: kibitz/players/belote/beliefs.py --------------------------

const TRIES = 200; // most deals drawn to find one that fits the auction well
const MOODS = [-24, -16, -8, 0, 8, 16, 24]; // points
const BELL = 12; // standard deviation of moods
const BELLS = MOODS.map((mood) => Math.exp(-0.5 * (mood / BELL) ** 2));
const LEAST_CALL = 0.03;
const LEAST = 1e-30; // of a weight

type Draw = (rng: Stream) => number[][];

/** All four hands of a deal: by how likely others call as they did with it, or any that fits. */
function handsOf(rules: Rules, view: BeloteView, beliefs: "bids" | "uniform"): Draw {
  const plain: Draw = (rng) => (sample(view, rng).chance.at(-1) as { hands: number[][] }).hands;
  if (beliefs === "uniform" || view.calls.every(([seat]) => seat === view.seat)) return plain;
  const weigh = likelihood(rules, view);
  return (rng) => {
    const drawn: number[][][] = [];
    for (let i = 0; i < TRIES; ++i) {
      const hands = plain(rng);
      drawn.push(hands);
      rng.word(); // the seed of what follows in this world, which nobody plays
      if (Number(rng.word()) / 2 ** 64 < weigh(hands)) return hands;
    }
    // An unusual auction: one of these, in proportion.
    const weights = drawn.map((hands) => Math.max(LEAST, weigh(hands)));
    let point = (Number(rng.word()) / 2 ** 64) * sum(weights);
    const found = drawn.find((_, i) => (point -= weights[i] as number) < 0);
    return found ?? (drawn.at(-1) as number[][]);
  };
}

/** How likely the others are to have made their calls with these hands. */
function likelihood({ engine }: Rules, view: BeloteView): (hands: number[][]) => number {
  const answer = engine.raw.kibitz_bid_base;
  if (!answer) throw new Error("the engine of Belote does not bid");
  const moods = MOODS.map((mood) => inMood(engine, mood));
  const calls = view.calls.map(([, call]) => call);
  const known = new Map<string, number>();
  const of = (i: number, hand: number[]) => {
    const key = `${i} ${maskOf(hand)}`;
    let found = known.get(key);
    if (found === undefined) {
      const before = Int32Array.from(calls.slice(0, i));
      const same = moods.map((weights) =>
        engine.lend(
          [before, weights],
          (pairs) => answer(maskOf(hand), view.dealer, ...pairs) === calls[i],
        ),
      );
      const share = sum(BELLS.filter((_, k) => same[k])) / sum(BELLS);
      found = LEAST_CALL + (1 - LEAST_CALL) * share;
      known.set(key, found);
    }
    return found;
  };
  return (hands) =>
    view.calls.reduce(
      (weight, [seat], i) =>
        seat === view.seat ? weight : weight * of(i, hands[seat] as number[]),
      1,
    );
}

/** 20 if one hand of the side holds king and queen of trump (rule 8), else 0. */
function belote(hands: number[][], trump: number, side: number): number {
  const holds = (seat: number) =>
    [QUEEN, KING].every((rank) => (hands[seat] as number[]).includes(8 * trump + rank));
  return holds(side) || holds(side + 2) ? BELOTE_POINTS : 0;
}

// Deals played out ---------------------------------------------------------------------------------

/** Play one deal in each suit, with the player on all four seats. */
async function simulate(
  rules: Rules,
  view: BeloteView,
  hands: number[][],
  seed: bigint,
  choose: (state: State, seed: bigint) => Promise<number>,
  counts: Counts,
): Promise<void> {
  const side = view.seat % 2;
  for (const trump of range(4)) {
    const state = bought(rules, hands, view, trump);
    try {
      while (state.player >= 0) {
        const own = mix(mix(seed, trump), state.actions().length);
        state.apply(await choose(state, own));
      }
      const score = list(state.events().findLast(({ kind }) => kind === "score") as never);
      const points = (score[2 + side] as number) + belote(hands, trump, side);
      counts.add(trump, points, score[4 + 1 - side] === 0);
    } finally {
      state.free();
    }
  }
}

/** The deal after the auction so far and this seat's lowest bid in a suit; the others pass. If the
    seat can no longer bid, the auction so far is ignored. To be freed. */
function bought(rules: Rules, hands: number[][], view: BeloteView, trump: number): State {
  for (const calls of [view.calls, []]) {
    const state = dealt(rules, hands, view.dealer);
    for (const [, call] of calls) state.apply(BID + call);
    while (state.phase === "bid" && state.player !== view.seat) state.apply(BID + PASS);
    const bids = state.phase === "bid" && !state.done ? state.legal() : [];
    const bid = bids.find((action) => isSuitBid(action - BID, trump));
    if (bid !== undefined) {
      state.apply(bid);
      while (state.phase === "bid") state.apply(BID + PASS);
      return state;
    }
    state.free();
  }
  throw new Error("the first seat to speak can bid every suit");
}

const isSuitBid = (call: number, trump: number): boolean => isBid(call) && trumpOf(call) === trump;
