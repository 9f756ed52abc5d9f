// What a hint says: no confidence where there is no choice, and the unit of its numbers.
import { render } from "preact";
import { afterEach, expect, test } from "vitest";
import { HintView } from "../src/advice/hint_view";
import type { HintReply } from "../src/messages";

afterEach(() => render(null, document.body));

function said(part: object, shares = 2): string {
  const share = (action: number, value: number | null) => ({
    ...{ action, name: `${7 + action}S`, share: 1 / shares, value, error: 4, visits: null },
  });
  const valued = part as { reward?: string };
  const reply = {
    ...{ game: "belote", seat: 0, bot: "kibitz", kind: "search", action: 0, name: "7S" },
    ...{ confidence: 1, level: "certain", shares_are: shares > 1 ? "chances" : "certain" },
    shares: Array.from({ length: shares }, (_, i) => share(i, valued.reward ? 470 - i : null)),
    ...{ method: null, reward: "margin", worlds: null, simulations: null, expected: null },
    ...{ error: null, outlook: null, seconds: 0, explain: {}, versus: null },
    ...part,
  };
  render(null, document.body);
  render(<HintView reply={reply as unknown as HintReply} seats={[]} />, document.body);
  return document.querySelector(".advice")?.textContent ?? "";
}

test("a forced move is not called certain", () => {
  const text = said({}, 1);
  expect(text).toContain("There is only one legal move.");
  expect(text).not.toContain("Certain");
  expect(said({})).toContain("Certain");
});

test("points that count for the match are named so", () => {
  expect(said({ reward: "margin" })).toMatch(/Points ahead(?!.*In a match)/);
  const outlook = {
    ...{ worlds: 60, by: "solver", player: null, unit: "points", totals: [], expected: -283 },
    ...{ error: 6, reward: "match", contract: null, contract_seat: null, win: null },
  };
  const text = said({ reward: "match", outlook });
  expect(text).toContain("Worth in the match");
  expect(text).toContain("In a match, points count for what they add");
  expect(text).toContain("283.0 ± 6.0 points behind, as they count in this match");
});
