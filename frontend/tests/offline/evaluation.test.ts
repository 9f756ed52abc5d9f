// @vitest-environment node
// The page's evaluation against the server's: the same decisions, the same values, errors and shares.
// tests/advice/test_offline.py writes them; KIBITZ_GOLDEN names their folder.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Evaluator, seedOf } from "../../src/offline/advice/evaluation";
import { blake2b } from "../../src/offline/advice/blake2b";
import { adviceOf, prepare } from "../../src/offline/advice/game";
import { hintOf } from "../../src/offline/advice/hint";
import { normalQuantile } from "../../src/offline/advice/statistics";
import { agreeing } from "../../src/offline/advice/hint";
import { outlook } from "../../src/offline/advice/outlook";
import { versus } from "../../src/offline/advice/prospects";
import { replay } from "../../src/offline/finished";
import { sampleOf } from "../../src/offline/worlds";
import type { Outlook, Versus } from "../../src/messages";
import { GOLDEN_MS, shelf } from "./shelf";

interface Row {
  record: string;
  worlds: number;
  made: number | null;
  seed: string;
  method: string;
  unit: string; // of a hint
  rows: number;
  exact: boolean;
  outlook: Outlook;
  agreed: Outlook;
  versus: Versus | null;
  actions: Record<"action" | "value" | "error" | "loss" | "loss_error" | "share", number>[];
}

const folder = process.env["KIBITZ_GOLDEN"];
const files = folder ? readdirSync(folder).filter((name) => name.endsWith(".json")) : [];

test("hashes and quantiles are those of Python", () => {
  expect(blake2b("")).toBe(0xe4a6a0577479b2b4n);
  expect(blake2b("a".repeat(300))).toBe(0x8b397aa4c75429a2n);
  expect(normalQuantile(0.975)).toBeCloseTo(1.959963984540054, 14);
  expect(normalQuantile(1 - 0.025 / 40)).toBeCloseTo(3.227218425963163, 12);
});

// Sums are rounded differently: numbers agree to half of the sixth decimal.
expect.addEqualityTesters([
  (a, b) => (typeof a === "number" && typeof b === "number" ? Math.abs(a - b) <= 5e-7 : undefined),
]);

test.each(files)("%s", { timeout: GOLDEN_MS }, async (file) => {
  const rows = JSON.parse(readFileSync(join(folder as string, file), "utf8")) as Row[];
  for (const row of rows) {
    const { rules, state, game } = await replay(shelf, row.record);
    await prepare(shelf, rules);
    const { scene } = await shelf.game(game);
    const advice = await adviceOf(game);
    const view = scene.see(rules, state, state.player);
    const where = `${row.record}, made ${row.made}`;
    expect(String(seedOf(view)), where).toBe(row.seed);
    const evaluator = new Evaluator({ rules, scene, advice, view, state }, row.made, row.worlds);
    evaluator.refine();
    const found = evaluator.result();
    const of = ({ method, exact, worlds }: typeof found) => ({ method, exact, rows: worlds });
    expect(of(found), where).toEqual({ method: row.method, exact: row.exact, rows: row.rows });
    // Equals may come in another order: sums are rounded differently.
    const byAction = <T extends { action: number }>(all: T[]) =>
      all.toSorted((a, b) => a.action - b.action);
    const wanted = byAction(row.actions);
    const own = byAction(found.actions);
    expect(
      own.map(({ action }) => action),
      where,
    ).toEqual(wanted.map(({ action }) => action));
    expect(found.actions[0]?.loss, where).toBe(0);
    own.forEach((mine, i) => {
      const other = wanted[i] as Row["actions"][number];
      for (const [name, x, y] of [
        ["value", mine.value, other.value],
        ["error", mine.error, other.error],
        ["loss", mine.loss, other.loss],
        ["loss error", mine.lossError, other.loss_error],
        ["share", mine.share, other.share],
      ] as const) {
        expect(x, `${where}: ${name} of ${mine.name}`).toBeCloseTo(y, 6);
      }
    });
    expect(hintOf({ rules, scene, view }, found).reward, where).toBe(row.unit);
    const { outlook: ahead } = row;
    const best = row.actions[0]?.action as number;
    const mine = outlook({ rules, advice, view }, await sampleOf(game), best, ahead.worlds, 5n);
    expect(mine).toEqual(ahead);
    const { action, value: expected, error } = row.actions[0] as Row["actions"][number];
    const decision = { rules, scene, advice, view, state };
    const { method } = found;
    const said = { action, expected, error, method, reward: row.unit, versus: null };
    const agreed = agreeing(decision, ahead, said);
    expect(agreed.reward, where).toBe(row.agreed.reward);
    expect(agreed.win, where).toEqual(row.agreed.win);
    expect(agreed.contract === null, where).toBe(row.agreed.contract === null);
    expect(agreed.contract ?? 0, where).toBeCloseTo(row.agreed.contract ?? 0, 6);
    expect(agreed.expected, where).toBe(row.agreed.expected);
    expect(
      agreed.totals.map(({ share }) => share.toFixed(6)),
      where,
    ).toEqual(row.agreed.totals.map(({ share }) => share.toFixed(6)));
    const compared = versus(decision, await sampleOf(game), found, evaluator.seed);
    expect(comparable(compared), where).toEqual(comparable(row.versus));
    state.free();
  }
});

/** What a sentence about a call holds. */
const comparable = (one: Versus | null) =>
  one && {
    name: one.name,
    loss: one.loss,
    clear: one.clear,
    met: one.bids_met ?? null,
    prospects: one.prospects?.map((each) => [
      ...[each.plays, each.makes, each.others_play ?? null, each.others_make ?? null],
    ]),
  };
