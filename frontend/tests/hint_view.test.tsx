// What a hint says agrees with itself: every number with its error, and where it comes from.
import { render } from "preact";
import { afterEach, expect, test } from "vitest";
import { EVALUATION } from "../src/advice/bot_choice";
import { HintView } from "../src/advice/hint_view";
import type { HintReply, Outlook } from "../src/messages";

afterEach(() => render(null, document.body));

function outlookOf(bot: string, more: Partial<Outlook>, own: number | null = null): string[] {
  const outlook = {
    ...{ worlds: 60, by: "playouts", player: "ga", unit: "score", contract: null },
    ...{ contract_seat: null, expected: 0.56, error: 0.016, reward: "outcome", win: 0.56 },
    totals: [{ low: 20, high: 29, share: 1 }],
    ...more,
  };
  const share = { action: 1, name: "white red", share: 1, value: null, error: null };
  const reply = {
    ...{ game: "qwixx", seat: 0, bot, kind: "search", action: 1, name: "white red" },
    ...{ confidence: 1, level: "certain", shares: [share], shares_are: "policy", method: null },
    ...{ reward: "outcome", worlds: null, simulations: null, expected: own, error: null },
    ...{ seconds: 1, explain: {}, versus: null, outlook },
  } as unknown as HintReply;
  render(<HintView reply={reply} seats={[]} />, document.body);
  return [...document.querySelectorAll(".outlook > .quiet, .outlook dt, .outlook dd")].map(
    (each) => each.textContent ?? "",
  );
}

const played = "In 60 simulations, played to the end";

test("the evaluation's chance to win is not said to come from the games played to the end", () => {
  const chance = ["Chance to win", "56% ± 1.6%"];
  expect(outlookOf(EVALUATION, {}, 0.56)).toEqual([...chance, played, "Chance of each score"]);
  expect(outlookOf(EVALUATION, { totals: [] }, 0.56)).toEqual(chance);
  expect(outlookOf(EVALUATION, {})[0]).toBe(played); // only one move is legal
});

test("a bot's is, with the error of so few games", () => {
  const found = outlookOf("ga", { win: 0.47, expected: 0.47, error: 0.065 });
  expect(found).toEqual([played, "Chance to win", "47% ± 13%", "Chance of each score"]);
});
