// What people without a name are called, how an ending reads, and where a review puts a decision.
import { afterEach, expect, test } from "vitest";
import { lookOf, type Look, type Scene } from "../src/games/look";
import type { Note, Result, SeatInfo } from "../src/messages";
import { placeIn } from "../src/review/replay_page";
import { change } from "../src/settings";
import { endingOf } from "../src/table/ending";
import { noteText } from "../src/table/store";

afterEach(() => change({ language: "en" }));

const person = (seat: number, name: string, you = false) =>
  ({ seat, side: [seat], kind: "person", name, label: `Seat ${seat + 1}`, you }) as SeatInfo;
const seats = [person(0, "Ada", true), person(1, "Invité"), person(2, "Bob")];

test("an ending says of each player how it ended", () => {
  const result = { returns: [0, 1, 0.5], winners: [1], resigned: null } as unknown as Result;
  const { title, why } = endingOf(seats, 0, result, lookOf("dubito") as Look);
  expect(title).toBe("Guest wins");
  expect(why).toBe("Guest: hard win (1 point) · Bob: soft win (half a point) · You: loss");
});

test("somebody without a name is called in the reader's language", () => {
  const note = { kind: "sat", seat: 1, name: "Invité", text: "" } as unknown as Note;
  expect(noteText(note)).toBe("Guest sat down");
  change({ language: "fr" });
  expect(noteText({ ...note, name: "Guest" })).toBe("Invité a pris place");
  expect(noteText({ ...note, name: "Ada" })).toBe("Ada a pris place");
});

test("a decision in Qwixx is placed by its turn, not by who rolled", () => {
  const history = [
    { kind: "chance", seat: -1, data: 0 },
    { kind: "reveal", seat: -1, data: [0, 0, 0] },
    { kind: "chance", seat: -1, data: 1 },
    { kind: "reveal", seat: -1, data: [0, 0, 0] },
  ];
  const look = lookOf("qwixx") as Look;
  const entries = look.log({ seats, history, options: {} } as unknown as Scene);
  expect(entries.map((entry) => entry.head)).toEqual(["1: You", "2: Guest"]);
  expect([0, 2, 3].map((ply) => placeIn(entries, ply))).toEqual(["Turn 1", "Turn 1", "Turn 2"]);
});
