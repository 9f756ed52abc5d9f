// @vitest-environment node
// Without a server every step of every tutorial has its position, and so has every right move.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { scene as answer } from "../../src/offline/explorer/answers";
import { sceneNames } from "../../src/offline/scene";
import { stepsOf } from "../../src/tutorial/content";
import { folder, shelf } from "./shelf";

test.skipIf(!existsSync(join(folder, "index.json"))).each(sceneNames())(
  "the tutorial of %s",
  async (game) => {
    const steps = await stepsOf(game);
    expect(steps.length).toBeGreaterThan(2);
    for (const { scene, good, then: others = [] } of steps) {
      const { position } = await answer(shelf, { scene }, 0n);
      const right = position.legal.filter(({ name }) => good.includes(name));
      expect(right.length).toBeGreaterThan(0);
      for (const { id } of right) {
        const then = { ...scene, actions: [...(scene.actions ?? []), id] };
        expect((await answer(shelf, { scene: then }, 0n)).position.ply).toBe(position.ply + 1);
        const all = { ...scene, actions: [...then.actions, ...others] };
        const after = (await answer(shelf, { scene: all }, 0n)).position;
        expect(after.ply).toBe(position.ply + 1 + others.length);
        // The move is to be seen: on the table, or as a card that has left the hand.
        const seen = (at: typeof after) =>
          JSON.stringify([at.view, at.trick, at.bids, at.hand_sizes]);
        expect(seen(after)).not.toBe(seen(position));
      }
    }
  },
);
