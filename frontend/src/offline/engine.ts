// The native engine in WebAssembly: one module a game, behind the names of kibitz/core/state.py.
//
// native/wasm/exports.hpp is the other side. A module refuses by throwing through `refuse`; it is not
// to be used after that, so the table makes a new one.
import type { EngineFacts, NetFacts } from "./facts";
import { flatten, unflatten } from "./shape";

export const CHANCE = -1;
export const OVER = -2;
export const NOBODY = -1;
const KINDS = ["deal", "action", "chance", "reveal", "discard", "out", "score"] as const;

/** What happened: data is one number for an action or a roll whose numbers a seat may know. */
export interface Event {
  kind: (typeof KINDS)[number];
  seat: number;
  data: number | number[];
}

interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  kibitz_allocate(bytes: number): number;
  kibitz_release(at: number): void;
  kibitz_integers(): number;
  kibitz_numbers(): number;
  kibitz_values(): number;
  kibitz_new(options: number, size: number): number;
  kibitz_copy(state: number): number;
  kibitz_free(state: number): void;
  kibitz_seed(state: number, seed: bigint): void;
  kibitz_keep_seed(state: number, seed: bigint): void;
  kibitz_apply(state: number, action: number): number;
  kibitz_force(state: number, action: number): void;
  kibitz_load(state: number, position: number, size: number): void;
  kibitz_replace(state: number, position: number, size: number): void;
  kibitz_take(state: number, outcome: number, size: number): void;
  kibitz_player(state: number): number;
  kibitz_phase(state: number): number;
  kibitz_legal(state: number): number;
  kibitz_actions(state: number): number;
  kibitz_chance(state: number): number;
  kibitz_events(state: number): number;
  kibitz_save(state: number): number;
  kibitz_points(state: number, which: number): number;
  kibitz_add_net(...numbers: number[]): number;
  kibitz_choose(
    state: number,
    name: number,
    letters: number,
    parameters: number,
    count: number,
    net: number,
    seed: bigint,
  ): number;
  kibitz_play_on(
    state: number,
    name: number,
    letters: number,
    parameters: number,
    count: number,
    memory: number,
    remembered: number,
    action: number,
    seed: bigint,
  ): void;
  kibitz_search?(...numbers: number[]): number;
  kibitz_playouts(state: number, games: number, seed: bigint): number;
  kibitz_keep_value?(key: bigint, weights: number, count: number): void;
  kibitz_solve_worlds?(...numbers: (number | bigint)[]): number;
  kibitz_weigh_worlds?(...numbers: (number | bigint)[]): number;
  kibitz_solve?(state: number, cards: number): number;
  kibitz_solve_hands?(hands: number, size: number, trump: number, leader: number): number;
  kibitz_estimate?(state: number, key: bigint): number;
  kibitz_plans?(state: number, key: bigint, white: number): number;
  kibitz_read?(state: number, worlds: number, field: number, seed: bigint): number;
  kibitz_locations?(state: number, net: number): number;
  kibitz_worths_of?(state: number, net: number): number;
  kibitz_count_tricks?(hand: bigint, trump: number): number;
  kibitz_bid_worth?(bid: number, expected: number): number;
  kibitz_bid_worths?(...numbers: (number | bigint)[]): number;
  kibitz_bid_base?(...numbers: number[]): number;
  kibitz_bid_estimates?(...numbers: number[]): number;
}

export type Numbers = Int32Array | Float64Array | Float32Array | Uint8Array | BigUint64Array;

export class Engine {
  private readonly calls: Exports;
  /** Tables of numbers that have been loaded (goal.ts). */
  readonly tables = new Map<string, number[]>();
  /** The states of a call of `collect`, as they are made. */
  made: Set<State> | null = null;

  constructor(
    module: WebAssembly.Module,
    readonly facts: EngineFacts,
  ) {
    const imports = {
      kibitz: {
        refuse: (at: number, length: number): never => {
          throw new Error(`the engine refused: ${this.text(at, length)}`);
        },
      },
      // The C library can print, though the engine never does.
      wasi_snapshot_preview1: { fd_close: () => 8, fd_seek: () => 8, fd_write: () => 8 },
    };
    this.calls = new WebAssembly.Instance(module, imports).exports as unknown as Exports;
    this.calls._initialize();
  }

  /** Call what makes states without freeing them; `release` frees those that are left. */
  collect<T>(call: () => T): { value: T; release: () => void } {
    const states = new Set<State>();
    const before = this.made;
    this.made = states;
    const release = () => {
      for (const state of states) state.free();
      states.clear();
    };
    try {
      return { value: call(), release };
    } catch (error) {
      release();
      throw error;
    } finally {
      this.made = before;
    }
  }

  begin(options: number[]): State {
    return new State(
      this,
      this.with(Int32Array.from(options), (at, n) => this.calls.kibitz_new(at, n)),
    );
  }

  addNet(net: NetFacts, weights: Float32Array): number {
    return this.with(Int32Array.from(net.description), (shape, length) =>
      this.with(new TextEncoder().encode(net.encoding), (encoding, letters) =>
        this.with(Int32Array.from(net.sizes), (sizes, tensors) =>
          this.with(weights, (at, count) =>
            this.calls.kibitz_add_net(shape, length, encoding, letters, sizes, tensors, at, count),
          ),
        ),
      ),
    );
  }

  /** Keep a network that a policy names by this number. */
  keepValue(key: number, weights: Float32Array): void {
    this.with(weights, (at, n) => this.calls.kibitz_keep_value?.(BigInt(key), at, n));
  }

  choose(
    state: number,
    policy: string,
    parameters: number[],
    net: number | null,
    seed: bigint,
  ): number {
    return this.with(new TextEncoder().encode(policy), (name, letters) =>
      this.with(Float64Array.from(parameters), (at, n) =>
        this.calls.kibitz_choose(state, name, letters, at, n, net ?? -1, seed),
      ),
    );
  }

  /** Make an action, and let a rule player on every seat finish the deal, or the game. */
  playOn(
    state: number,
    { policy, parameters }: { policy: string; parameters: number[] },
    memory: number[],
    action: number,
    seed: bigint,
  ): void {
    this.with(new TextEncoder().encode(policy), (name, letters) =>
      this.with(Float64Array.from(parameters), (at, n) =>
        this.with(Int32Array.from(memory), (kept, size) =>
          this.calls.kibitz_play_on(state, name, letters, at, n, kept, size, action, seed),
        ),
      ),
    );
  }

  load(state: number, position: number[]): void {
    this.with(Int32Array.from(position), (at, n) => this.calls.kibitz_load(state, at, n));
  }

  replace(state: number, position: number[]): void {
    this.with(Int32Array.from(position), (at, n) => this.calls.kibitz_replace(state, at, n));
  }

  /** Search a decision: native/wasm/browser_search.hpp names the lists. */
  search(state: number, lists: Numbers[], net: number | null): number {
    const call = this.calls.kibitz_search;
    if (!call) throw new Error(`${this.facts.name} is not searched here`);
    return this.lend(lists, (pairs) => call(state, ...pairs, net ?? -1));
  }

  /** Lend lists to the module for one call, which takes each as a pointer and a length. */
  lend<T>(lists: Numbers[], call: (pairs: number[]) => T, pairs: number[] = []): T {
    const [first, ...rest] = lists;
    if (!first) return call(pairs);
    return this.with(first, (at, n) => this.lend(rest, call, [...pairs, at, n]));
  }

  take(state: number, outcome: number[]): void {
    this.with(Int32Array.from(outcome), (at, n) => this.calls.kibitz_take(state, at, n));
  }

  get raw(): Exports {
    return this.calls;
  }

  integers(length: number): number[] {
    const at = this.calls.kibitz_integers();
    return Array.from(new Int32Array(this.calls.memory.buffer, at, length));
  }

  numbers(length: number): number[] {
    const at = this.calls.kibitz_numbers();
    return Array.from(new Float64Array(this.calls.memory.buffer, at, length));
  }

  /** The numbers that a search or a solver left behind. */
  values(length: number): number[] {
    const at = this.calls.kibitz_values();
    return Array.from(new Float64Array(this.calls.memory.buffer, at, length));
  }

  private text(at: number, length: number): string {
    return new TextDecoder().decode(new Uint8Array(this.calls.memory.buffer, at, length));
  }

  /** Lend numbers to the module for one call. */
  private with<T>(numbers: Numbers, call: (at: number, size: number) => T): T {
    const at = this.calls.kibitz_allocate(numbers.byteLength);
    const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
    new Uint8Array(this.calls.memory.buffer, at, numbers.byteLength).set(bytes);
    const result = call(at, numbers.length);
    this.calls.kibitz_release(at);
    return result;
  }
}

/** One game under way, with everything hidden in it. */
export class State {
  /** The position that it began with instead of a first deal. */
  start: Record<string, unknown> | null = null;

  constructor(
    readonly engine: Engine,
    readonly at: number,
  ) {
    engine.made?.add(this);
  }

  copy(): State {
    const twin = new State(this.engine, this.calls.kibitz_copy(this.at));
    twin.start = this.start;
    return twin;
  }

  /** The same game, in which these hands are held now; to be freed. */
  withHands(hands: number[][]): State {
    const twin = this.copy();
    const position = { ...this.position<object>(), hands };
    this.engine.replace(twin.at, flatten(this.engine.facts.position, position));
    return twin;
  }

  /** Begin with a position that has been checked. */
  load(position: Record<string, unknown>): void {
    this.engine.load(this.at, flatten(this.engine.facts.position, position));
    this.start = position;
  }

  private get calls(): Exports {
    return this.engine.raw;
  }

  free(): void {
    this.engine.made?.delete(this);
    this.calls.kibitz_free(this.at);
  }
  seed(seed: bigint): void {
    this.calls.kibitz_seed(this.at, seed);
  }
  /** Whether the action was legal, and made. */
  apply(action: number): boolean {
    return this.calls.kibitz_apply(this.at, action) === 1;
  }
  /** Make an action without asking whether it is legal. */
  force(action: number): void {
    this.calls.kibitz_force(this.at, action);
  }
  /** Let a seed resolve chance after the next action. */
  keepSeed(seed: bigint): void {
    this.calls.kibitz_keep_seed(this.at, seed);
  }
  take(outcome: number[]): void {
    this.engine.take(this.at, outcome);
  }
  get player(): number {
    return this.calls.kibitz_player(this.at);
  }
  get done(): boolean {
    return this.player === OVER;
  }
  get phase(): string {
    return this.engine.facts.phases[this.calls.kibitz_phase(this.at)] as string;
  }
  legal(): number[] {
    return this.engine.integers(this.calls.kibitz_legal(this.at));
  }
  actions(): number[] {
    return this.engine.integers(this.calls.kibitz_actions(this.at));
  }
  /** The outcomes of chance so far, each as a flat list. */
  flatChance(): number[][] {
    const all = this.engine.integers(this.calls.kibitz_chance(this.at));
    const outcomes: number[][] = [];
    for (let i = 0; i < all.length; i += 1 + (all[i] as number)) {
      outcomes.push(all.slice(i + 1, i + 1 + (all[i] as number)));
    }
    return outcomes;
  }
  chance<T>(): T[] {
    return this.flatChance().map((flat) => unflatten<T>(this.engine.facts.chance, flat));
  }
  position<T>(): T {
    const flat = this.engine.integers(this.calls.kibitz_save(this.at));
    return unflatten<T>(this.engine.facts.position, flat);
  }
  events(): Event[] {
    const all = this.engine.integers(this.calls.kibitz_events(this.at));
    const events: Event[] = [];
    for (let i = 0; i < all.length; ) {
      const [kind, seat, length] = all.slice(i, i + 3) as [number, number, number];
      const data = all.slice(i + 3, i + 3 + length);
      const name = KINDS[kind] as Event["kind"];
      const single = name === "action" || name === "chance";
      events.push({ kind: name, seat, data: single ? (data[0] as number) : data });
      i += 3 + length;
    }
    return events;
  }
  scores(): number[] {
    return this.points(0);
  }
  returns(): number[] {
    return this.points(1);
  }
  outcome(): number[] {
    return this.points(2);
  }
  private points(which: number): number[] {
    return this.engine.numbers(this.calls.kibitz_points(this.at, which));
  }
  choose(policy: string, parameters: number[], net: number | null, seed: bigint): number {
    return this.engine.choose(this.at, policy, parameters, net, seed);
  }
  /** Random games from here; how many actions they had. */
  playouts(games: number, seed: bigint): number {
    return this.calls.kibitz_playouts(this.at, games, seed);
  }
}
