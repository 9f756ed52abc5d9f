// @vitest-environment happy-dom
// Autoplay clicks what was advised, once, and only while the decision stands.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { HintReply } from "../../frontend/src/messages";
import { Autoplay } from "../src/content/autoplay";
import { ANSWER_MS, DOM, bidLabel } from "../src/site/assumptions";

const BID_2 = { action: 54 } as HintReply;
let clicked: number;
let troubles: string[];
let autoplay: Autoplay;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const place = DOM.bids.slice(1, -1).split("=")[1]!;
  document.body.innerHTML = `<div data-testid="${place}"><button aria-label="${bidLabel(2)}"></button></div>`;
  clicked = 0;
  document.querySelector("button")!.onclick = () => clicked++;
  troubles = [];
  autoplay = new Autoplay((sentence) => troubles.push(sentence));
});
afterEach(() => vi.useRealTimers());

test("after the delay, and once", async () => {
  autoplay.plan(BID_2, 500, "first");
  await vi.advanceTimersByTimeAsync(400);
  expect(clicked).toBe(0);
  autoplay.plan(BID_2, 500, "first"); // the overlay is drawn again
  await vi.advanceTimersByTimeAsync(200);
  expect(clicked).toBe(1);
  autoplay.plan(BID_2, 500, "first");
  await vi.advanceTimersByTimeAsync(ANSWER_MS - 1000);
  expect([clicked, troubles]).toEqual([1, []]);
});

test("not if the table has changed, or the player acted first", async () => {
  autoplay.plan(BID_2, 500, "first");
  await vi.advanceTimersByTimeAsync(400);
  autoplay.cancel();
  await vi.advanceTimersByTimeAsync(20_000);
  expect([clicked, troubles]).toEqual([0, []]);
});

test("it says so if the site does not take the click", async () => {
  autoplay.plan(BID_2, 50, "first");
  await vi.advanceTimersByTimeAsync(ANSWER_MS + 200);
  expect(clicked).toBe(1);
  expect(troubles).toEqual(["The site did not take the click: please play yourself."]);
});

test("the site's own event is the end of it", async () => {
  autoplay.plan(BID_2, 50, "first");
  await vi.advanceTimersByTimeAsync(100);
  autoplay.cancel();
  autoplay.plan(BID_2, 50, "second");
  await vi.advanceTimersByTimeAsync(100);
  expect([clicked, troubles]).toEqual([2, []]);
});
