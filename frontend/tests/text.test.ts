// Both languages have every text with the same holes, and every game of the page has its words.
import { afterEach, expect, test } from "vitest";
import { t as cardText } from "../src/cards/texts";
import { t as dealText } from "../src/deals/texts";
import { lookNames, lookOf } from "../src/games/look";
import { wordOf } from "../src/games/words";
import { bigCount, number, percent } from "../src/numbers";
import { change, settings } from "../src/settings";
import { both, speaker, t, type Texts } from "../src/text";
import { errorText, texts as errors } from "../src/text/errors";
import { shared } from "../src/text/shared";

afterEach(() => change({ language: "en" }));

const found = import.meta.glob<{ texts: Texts<string> }>("../src/**/texts.ts", { eager: true });
const all: [string, Texts<string>][] = [
  ["shared", shared],
  ["errors", errors],
  ...Object.entries(found).map(([path, module]): [string, Texts<string>] => [path, module.texts]),
];

const holes = (text: string) =>
  [...new Set([...text.matchAll(/\{(\w+)/g)].map((hole) => hole[1]))].sort();

test("both languages have the same keys, with the same holes", () => {
  expect(all.length).toBeGreaterThan(10);
  for (const [path, { en, fr }] of all) {
    expect(Object.keys(fr).sort(), path).toEqual(Object.keys(en).sort());
    for (const key of Object.keys(en)) {
      expect(holes(fr[key] ?? ""), `${path} ${key}`).toEqual(holes(en[key] ?? ""));
    }
  }
});

test("a number below zero has a true minus sign", () => {
  expect(t("points_count", { count: -5 })).toBe("−5 points");
  change({ language: "fr" });
  expect(t("points_count", { count: -1205 })).toMatch(/^−1\s205 points$/);
});

test("no folder repeats a shared text", () => {
  for (const [path, { en }] of all.slice(2)) {
    const own = path.includes("generic") ? ["log_deal"] : [];
    const twice = Object.keys(en).filter((key) => key in shared.en && !own.includes(key));
    expect(twice, path).toEqual([]);
  }
});

test("holes are filled, unknown ones stay", () => {
  expect(cardText("card_name", { rank: "king", suit: "hearts" })).toBe("king of hearts");
  expect(cardText("card_name", { rank: "king" })).toBe("king of {suit}");
});

test("plurals follow the language", () => {
  expect([0, 1, 2].map((count) => t("cards", { count }))).toEqual(["0 cards", "1 card", "2 cards"]);
  change({ language: "fr" });
  expect([0, 1, 2].map((count) => t("cards", { count }))).toEqual([
    "0 carte",
    "1 carte",
    "2 cartes",
  ]);
  expect([1, 2].map((place) => dealText("daily_place", { place, count: 9 }))).toEqual([
    "1ᵉʳ sur 9",
    "2ᵉ sur 9",
  ]);
});

test("a word may be chosen by a count that is not shown", () => {
  const { t: say } = speaker(both({ won: "{count:Winner|Winners}: {names}" }, { won: "{names}" }));
  expect(say("won", { count: 1, names: "Ada" })).toBe("Winner: Ada");
  expect(say("won", { count: 2, names: "Ada, Bob" })).toBe("Winners: Ada, Bob");
});

test("French keeps its signs on the line", () => {
  change({ language: "fr" });
  expect(errorText("bad_setup", "x")).toBe("Cette table ne peut être ouverte\u00a0: x");
});

test("French elides before a vowel", () => {
  change({ language: "fr" });
  const { t: say } = speaker(both({ turn: "{name}’s turn" }, { turn: "Au tour de {name}" }));
  expect(["Clara", "Iris", "Élise"].map((name) => say("turn", { name }))).toEqual([
    "Au tour de Clara",
    "Au tour d’Iris",
    "Au tour d’Élise",
  ]);
});

test("numbers are written as the language writes them", () => {
  expect([number(1234.5), percent(0.5), bigCount(9.46e9)]).toEqual(["1,235", "50%", "9.5 billion"]);
  change({ language: "fr" });
  expect(number(1.5)).toBe("1,50");
  expect(bigCount(9.46e9)).toMatch(/^9,5\smilliards$/);
});

test("an unknown refusal is shown in the server's words", () => {
  expect(errorText("brand_new", "Nobody knows this one.")).toBe("Nobody knows this one.");
  expect(errorText("brand_new", "")).toBe("brand_new");
});

test("every game with a folder says what it is about", () => {
  expect(lookNames().length).toBeGreaterThan(0);
  for (const name of lookNames()) expect(wordOf(name, "about"), name).toBeTruthy();
  expect(wordOf("no_such_game", "about")).toBeUndefined();
});

test("actions are named for people", () => {
  expect(settings.value.language).toBe("en");
  expect(lookOf("belote").label("110H")).toBe("110♥");
  expect(lookOf("belote").label("capotS")).toBe("Capot ♠");
  expect(lookOf("ohhell").label("bid 3")).toBe("Bid 3");
  expect(lookOf("ohhell").label("TD")).toBe("10♦");
  expect(lookOf("codepiece").label("trump_C")).toBe("Trump clubs");
  expect(lookOf("qwixx").label("red w2")).toBe("red + second white die");
  expect(lookOf("dubito").label("lay 0 7 10")).toBe("Play ★, 7, 10");
  expect(lookOf("no_such_game").label("raise_10")).toBe("Raise 10");
});
