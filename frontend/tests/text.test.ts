// Both languages have every text with the same holes, and every game of the page has its words.
import { afterEach, expect, test } from "vitest";
import { lookNames, lookOf } from "../src/games/look";
import { change, settings } from "../src/settings";
import { plural, t, type Key } from "../src/text";
import { en } from "../src/text/en";
import { fr } from "../src/text/fr";

afterEach(() => change({ language: "en" }));

const holes = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1]).sort();

test("the same holes in both languages", () => {
  for (const key of Object.keys(en) as Key[]) expect(holes(fr[key]), key).toEqual(holes(en[key]));
});

test("holes are filled, unknown ones stay", () => {
  expect(t("card_name", { rank: "king", suit: "hearts" })).toBe("king of hearts");
  expect(t("card_name", { rank: "king" })).toBe("king of {suit}");
});

test("plurals follow the language", () => {
  expect(plural("cards", 1)).toBe("1 card");
  expect(plural("cards", 0)).toBe("0 cards");
  change({ language: "fr" });
  expect(plural("cards", 0)).toBe("0 carte");
});

test("every game has a look, and a text about it in both languages", () => {
  expect(lookNames().sort()).toEqual(["belote", "codepiece", "dubito", "ohhell", "qwixx"]);
  for (const name of lookNames()) expect(en).toHaveProperty(`about_${name}`);
});

test("actions are named for people", () => {
  expect(settings.value.language).toBe("en");
  expect(lookOf("belote")?.label("110H")).toBe("110♥");
  expect(lookOf("belote")?.label("capotS")).toBe("Capot ♠");
  expect(lookOf("ohhell")?.label("bid 3")).toBe("Bid 3");
  expect(lookOf("ohhell")?.label("TD")).toBe("10♦");
  expect(lookOf("codepiece")?.label("trump_C")).toBe("Trump clubs");
  expect(lookOf("qwixx")?.label("red w2")).toBe("red, white die 2");
  expect(lookOf("dubito")?.label("lay 0 7 10")).toBe("Lay ★ 7 10");
});
