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

test("a game given up before anybody scored calls nobody but its loser a loser", () => {
  const given = (returns: number[], resigned: number) =>
    endingOf(
      seats,
      0,
      { returns, winners: [1, 2], resigned } as unknown as Result,
      lookOf("dubito") as Look,
    ).why;
  expect(given([0, 0, 0], 0)).toBe("You resigned.");
  expect(given([0, 0, 0], 2)).toBe("Bob resigned.");
  expect(given([0, 1, 0], 0)).toContain("You resigned. Guest: hard win (1 point)");
});

test("a tie is shared, a team wins as one, and a defeat names the winner", () => {
  const look = lookOf("ohhell") as Look;
  const title = (returns: number[], winners: number[], at = seats) =>
    endingOf(at, 0, { returns, winners, resigned: null } as unknown as Result, look);
  expect(title([20, 20, 5], [0, 1])).toMatchObject({ won: true });
  expect(title([20, 20, 5], [0, 1]).title).toBe("Shared win: You and Guest");
  expect(title([7, 7, 7], [0, 1, 2])).toMatchObject({
    title: "A tie: the win is shared",
    won: true,
  });
  expect(title([0, 0, 0], [0, 1, 2])).toMatchObject({
    title: "Nobody scored: it is a tie",
    won: false,
  });
  expect(title([20, 21, 5], [1])).toMatchObject({
    title: "Guest wins",
    why: "Guest: 21 points · You: 20 points · Bob: 5 points",
    won: false,
  });
  const four = [0, 1, 2, 3].map((seat) => ({
    ...person(seat, `P${seat}`, seat === 0),
    side: seat % 2 ? [1, 3] : [0, 2],
  }));
  expect(title([300, 1000, 300, 1000], [1, 3], four)).toMatchObject({
    title: "They win",
    why: "They: 1,000 points · We: 300 points",
  });
  expect(title([1000, 300, 1000, 300], [0, 2], four).title).toBe("We win!");
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
