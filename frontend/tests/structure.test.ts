// What only one game needs is in that game's folder: no other file of the page has its name.
import { expect, test } from "vitest";
import { lookNames } from "../src/games/look";

const sources = import.meta.glob<string>("../src/**/*.{ts,tsx}", {
  query: "?raw",
  import: "default",
  eager: true,
});

const GENERATED = "../src/messages.ts"; // from the server's models, which have a module a game

test("no file outside a game's folder names a game", () => {
  const names = lookNames();
  expect(names.length).toBeGreaterThan(4);
  const outside = Object.entries(sources).filter(
    ([path]) => path !== GENERATED && !names.some((name) => path.includes(`/games/${name}/`)),
  );
  expect(outside.length).toBeGreaterThan(40);
  for (const [path, text] of outside) {
    const named = names.filter((name) => new RegExp(`["'\`]${name}["'\`]|/${name}/`).test(text));
    expect(named, path).toEqual([]);
  }
});

test("games do not use each other's folders", () => {
  for (const [path, text] of Object.entries(sources)) {
    const own = /\/games\/(\w+)\//.exec(path)?.[1];
    if (!own) continue;
    const others = lookNames().filter((name) => name !== own && text.includes(`../${name}/`));
    expect(others, path).toEqual([]);
  }
});
