// @vitest-environment happy-dom
// Reading the DOM: the trump card of the last round is not taken for that of this one.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DEALING_MS, DOM, TRUMP_PATIENCE_MS } from "../src/site/assumptions";
import { click, findTrump } from "../src/site/dom";

const attribute = (selector: string): string => selector.slice(1, -1).split("=")[1]!;

function trump(label: string | null): void {
  document.body.innerHTML =
    label === null ? "" : `<div data-testid="${attribute(DOM.trump)}" aria-label="${label}"></div>`;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "performance"] });
});
afterEach(() => vi.useRealTimers());

/** What `findTrump` has found so far. */
function looking(previous: string | null): { found: number | string | undefined } {
  const seen: { found: number | string | undefined } = { found: undefined };
  findTrump(previous, () => false).then(
    (card) => (seen.found = card ?? undefined),
    (error: Error) => (seen.found = error.message),
  );
  return seen;
}

test("the card appears after the dealing", async () => {
  trump("Trump: 2 of Clubs");
  const seen = looking("Trump: 2 of Clubs");
  await vi.advanceTimersByTimeAsync(1000);
  expect(seen.found).toBeUndefined(); // still the old one
  trump(null);
  await vi.advanceTimersByTimeAsync(500);
  trump("Trump: Queen of Hearts");
  await vi.advanceTimersByTimeAsync(300);
  expect(seen.found).toBe(36);
});

test("the same card again counts when the dealing is over", async () => {
  trump("Trump: 2 of Clubs");
  const seen = looking("Trump: 2 of Clubs");
  await vi.advanceTimersByTimeAsync(DEALING_MS - 200);
  expect(seen.found).toBeUndefined();
  await vi.advanceTimersByTimeAsync(500);
  expect(seen.found).toBe(0);
});

test("what is no card is refused, and so is a card that never comes", async () => {
  trump("Trump: Joker");
  const odd = looking(null);
  await vi.advanceTimersByTimeAsync(300);
  expect(odd.found).toContain('"Trump: Joker", which is unknown');
  trump(null);
  const never = looking(null);
  await vi.advanceTimersByTimeAsync(TRUMP_PATIENCE_MS + 200);
  expect(never.found).toContain("not on the page");
});

test("only the one button of the action is clicked", async () => {
  const clicked: string[] = [];
  const show = (...labels: string[]) => {
    document.body.innerHTML = `<div data-testid="${attribute(DOM.hand)}">${labels
      .map((label) => `<button aria-label="${label}"></button>`)
      .join("")}</div>`;
    for (const button of document.querySelectorAll("button"))
      button.onclick = () => clicked.push(button.getAttribute("aria-label")!);
  };
  show("Ace of Spades", "2 of Clubs");
  await click(0, () => false);
  expect(clicked).toEqual(["2 of Clubs"]);
  await click(0, () => true);
  expect(clicked).toHaveLength(1); // the table has changed
  show("2 of Clubs", "2 of Clubs");
  await expect(click(0, () => false)).rejects.toThrow("play it yourself");
  show("Ace of Spades");
  const missing = expect(click(0, () => false)).rejects.toThrow("cannot find");
  await vi.advanceTimersByTimeAsync(10_000);
  await missing;
  expect(clicked).toHaveLength(1);
});
