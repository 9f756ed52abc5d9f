// Numbers as people read them: grouped, with a true minus, and without digits that are noise.
import { beforeEach, expect, test } from "vitest";
import { exact, signed, within } from "../src/numbers";
import { change } from "../src/settings";

beforeEach(() => change({ language: "en" }));

test("a score has every digit, in groups", () => {
  expect(exact(1086)).toBe("1,086");
  expect(exact(-2)).toBe("−2");
  expect(exact(0.5)).toBe("0.5");
  expect(signed(1086)).toBe("+1,086");
  change({ language: "fr" });
  expect(exact(1086).replace(/\s/, " ")).toBe("1 086");
});

test("a mean has no decimals where its error is ten or more", () => {
  expect(within(98.24, 34)).toBe("98");
  expect(within(-28.9, 18)).toBe("−29");
  expect(within(3.71, 0.3)).toBe("3.7");
  expect(within(3.71, null)).toBe("3.7");
});
