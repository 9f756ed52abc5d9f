// What every legal action of a seat is worth, with its error: the twin of kibitz/advice/evaluation.py,
// which explains the method, from the same random numbers.
import { actionName } from "../rules";
import { finalise } from "../rng";
import type { View } from "../scene";
import { blake2b } from "./blake2b";
import { limits, rewardOf, type Decision, type Sampler } from "./game";
import { sampler } from "./samplers";
import { halfWidth, mean, normalQuantile } from "./statistics";

export const WORLDS = 100; // the usual effort of an evaluation
const [KEPT_MIN, KEPT_MAX] = [2, 12]; // actions that stay after the first look
const CLEARLY = 1.5; // half-widths by which an action is clearly worse
const KNOWN = 1 / 3; // of a loss: the error at which the action that was made needs no further rows
const FINE = 1 / 6; // of the smallest inaccuracy: a distance known this well needs no further rows
const RULE_OF_THREE = 3;
const SAME = 1e-9; // rows that differ by less differ by rounding
const RESAMPLES = 400;
export const SHARE_MAX = 0.99; // of an action that is best in every resample, unless all worlds were used
const GOLDEN = 0x9e3779b97f4a7c15n;

export interface ActionValue {
  action: number;
  name: string;
  value: number;
  error: number;
  loss: number;
  lossError: number;
  share: number;
}

export interface Evaluation {
  reward: string;
  method: string;
  worlds: number;
  exact: boolean;
  actions: ActionValue[]; // best first
}

/** JSON as Python writes it. */
function text(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(text).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, x]) => `${JSON.stringify(key)}: ${text(x)}`);
  return `{${entries.join(", ")}}`;
}

/** The random numbers of a view, from what its seat knows. */
export function seedOf(view: View): bigint {
  const options = Object.entries(view.rules.options).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const known = [view.rules.facts.name, options, view.seat, view.start];
  return blake2b(text([known, view.history.map(({ kind, seat, data }) => [kind, seat, data])]));
}

export class Evaluator {
  readonly seed: bigint;
  refined: boolean;
  private readonly sampler: Sampler;
  private kept: number[];
  private readonly columns = new Map<number, number[]>(); // the rows of each action
  private more: number[] = []; // further rows of the distance between best and made
  private readonly fine: number;

  constructor(
    private readonly decision: Decision,
    private readonly made: number | null = null,
    worlds = WORLDS,
  ) {
    const { view, rules } = decision;
    this.sampler = sampler(decision, made, worlds / WORLDS);
    this.seed = seedOf(view);
    this.kept = this.sampler.actions;
    this.fine = FINE * limits(rules)[0];
    const single = this.kept.length === 1;
    for (const action of this.kept) this.columns.set(action, single ? [0] : []);
    this.refined = this.sampler.exact || single;
    if (!single) this.grow(this.sampler.exact ? 1 : this.sampler.first);
  }

  private column(action: number): number[] {
    return this.columns.get(action) as number[];
  }

  private grow(count: number): void {
    const done = this.column(this.kept[0] as number).length;
    for (const row of this.sampler.rows(this.kept, this.seed, done, count)) {
      this.kept.forEach((action, i) => this.column(action).push(row[i] as number));
    }
  }

  /** Double the rows of the actions that are still open until the decision is settled. */
  refine(): void {
    while (!this.refined) {
      const done = this.column(this.kept[0] as number).length;
      if (done >= this.sampler.total || this.settled()) {
        this.settleMade();
        this.refined = true;
        return;
      }
      if (this.sampler.restricts) this.kept = this.keep();
      this.grow(Math.min(done, this.sampler.total - done));
    }
  }

  private settled(): boolean {
    const best = this.best();
    return this.kept.every((action) => {
      const distance = minus(this.column(best), this.column(action));
      const width = halfWidth(distance);
      return width <= this.fine || mean(distance) > CLEARLY * width;
    });
  }

  private settleMade(): void {
    const best = this.best();
    const { made } = this;
    if (made === null || made === best) return;
    for (;;) {
      const distance = this.distance(best, made);
      const done = distance.length;
      const width = halfWidth(distance);
      if (done >= this.sampler.further || width <= Math.max(this.fine, KNOWN * mean(distance)))
        return;
      const count = Math.min(done, this.sampler.further - done);
      const found = this.sampler.rows([best, made], this.seed, done, count);
      this.more.push(...found.map((row) => (row[0] as number) - (row[1] as number)));
    }
  }

  /** The rows of the best action minus those of another, as far as it has any. */
  private distance(best: number, action: number): number[] {
    const found = minus(this.column(best), this.column(action));
    return action === this.made && action !== best ? [...found, ...this.more] : found;
  }

  private ordered(): number[] {
    const value = (action: number) => mean(this.column(action));
    return this.kept.toSorted((a, b) => value(b) - value(a) || a - b);
  }

  private best(): number {
    return this.ordered()[0] as number;
  }

  private keep(): number[] {
    const best = this.best();
    const order = this.ordered();
    const kept = new Set<number | null>([...order.slice(0, KEPT_MIN), this.made]);
    for (const action of order.slice(0, KEPT_MAX)) {
      const distance = minus(this.column(best), this.column(action));
      if (mean(distance) <= CLEARLY * halfWidth(distance)) kept.add(action);
    }
    return this.kept.filter((action) => kept.has(action));
  }

  result(): Evaluation {
    const { rules } = this.decision;
    const best = this.best();
    const top = mean(this.column(best));
    const shares = this.shares(best);
    // All intervals together hold with 95 %, if each holds a little more surely (Bonferroni).
    const together = normalQuantile(1 - 0.025 / this.columns.size) / normalQuantile(0.975);
    const rows = [...this.columns].map(([action, column]): ActionValue => {
      const difference = this.distance(best, action);
      let loss = Math.max(0, mean(difference));
      if (action !== this.made) loss = Math.max(0, Math.min(loss, top - Math.min(...column)));
      // An action that left early is placed below a mean over more rows than its own, but not below
      // the worst of its own.
      const shift = Math.abs(top - mean(this.column(best).slice(0, column.length)));
      return {
        action,
        name: actionName(rules, action),
        value: top - loss,
        error: together * this.width(column) + shift,
        loss,
        lossError: action === best ? 0 : this.width(difference),
        share: shares.get(action) ?? 0,
      };
    });
    rows.sort(
      (a, b) =>
        Number(a.action !== best) - Number(b.action !== best) ||
        a.loss - b.loss ||
        a.action - b.action,
    );
    return {
      reward: rewardOf(rules),
      method: this.sampler.method,
      worlds: this.sampler.worlds(this.column(best).length),
      exact: this.sampler.exact,
      actions: rows,
    };
  }

  private width(rows: number[]): number {
    if (this.sampler.exact || this.sampler.actions.length === 1) return 0;
    if (Math.max(...rows) - Math.min(...rows) > SAME) return halfWidth(rows);
    return (RULE_OF_THREE / this.sampler.worlds(rows.length)) * limits(this.decision.rules)[2];
  }

  /** How often each action is the best of resampled rows; equals share. */
  private shares(best: number): Map<number, number> {
    if (this.columns.size === 1) return new Map([[best, 1]]);
    if (this.sampler.exact) {
      const top = mean(this.column(best));
      const equal = [...this.columns].filter(([, rows]) => mean(rows) >= top - SAME);
      return new Map(equal.map(([action]) => [action, 1 / equal.length]));
    }
    const matrix = this.kept.map((action) => this.column(action));
    const n = this.column(best).length;
    const parts = matrix.map(() => 0);
    for (let sample = 0; sample < RESAMPLES; ++sample) {
      const sums = matrix.map(() => 0);
      for (let i = 0; i < n; ++i) {
        const pick = resampled(this.seed, sample * n + i, n);
        matrix.forEach((column, k) => (sums[k] = (sums[k] as number) + (column[pick] as number)));
      }
      const least = Math.max(...sums) - n * SAME; // engines round sums differently
      const won = sums.filter((sum) => sum >= least).length;
      sums.forEach((sum, k) => {
        if (sum >= least) parts[k] = (parts[k] as number) + 1 / won / RESAMPLES;
      });
    }
    // A sample never proves it.
    const bounded =
      Math.max(...parts) > SHARE_MAX
        ? parts.map((x) => (x > SHARE_MAX ? SHARE_MAX : (1 - SHARE_MAX) / (parts.length - 1)))
        : parts;
    return new Map(this.kept.map((action, k) => [action, bounded[k] as number]));
  }
}

/** Row number i of all resamples: from 0 to n - 1. */
function resampled(seed: bigint, i: number, n: number): number {
  const word = finalise(seed + BigInt(i + 1) * GOLDEN);
  return Math.floor((Number(word >> 32n) * n) / 2 ** 32);
}

const minus = (a: number[], b: number[]): number[] => b.map((x, i) => (a[i] as number) - x);
