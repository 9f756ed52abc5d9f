// @vitest-environment node
// A network that is neither stored nor reachable: the player says so, and is asked again later.
import { expect, test } from "vitest";
import type { Engine } from "../../src/offline/engine";
import { Refusal } from "../../src/offline/refusal";
import { floats, Shelf } from "../../src/offline/shelf";
import { loadBelief } from "../../src/offline/belief";

test("a network that cannot be fetched is refused with its name, and tried again", async () => {
  const asked: string[] = [];
  const shelf = new Shelf((file) => {
    asked.push(file);
    return Promise.reject(new TypeError("Failed to fetch"));
  });
  const facts = { name: "some", nets: {}, values: { 7: "some_value.f32.gz" } };
  const engine = { facts } as unknown as Engine;
  for (const times of [1, 2]) {
    const error: unknown = await shelf.value(engine, "7").catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Refusal);
    expect((error as Refusal).code).toBe("needs_connection");
    expect((error as Refusal).message).toContain("some_value.f32.gz");
    expect(asked).toHaveLength(times);
  }
});

test("a belief is refused without its network, never replaced by equal chances", async () => {
  const shelf = new Shelf(() => Promise.reject(new TypeError("Failed to fetch")));
  const nets = { play_net: { file: "some_play_net.f32.gz" } };
  const engine = { facts: { name: "some", nets, values: {} } } as unknown as Engine;
  expect(await loadBelief(shelf, engine, undefined)).toBeNull();
  const asked = loadBelief(shelf, engine, { net: "play_net", trust: 0.6 });
  await expect(asked).rejects.toMatchObject({ code: "needs_connection" });
});

test("floats are stored byte by byte, which packs better", () => {
  const bytes = new Uint8Array(Float32Array.from([1.5, -2, 1e-9]).buffer);
  const planes = [0, 1, 2, 3].flatMap((k) => [0, 1, 2].map((i) => bytes[4 * i + k] as number));
  expect(Array.from(floats(Uint8Array.from(planes)))).toEqual([1.5, -2, Math.fround(1e-9)]);
});
