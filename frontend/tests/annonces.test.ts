// The annonces page: sizes by observations, and which action a contract is.
import { expect, test } from "vitest";
import { actionOf, behind } from "../src/games/belote/call_values";
import { sizeOf } from "../src/games/belote/contract_grid";

test("figures grow to full size at 20 observations", () => {
  expect(sizeOf(1)).toBeCloseTo(0.76);
  expect(sizeOf(10)).toBeGreaterThan(sizeOf(5));
  expect(sizeOf(19)).toBeLessThan(1);
  expect(sizeOf(20)).toBeCloseTo(1);
  expect(sizeOf(2000)).toBeCloseTo(1);
});

test("a contract is the action that bids it", () => {
  expect(actionOf("S", 80)).toBe(33);
  expect(actionOf("C", 160)).toBe(68);
  expect(actionOf("H", 250)).toBe(70);
});

test("the best call, and how far others are behind", () => {
  expect(behind(0)).toBe("best");
  expect(behind(17.6)).toBe("−18");
});
