// Stored settings are checked: what does not fit becomes its default.
import { expect, test } from "vitest";
import { DEFAULTS, address, checked } from "../src/settings";

test("nonsense becomes the default", () => {
  for (const stored of [undefined, null, 7, "x", {}]) expect(checked(stored)).toEqual(DEFAULTS);
  const odd = {
    server: "ftp://x",
    delay: 10,
    autoplay: "yes",
    bot: "",
    worlds: -1,
    miss: 3,
    left: -4,
  };
  expect(checked(odd)).toEqual(DEFAULTS);
  expect(checked({ delay: 2001 }).delay).toBe(DEFAULTS.delay);
  expect(DEFAULTS.autoplay).toBe(false);
});

test("what fits stays", () => {
  const mine = { ...DEFAULTS, server: "https://cards.example", delay: 50, autoplay: true, top: 40 };
  expect(checked(mine)).toEqual(mine);
  expect(address(" http://127.0.0.1:8642/play?x=1 ")).toBe("http://127.0.0.1:8642");
  expect(address("javascript:alert(1)")).toBeNull();
});
