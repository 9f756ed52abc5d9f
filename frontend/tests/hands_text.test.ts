// Hands of the explorer as text: written, read back, and words that are no cards.
import { expect, test } from "vitest";
import { readHands, writeHands } from "../src/explorer/hands_text";
import type { CardFace } from "../src/messages";

const faces = ["7S", "10H", "KS", "9H"].map(
  (name, id) => ({ id, name, rank: name.slice(0, -1), suit: name.at(-1) }) as CardFace,
);

test("hands survive text, in any case and with either ten", () => {
  const text = writeHands(
    [
      [2, 3],
      [0, 1],
    ],
    faces,
    ["North", "East"],
  );
  expect(text).toBe("North: KS 9H\nEast: 7S 10H");
  expect(readHands(text, faces)).toEqual([
    [2, 3],
    [0, 1],
  ]);
  expect(readHands("ks, 9h\n\nEast: 7s th", faces)).toEqual([
    [2, 3],
    [0, 1],
  ]);
  expect(readHands("KS 11Z", faces)).toBe("11Z");
});
