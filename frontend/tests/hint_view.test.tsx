// A hint says how sure it is where there was a choice to weigh, and each number once.
import { render } from "preact";
import { afterEach, expect, test } from "vitest";
import { EVALUATION } from "../src/advice/bot_choice";
import { HintView } from "../src/advice/hint_view";
import type { ActionShare, HintReply, Outlook } from "../src/messages";

afterEach(() => render(null, document.body));

const share = (action: number, part: Partial<ActionShare> = {}) =>
  ({
    action,
    name: `${action}`,
    share: 0,
    value: null,
    error: null,
    visits: null,
    ...part,
  }) as ActionShare;

function drawn(part: Partial<HintReply>): HTMLElement {
  render(null, document.body);
  const reply = {
    ...{ game: "g", seat: 0, bot: "b", kind: "search", action: 1, name: "1" },
    ...{ confidence: 1, level: "certain", shares: [share(1, { share: 1 })], shares_are: "certain" },
    ...{ method: null, reward: null, worlds: null, simulations: null, expected: null, error: null },
    ...{ outlook: null, seconds: 0.1, explain: {}, versus: null },
    ...part,
  } as HintReply;
  render(<HintView reply={reply} seats={[]} />, document.body);
  return document.body;
}

test("one legal move needs no confidence", () => {
  const page = drawn({});
  expect(page.querySelector(".sure")).toBeNull();
  expect(page.textContent).toContain("There is only one legal move.");
});

test("a bot that weighs nothing is not called certain", () => {
  const page = drawn({ kind: "rule", shares: [share(1, { share: 1 }), share(2)] });
  expect(page.querySelector(".sure")).toBeNull();
  expect(page.textContent).not.toMatch(/Certain|100/);
  expect(page.textContent).toContain("without weighing other moves");
});

test("each number is shown once", () => {
  const shares = [
    share(1, { share: 0.7, value: 5.432, error: 0.21 }),
    share(2, { share: 0.3, value: 4.876, error: 0.2 }),
  ];
  const explain = { value: 0.1234, temperature: 5, exact: false };
  const weighed = { shares, shares_are: "chances", level: "fair", confidence: 0.7 } as const;
  const page = drawn({ ...weighed, reward: "points", expected: 5.432, error: 0.21, explain });
  expect(page.textContent).toContain("5.4 ± 0.2");
  expect(page.textContent).not.toMatch(/5\.43|0\.12|Temperature/);
  expect(page.querySelector(".sure")?.textContent).toBe("Fairly sure70%");
});

test("points that count for the match are named so", () => {
  const shares = [share(1, { value: 470, error: 4 }), share(2, { value: 469, error: 4 })];
  const weighed = { shares, shares_are: "chances", level: "fair" } as const;
  expect(drawn({ ...weighed, reward: "margin" }).textContent).toMatch(
    /Points ahead(?!.*In a match)/,
  );
  const outlook = {
    ...{ worlds: 60, by: "solver", player: null, unit: "points", totals: [], expected: -283 },
    ...{ error: 6, reward: "match", contract: null, contract_seat: null, win: null },
  } as unknown as HintReply["outlook"];
  const text = drawn({ ...weighed, reward: "match", outlook }).textContent;
  expect(text).toContain("Worth in the match");
  expect(text).toContain("In a match, points count for what they add");
  expect(text).toContain("283.0 ± 6.0 points behind, as they count in this match");
});

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
  render(null, document.body);
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
