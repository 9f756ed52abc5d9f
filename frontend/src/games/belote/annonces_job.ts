// What a Belote hand is worth in each suit, without a server: the twin of kibitz/advice/annonces.py, from
// the same random numbers.
import type { AnnonceCell, AnnoncesReply, AskAnnonces } from "../../messages";
import { adviceOf } from "../../offline/advice/game";
import { solveHands } from "../../offline/advice/exact";
import type { State } from "../../offline/engine";
import type { AnnoncesOf } from "../../offline/annonces";
import { list, range } from "../../offline/parts";
import { decide } from "../../offline/players";
import { Refusal } from "../../offline/refusal";
import { mix, Stream } from "../../offline/rng";
import { act, blank, rulesOf, type Rules } from "../../offline/rules";
import { flatten } from "../../offline/shape";
import { handsOf } from "./bid_belief";
import { isBid } from "./bids";
import { BID, bidValue, PASS, scene, SUITS, trumpOf, type BeloteView } from "./scene";
import { callValues } from "./value_calls";

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

/** 20 if one hand of the side holds king and queen of trump (rule 8), else 0. */
function belote(hands: number[][], trump: number, side: number): number {
  const holds = (seat: number) =>
    [QUEEN, KING].every((rank) => (hands[seat] as number[]).includes(8 * trump + rank));
  return holds(side) || holds(side + 2) ? BELOTE_POINTS : 0;
}

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
