// @vitest-environment node
// The page's review against the server's: the same losses, grades and chances at every decision.
// tests/advice/test_offline.py writes them; KIBITZ_GOLDEN names their folder.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Judged, ReviewReply } from "../../src/messages";
import { adviceOf, prepare } from "../../src/offline/advice/game";
import { Jobs } from "../../src/offline/advice/jobs";
import { review } from "../../src/offline/advice/review";
import { replay } from "../../src/offline/finished";
import { sampleOf } from "../../src/offline/worlds";
import { shelf } from "./shelf";

interface Golden {
  record: string;
  review: ReviewReply;
}

const WORLDS = 8;
const folder = process.env["KIBITZ_GOLDEN"];
const files = folder ? readdirSync(folder).filter((name) => name.endsWith(".json")) : [];

async function reviewed(record: string, wanted: ReviewReply): Promise<ReviewReply> {
  const { seat } = wanted;
  const { rules, state, game } = await replay(shelf, record);
  await prepare(shelf, rules);
  const { scene } = await shelf.game(game);
  const advice = await adviceOf(game);
  const sample = await sampleOf(game);
  const asked = {
    rules,
    scene,
    advice,
    sample,
    end: state,
    seat,
    tables: wanted.tables.length > 0,
  };
  const steps = [...review({ ...asked, worlds: WORLDS, unfinished: false })];
  return (steps.at(-1) as (typeof steps)[number])[1];
}

const rounded = (x: number | null): number | null =>
  x === null ? null : Math.round(x * 1e5) / 1e5 + 0;

/** What a person sees of a decision. */
const plain = (one: Judged) => ({
  ply: one.ply,
  deal: one.deal,
  phase: one.phase,
  played: one.name,
  best: one.best_name,
  loss: rounded(one.loss),
  error: rounded(one.error),
  grade: one.grade,
  clear: one.clear,
  worlds: one.worlds,
  chance: one.chance && [rounded(one.chance.value), rounded(one.chance.error)],
  double_dummy: [rounded(one.double_dummy_loss), one.double_dummy_best],
  values: one.actions.map(({ action, value }) => [action, rounded(value)]),
  reason: one.reason,
  prospects: one.prospects?.map((each) => Object.values(each).map(rounded)) ?? null,
  example: one.example,
});

test("a review that is stopped keeps what it has", async () => {
  const jobs = new Jobs(
    () => 0,
    () => "one",
  );
  const some = { judged: [] } as unknown as ReviewReply;
  const never = () => Promise.reject(new Error("not complete"));
  const steps: [number, ReviewReply][] = [
    [0.5, some],
    [1, some],
  ];
  jobs.begin(() => Promise.resolve(steps), 1, never);
  expect(jobs.stop("one").state).toBe("waiting");
  await new Promise((resolve) => setTimeout(resolve, 20));
  const { state, review: found } = jobs.find("one");
  expect([state, found?.ended]).toEqual(["stopped", "stopped"]);
});

test("a review stopped after its first look is kept", async () => {
  const jobs = new Jobs(
    () => 0,
    () => "one",
  );
  const rough = { decisions: 1, judged: [{ ply: 0 }] } as unknown as ReviewReply;
  const kept: ReviewReply[] = [];
  function* steps(): Iterable<[number, ReviewReply]> {
    yield [0.3, rough];
    jobs.stop("one");
    yield [0.5, rough];
    throw new Error("a stopped review goes on");
  }
  const done = (found: ReviewReply) => Promise.resolve(void kept.push(found));
  jobs.begin(() => Promise.resolve(steps()), 60, done);
  await expect.poll(() => jobs.find("one").state).toBe("stopped");
  expect(kept).toEqual([{ ...rough, ended: "stopped" }]);
});

test.each(files)("%s", { timeout: 600_000 }, async (file) => {
  const golden = JSON.parse(readFileSync(join(folder as string, file), "utf8")) as Golden;
  const wanted = golden.review;
  const found = await reviewed(golden.record, wanted);
  expect(found.judged.map(plain)).toEqual(wanted.judged.map(plain));
  const { decisions, forced, outcome, reward, tables } = wanted;
  expect(found).toMatchObject({ decisions, forced, outcome, reward, tables });
});
