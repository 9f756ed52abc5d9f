// @vitest-environment node
// What a hand is worth: the page's job against the server's, which gets the same seed.
// tests/advice/test_offline_annonces.py writes the questions; KIBITZ_GOLDEN names their folder.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { AnnoncesReply, AskAnnonces, JobReply } from "../../src/messages";
import { Hall } from "../../src/offline/hall";
import { route } from "../../src/offline/routes";
import { Shelf } from "../../src/offline/shelf";
import type { Store } from "../../src/offline/store";
import { folder as engine, GOLDEN_MS, shelf } from "./shelf";

interface Row {
  body: AskAnnonces;
  reply?: AnnoncesReply;
  refused?: string;
}

const HAND = [3, 2, 7, 6, 15, 14, 8, 16];
const VALUE_ERROR = 0.01; // points: networks add up in another order

const folder = process.env["KIBITZ_GOLDEN"];
const files = folder ? readdirSync(folder).filter((name) => name.endsWith(".json")) : [];

function device(from: Shelf): Hall {
  let drawn = 0;
  const random = (bytes: number) => Uint8Array.from({ length: bytes }, () => (drawn += 1) % 251);
  return new Hall(from, {} as Store, { now: () => Date.now() / 1000, random });
}

async function asked(hall: Hall, body: AskAnnonces): Promise<JobReply> {
  const begun = await route(hall, "POST", "/analysis/annonces", body);
  if (!("body" in begun)) throw new Error("no reply");
  const { job } = begun.body as JobReply;
  const waiting = () => ["waiting", "running"].includes(hall.jobs.find(job).state);
  await expect.poll(waiting, { timeout: 500_000, interval: 20 }).toBe(false);
  return hall.jobs.find(job);
}

test.each(files)("%s", { timeout: GOLDEN_MS }, async (file) => {
  const rows = JSON.parse(readFileSync(join(folder as string, file), "utf8")) as Row[];
  const hall = device(shelf);
  for (const { body, reply, refused } of rows) {
    const where = JSON.stringify(body);
    const found = await asked(hall, body);
    if (refused !== undefined) {
      expect([found.state, found.refusal?.code], where).toEqual(["failed", refused]);
      continue;
    }
    expect(found.state, `${where}: ${found.refusal?.sentence}`).toBe("done");
    const { values, ...counts } = found.annonces as AnnoncesReply;
    const { values: wanted, ...wantedCounts } = reply as AnnoncesReply;
    expect(counts, where).toEqual(wantedCounts);
    const worth = (one: AnnoncesReply["values"]) => new Map(one.map((v) => [v.action, v.value]));
    const [own, other] = [worth(values), worth(wanted)];
    expect([...own.keys()].toSorted(), where).toEqual([...other.keys()].toSorted());
    for (const [action, value] of other) {
      expect(Math.abs((own.get(action) as number) - value), where).toBeLessThan(VALUE_ERROR);
    }
    const losses = values.map(({ loss }) => loss);
    expect(losses, where).toEqual(losses.toSorted((a, b) => a - b));
  }
});

const LONG = { timeout: 120_000 };
const BUILT = existsSync(join(engine, "index.json"));

test.skipIf(!BUILT)("without a stored network the solver values calls", LONG, async () => {
  const without = new Shelf(async (file) => {
    if (file.startsWith("belote_bid_")) throw new Error("no network");
    const bytes = readFileSync(join(engine, file));
    return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  });
  const body = { hand: HAND, deals: 1, simulations: 0 };
  const [bare, full] = [await asked(device(without), body), await asked(device(shelf), body)];
  expect([bare.state, bare.annonces?.by]).toEqual(["done", "solver"]);
  expect([full.state, full.annonces?.by]).toEqual(["done", "bid_max"]);
  expect(bare.annonces?.oracle).toEqual(full.annonces?.oracle);
});

test.skipIf(!BUILT)("a job that is stopped keeps what it has counted", LONG, async () => {
  const hall = device(shelf);
  const begun = await route(hall, "POST", "/analysis/annonces", { hand: HAND, deals: 5000 });
  const { job } = (begun as { body: JobReply }).body;
  const counted = () => hall.jobs.find(job).annonces?.oracle.length ?? 0;
  await expect.poll(counted, { timeout: 60_000 }).toBeGreaterThan(0);
  hall.jobs.stop(job);
  await expect.poll(() => hall.jobs.find(job).state, { timeout: 60_000 }).toBe("stopped");
  expect(hall.jobs.find(job).annonces?.ended).toBe("stopped");
});
