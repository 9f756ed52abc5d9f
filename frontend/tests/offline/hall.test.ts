// @vitest-environment node
// The local hall plays a finished game again, the same deal, from any position of it; and reviews of it.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type {
  FromServer,
  JobReply,
  Ok,
  ReviewReply,
  Setup,
  TableMessage,
} from "../../src/messages";
import { Hall } from "../../src/offline/hall";
import { route } from "../../src/offline/routes";
import type { RecordRow, Store, TableRow } from "../../src/offline/store";
import { folder, shelf } from "./shelf";

const SEATS = [
  { kind: "bot" as const, bot: "simple" },
  { kind: "bot" as const, bot: "simple" },
];
const SETUP: Setup = {
  game: "ohhell",
  options: { players: 2, schedule: [2] },
  seats: SEATS,
  pace_ms: 0,
};

function device(): { hall: Hall; records: RecordRow[]; said: FromServer[] } {
  const records: RecordRow[] = [];
  const tables: TableRow[] = [];
  const store: Store = {
    tables: () => Promise.resolve(tables),
    putTable: async (row) => void tables.push(row),
    records: () => Promise.resolve(records),
    putRecord: async (row) => void records.push(row),
  };
  let drawn = 7;
  const random = (bytes: number) =>
    Uint8Array.from({ length: bytes }, () => (drawn = (drawn * 31 + 5) % 251));
  return {
    hall: new Hall(shelf, store, { now: () => Date.now() / 1000, random }),
    records,
    said: [],
  };
}

/** Create a table, and let its bots play to the end. */
async function play(at: ReturnType<typeof device>, setup: Setup): Promise<TableMessage[]> {
  const before = at.records.length;
  const said: FromServer[] = [];
  await at.hall.hear({ say: (message) => said.push(message) }, { type: "create", id: 1, setup });
  const answer = said.find((message) => "re" in message && message.re === 1) as Ok;
  if (answer.type !== "ok") throw new Error(JSON.stringify(answer));
  await expect.poll(() => at.records.length, { timeout: 10_000 }).toBe(before + 1);
  return said.filter((message) => message.type === "table") as TableMessage[];
}

const refusal = (at: ReturnType<typeof device>, setup: Setup) =>
  play(at, setup).then(
    () => "played",
    (error: unknown) => (JSON.parse((error as Error).message) as { sentence: string }).sentence,
  );

test.skipIf(!existsSync(join(folder, "index.json")))("an earlier deal again", async () => {
  const at = device();
  await play(at, SETUP);
  const first = at.records[0] as RecordRow;
  const origin = { record: first.id, ply: 3 };
  const shown = await play(at, { ...SETUP, options: {}, origin });
  const again = at.records[1] as RecordRow;
  expect(again.seed).toBe(first.seed);
  expect(again.salt).not.toBe(first.salt);
  expect(again.botSalt).toBe(first.salt); // bots answer the same moves alike
  expect(again.summary.options).toEqual(first.summary.options);
  expect(again.summary.origin).toEqual({ ...origin, day: null });
  const made = (row: RecordRow) => (JSON.parse(row.record) as { actions: number[] }).actions;
  expect(made(again).slice(0, 3)).toEqual(made(first).slice(0, 3));
  expect(
    Math.min(...shown.filter(({ game }) => game === 1).map((m) => m.position?.ply ?? 99)),
  ).toBe(3);

  expect(await refusal(at, { ...SETUP, origin: { record: "none" } })).toContain(
    "no such finished game",
  );
  expect(await refusal(at, { ...SETUP, origin: { record: first.id, ply: 99 } })).toContain(
    "is over",
  );
  const open = [{ kind: "me" as const }, { kind: "open" as const }];
  expect(await refusal(at, { ...SETUP, seats: open, origin })).toContain("against bots only");
  at.records.push({ ...first, id: "forged", seed: "12" });
  expect(await refusal(at, { ...SETUP, origin: { record: "forged" } })).toContain(
    "does not give its deal",
  );
});

test.skipIf(!existsSync(join(folder, "index.json")))(
  "a review counts once it has looked at every decision",
  { timeout: 60_000 },
  async () => {
    const at = device();
    await play(at, { ...SETUP, options: { players: 2, schedule: [5] } });
    const row = at.records[0] as RecordRow;
    at.records[0] = { ...row, summary: { ...row.summary, your_seat: 0 } };
    const body = { record: row.id, seat: 0, worlds: 4 };
    const reviewed = async (stop: boolean) => {
      const begun = await route(at.hall, "POST", "/analysis/reviews", body);
      const { job } = (begun as { body: JobReply }).body;
      if (stop) at.hall.jobs.stop(job);
      const state = () => at.hall.jobs.find(job).state;
      await expect.poll(state, { timeout: 30_000 }).toBe(stop ? "stopped" : "done");
      return at.hall.jobs.find(job).review as ReviewReply;
    };
    const some = await reviewed(true);
    expect(some.judged.length).toBeLessThan(some.decisions);
    expect(at.records.length).toBe(1);
    const all = await reviewed(false);
    expect(all.judged.length).toBe(all.decisions);
    expect(at.records.map(({ summary }) => summary.review !== null)).toEqual([false, true]);
  },
);

test.skipIf(!existsSync(join(folder, "index.json")))(
  "a review that is stopped after the first look counts until there is a complete one",
  { timeout: 60_000 },
  async () => {
    const at = device();
    at.hall.store.putRecord = async (row) => void (at.records[0] = row);
    await play(at, { ...SETUP, options: { players: 2, schedule: [5] } });
    const row = at.records[0] as RecordRow;
    at.records[0] = { ...row, summary: { ...row.summary, your_seat: 0 } };
    const review = async (worlds: number, stop: boolean) => {
      const body = { record: row.id, seat: 0, worlds };
      const begun = await route(at.hall, "POST", "/analysis/reviews", body);
      const { job } = (begun as { body: JobReply }).body;
      const now = () => at.hall.jobs.find(job);
      const found = () => now().review ?? { judged: [], decisions: -1 };
      while (stop && found().judged.length !== found().decisions) {
        await new Promise((resolve) => setTimeout(resolve));
      }
      if (stop) at.hall.jobs.stop(job);
      await expect.poll(() => now().state, { timeout: 30_000 }).toBe(stop ? "stopped" : "done");
      return now().review as ReviewReply;
    };
    const kept = () => (at.records[0] as RecordRow).summary.review;
    const stopped = await review(400, true);
    expect(stopped.ended).toBe("stopped");
    await expect.poll(kept).toMatchObject({ decisions: stopped.decisions, loss: stopped.loss });
    const complete = await review(4, false);
    await expect.poll(kept).toMatchObject({ loss: complete.loss });
    const late = await review(400, true);
    expect(late.loss).not.toBe(complete.loss);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(kept()).toMatchObject({ loss: complete.loss });
  },
);
