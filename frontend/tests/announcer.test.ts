import { expect, test } from "vitest";
import { sentences } from "../src/table/announcer";
import { isGuest } from "../src/text";

test("what is spoken ends each sentence once", () => {
  expect(sentences(["Ann: Doubt!", "Igor takes 6 cards.", "Your turn"])).toBe(
    "Ann: Doubt! Igor takes 6 cards. Your turn",
  );
  expect(sentences(["Ann: Pass", "", "Your turn"])).toBe("Ann: Pass. Your turn");
  expect(sentences(["", "Your turn"])).toBe("Your turn");
});

test("somebody without a name is a guest in every language", () => {
  expect(["Guest", "Invité", "Ann"].map(isGuest)).toEqual([true, true, false]);
});
