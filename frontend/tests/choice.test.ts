// What was chosen for a table: only what the game takes together is sent.
import { expect, test } from "vitest";
import type { GameFacts } from "../src/messages";
import { applying } from "../src/lobby/setup/choice";

test("what only a match has goes with it", () => {
  const facts = { options: [{ name: "match" }, { name: "target" }] } as unknown as GameFacts;
  expect(applying({ match: true, target: 30 }, facts)).toEqual({ match: true, target: 30 });
  expect(applying({ match: false, target: 30 }, facts)).toEqual({ match: false });
  expect(applying({ target: 30 }, facts)).toEqual({});
  const without = { options: [{ name: "target" }] } as unknown as GameFacts;
  expect(applying({ target: 30 }, without)).toEqual({ target: 30 });
});
