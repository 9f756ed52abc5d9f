// @vitest-environment node
// The explorer and the advisor of the page against the server's: the same answers and the same refusals.
// tests/advice/test_offline_explorer.py writes the questions; KIBITZ_GOLDEN names their folder.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readLink, readScene, writeLink } from "../../src/offline/explorer/scenes";
import { Hall } from "../../src/offline/hall";
import { route } from "../../src/offline/routes";
import type { Store } from "../../src/offline/store";
import { GOLDEN_MS, shelf } from "./shelf";

interface Row {
  route: string;
  body: unknown;
  reply?: unknown;
  refused?: string;
}

const folder = process.env["KIBITZ_GOLDEN"];
const files = folder ? readdirSync(folder).filter((name) => name.endsWith(".json")) : [];
const hall = new Hall(shelf, {} as Store, { now: () => 0, random: (n) => new Uint8Array(n) });

// Sums are rounded differently: numbers agree to half of the sixth decimal.
expect.addEqualityTesters([
  (a, b) => (typeof a === "number" && typeof b === "number" ? Math.abs(a - b) <= 5e-7 : undefined),
]);

/** Without durations; fields that are not given are null. */
const plain = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, each]) => key !== "seconds" && each !== null && each !== undefined)
      .map(([key, each]) => [key, plain(each)]),
  );
};

test("a link holds its scene in the shortest form", () => {
  const scene = { game: "qwixx", options: {}, deal: 0, chance: [], actions: [1, 0], seed: null };
  const short = { game: "qwixx", deal: 0, actions: [1, 0] };
  expect(readLink(writeLink(readScene(scene)))).toEqual(short);
});

test.each(files)("%s", { timeout: GOLDEN_MS }, async (file) => {
  const rows = JSON.parse(readFileSync(join(folder as string, file), "utf8")) as Row[];
  for (const { route: path, body, reply, refused } of rows) {
    const found = await route(hall, "POST", `/analysis/${path}`, body);
    const answer = "body" in found ? found.body : found.text;
    const where = `${path} ${JSON.stringify(body)}`;
    if (refused !== undefined) {
      expect((answer as { code?: string }).code, where).toBe(refused);
    } else {
      expect(found.status, `${where}: ${JSON.stringify(answer)}`).toBe(200);
      expect(plain(answer), where).toEqual(plain(reply));
    }
  }
});
