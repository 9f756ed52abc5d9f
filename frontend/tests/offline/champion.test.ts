// @vitest-environment node
// How long a move of the strongest level takes in the browser's engine, in CPU time of this process.
// benchmarks/offline.py runs this: KIBITZ_CHAMPION is `game:file`, and the times go into the file.
import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { choose, seal } from "../../src/offline/players";
import { rulesOf } from "../../src/offline/rules";
import { checkSetup } from "../../src/offline/setup";
import { create, step } from "../../src/offline/step";
import { shelf } from "./shelf";

const LEVEL = "level_8";
const MOVES = 200; // at most, of one game
const wanted = process.env["KIBITZ_CHAMPION"];

test.skipIf(wanted === undefined)(
  "a game of the strongest level",
  { timeout: 600_000 },
  async () => {
    const [game, out] = (wanted as string).split(":", 2) as [string, string];
    const { engine, scene } = await shelf.game(game);
    const rules = rulesOf(engine, {});
    const seats = Array.from({ length: rules.players }, () => ({
      kind: "bot" as const,
      bot: LEVEL,
    }));
    let table = create(
      { id: "bench", rules, scene },
      checkSetup({ game, seats }, rules),
      "me",
      "Ada",
      0,
    );
    const salt = "00";
    table = step(
      table,
      { kind: "Begin", seed: "7", salt, seal: await seal(7n, salt), actions: [] },
      0,
    );
    const times: number[] = [];
    while (table.state && !table.state.done && times.length < MOVES) {
      const start = process.cpuUsage();
      const action = await choose(shelf, table, LEVEL);
      const { user, system } = process.cpuUsage(start);
      times.push((user + system) / 1000);
      const { game, ply } = table;
      table = step(
        table,
        { kind: "BotActs", seat: table.state.player, game, ply, action },
        times.length,
      );
    }
    expect(times.length).toBeGreaterThan(0);
    const mean = times.reduce((sum, ms) => sum + ms, 0) / times.length;
    writeFileSync(out, JSON.stringify({ moves: times.length, mean, max: Math.max(...times) }));
  },
);
