// @vitest-environment node
// The browser's table against the server's: the same events, the same messages, and the same choices
// of every player. tools/golden_tables.py writes the tables; KIBITZ_GOLDEN names their folder.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { choose } from "../../src/offline/players";
import { lookBack, project } from "../../src/offline/projection";
import { Refusal } from "../../src/offline/refusal";
import { rulesOf } from "../../src/offline/rules";
import { checkSetup } from "../../src/offline/setup";
import { create, step, type Happening } from "../../src/offline/step";
import type { Position, Setup, TableMessage } from "../../src/messages";
import { GOLDEN_MS, shelf } from "./shelf";

interface Step {
  event: Happening;
  now: number;
  refused?: string;
  since: number | null;
  mine: TableMessage;
  spectator: TableMessage;
  look?: { ply: number; seat: number | null; refused?: string; position: Position };
  choice?: { bot: string; action: number };
}

interface Golden {
  id: string;
  setup: Setup;
  player: string;
  name: string;
  now: number;
  first: TableMessage;
  steps: Step[];
}

const folder = process.env["KIBITZ_GOLDEN"];
const files = folder ? readdirSync(folder).filter((name) => name.endsWith(".json")) : [];
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** What a call gives, or the code of its refusal. */
function tried<T>(call: () => T): { value: T } | { code: string } {
  try {
    return { value: call() };
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code };
    throw error;
  }
}

test.skipIf(folder !== undefined)(
  "golden tables are written by tests/table/test_offline.py",
  () => {
    expect(files).toEqual([]);
  },
);

test.each(files)("%s", { timeout: GOLDEN_MS }, async (file) => {
  const golden = JSON.parse(readFileSync(join(folder as string, file), "utf8")) as Golden;
  const { engine, scene } = await shelf.game(golden.setup.game);
  const rules = rulesOf(engine, golden.setup.options ?? {});
  const about = { id: golden.id, rules, scene };
  const setup = checkSetup(golden.setup, rules);
  let table = create(about, setup, golden.player, golden.name, golden.now);
  expect(plain(project(table, golden.player, golden.now))).toEqual(golden.first);
  for (const [
    i,
    { event, now, refused, since, mine, spectator, look, choice },
  ] of golden.steps.entries()) {
    const where = `step ${i}, ${JSON.stringify(event)}`;
    const next = tried(() => step(table, event, now));
    if (refused !== undefined) {
      expect(next, where).toEqual({ code: refused });
      continue;
    }
    if (!("value" in next)) throw new Error(`${where}: refused with ${next.code}`);
    table = next.value;
    expect(plain(project(table, golden.player, now, since)), where).toEqual(mine);
    expect(plain(project(table, null, now, since)), where).toEqual(spectator);
    if (look) {
      const back = tried(() => plain(lookBack(table, golden.player, look.ply, look.seat)));
      expect(back, where).toEqual(look.refused ? { code: look.refused } : { value: look.position });
    }
    if (choice) {
      expect(await choose(shelf, table, choice.bot), `${where}: ${choice.bot}`).toBe(choice.action);
    }
  }
});
