// A card that may not be played says why, in the words of what the hand still allows.
import { describe, expect, it } from "vitest";
import { whyNot } from "../src/cards/why_not";
import type { CardFace } from "../src/messages";

const face = (name: string): CardFace => ({
  id: 0,
  name,
  rank: name.slice(0, -1),
  suit: name.slice(-1) as "S" | "H" | "D" | "C",
});

describe("why a card may not be played", () => {
  const led = face("9D");
  it("follows suit", () => {
    expect(whyNot(face("AS"), [face("KD"), face("7D")], led, "H")).toBe(
      "You must follow suit: play diamonds.",
    );
  });
  it("trumps where nothing of the suit led is left", () => {
    expect(whyNot(face("AS"), [face("7H")], led, "H")).toBe("You must trump.");
  });
  it("beats the card that is winning", () => {
    const text = "You must beat the winning card if you can.";
    expect(whyNot(face("7D"), [face("KD")], led, "H")).toBe(text);
    expect(whyNot(face("7H"), [face("JH")], led, "H")).toBe(text);
  });
  it("does not lead trump before it is broken", () => {
    expect(whyNot(face("AH"), [face("7S")], undefined, "H")).toBe(
      "You cannot lead trump until one is played.",
    );
  });
});
