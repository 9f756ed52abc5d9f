// What was chosen for a table: only what the game takes together is sent.
import { expect, test } from "vitest";
import type { GameFacts } from "../src/messages";
import { withFriend } from "../src/lobby/company";
import { applying, usualSetup } from "../src/lobby/setup/choice";

test("what only a match has goes with it", () => {
  const facts = { options: [{ name: "match" }, { name: "target" }] } as unknown as GameFacts;
  expect(applying({ match: true, target: 30 }, facts)).toEqual({ match: true, target: 30 });
  expect(applying({ match: false, target: 30 }, facts)).toEqual({ match: false });
  expect(applying({ target: 30 }, facts)).toEqual({});
  const without = { options: [{ name: "target" }] } as unknown as GameFacts;
  expect(applying({ target: 30 }, without)).toEqual({ target: 30 });
});

test("a partner sits opposite, at a level of their own", () => {
  const levels = [2, 4, 5].map((number) => ({ number, bot: `level_${number}` }));
  const facts = {
    name: "g",
    players: [4, 4],
    options: [],
    levels,
    seat_labels: ["North", "East", "South", "West"],
  } as unknown as GameFacts;
  const bots = (partner: number | null) =>
    usualSetup(facts, {}, 4, "off", partner).seats?.map((seat) => seat.bot ?? seat.kind);
  expect(bots(null)).toEqual(["level_4", "level_4", "me", "level_4"]);
  expect(bots(5)).toEqual(["level_5", "level_4", "me", "level_4"]);
});

test("a friend gets the partner's seat, or the next one", () => {
  const bot = { kind: "bot", bot: "simple" } as const;
  const seats = [bot, bot, { kind: "me" } as const, bot];
  const kinds = (teams: boolean) => withFriend(seats, teams).map((seat) => seat.kind);
  expect(kinds(true)).toEqual(["open", "bot", "me", "bot"]);
  expect(kinds(false)).toEqual(["bot", "bot", "me", "open"]);
  const open = withFriend(seats, true);
  expect(withFriend(open, false)).toEqual(open); // there is one already
  expect(withFriend([bot, bot], true)).toEqual([bot, bot]); // nobody sits there
});
