// What the games compute for themselves: dice, cells, doubts, clocks, seats, set-ups.
import { expect, test } from "vitest";
import { number, percent } from "../src/numbers";
import { diceOf, numberAt } from "../src/games/qwixx/cells";
import { isBid } from "../src/games/belote/bid_form";
import { marked } from "../src/games/qwixx/log";
import { lookOf, type Scene } from "../src/games/look";
import { readDoubt } from "../src/games/dubito/log";
import type {
  CardFace,
  ClockInfo,
  CodepieceView,
  GameFacts,
  Line,
  Position,
  SeatInfo,
} from "../src/messages";
import { parseRoute } from "../src/route";
import { winningCard } from "../src/cards/trick_log";
import { clockText, secondsLeft } from "../src/table/clock";
import { cut } from "../src/table/page";
import { place } from "../src/table/seat_places";
import { playersOf, seatsOf } from "../src/lobby/setup/choice";
import { parseCards, parseNumbers } from "../src/lobby/setup/option_input";

test("a roll is its dice, the first white one most significant", () => {
  expect(diceOf(0)).toEqual([1, 1, 1, 1, 1, 1]);
  expect(diceOf(46655)).toEqual([6, 6, 6, 6, 6, 6]);
  expect(diceOf(2 * 7776 + 4 * 1296 + 5)).toEqual([3, 5, 1, 1, 1, 6]);
});

test("cells of Qwixx", () => {
  expect([numberAt(0, 0), numberAt(1, 10), numberAt(2, 0), numberAt(3, 10)]).toEqual([
    2, 12, 12, 2,
  ]);
  const dice = [3, 5, 1, 2, 6, 4];
  expect(marked(0, dice)).toBeNull();
  expect(marked(3, dice)).toEqual({ row: 2, number: 8 });
  expect(marked(5, dice)).toEqual({ row: 0, number: 4 });
  expect(marked(12, dice)).toEqual({ row: 3, number: 9 });
});

test("a doubt is read play by play", () => {
  expect(readDoubt(2, [1, 7, 1, 0, 0, 2, 7, 7, 1, 1, 9])).toEqual({
    doubter: 2,
    target: 1,
    number: 7,
    right: true,
    jokers: 0,
    plays: [
      { seat: 0, cards: [7, 7] },
      { seat: 1, cards: [9] },
    ],
  });
});

test("a clock runs for one seat only", () => {
  const clock: ClockInfo = {
    kind: "game",
    seconds: 60,
    increment: 0,
    left: [30, 50],
    running: 1,
    at: 1000,
  };
  expect(secondsLeft(clock, 0, 1010)).toBe(30);
  expect(secondsLeft(clock, 1, 1010)).toBe(40);
  expect(secondsLeft(clock, 1, 2000)).toBe(0);
  expect([clockText(61), clockText(0.2), clockText(3725)]).toEqual(["1:01", "0:01", "1:02:05"]);
});

test("the next seat clockwise is to the left", () => {
  expect(place(4, 2, 2)).toEqual([50, 100]);
  expect(place(4, 3, 2)[0]).toBe(0);
  expect(place(4, 1, 2)[0]).toBe(100);
});

test("seats as chosen, or you first and bots", () => {
  expect(seatsOf([], 3, "simple")).toEqual([
    { kind: "me" },
    { kind: "bot", bot: "simple" },
    { kind: "bot", bot: "simple" },
  ]);
  expect(seatsOf([{ kind: "open" }, { kind: "me" }], 2, "simple")).toEqual([
    { kind: "open" },
    { kind: "me" },
  ]);
  const facts = {
    players: [2, 5],
    options: [{ name: "players", default: 4 }],
  } as unknown as GameFacts;
  expect(playersOf(facts, {})).toBe(4);
  expect(playersOf(facts, { players: 3 })).toBe(3);
});

test("hand sizes as typed", () => {
  expect(parseNumbers("5 4, 3;2", 1, 12)).toEqual([5, 4, 3, 2]);
  expect(parseNumbers("", 1, 12)).toEqual([]);
  expect(parseNumbers("13", 1, 12)).toBeNull();
  expect(parseNumbers("x", 1, 12)).toBeNull();
});

test("cards as typed", () => {
  const faces = ["5H", "TD", "KS", "QC"].map((name, id) => ({ id, name })) as CardFace[];
  expect(parseCards("5h - 10D, K♠;rs dc", faces)).toEqual([0, -1, 1, 2, 2, 3]);
  expect(parseCards("", faces)).toEqual([]);
  expect(parseCards("5H 6", faces)).toBeNull();
});

test("who takes a trick", () => {
  const ranks = ["7", "8", "9", "J", "Q", "K", "10", "A"]; // of Belote, from the lowest
  const faces = [..."SHDC"].flatMap((suit, i) =>
    ranks.map((rank, j) => ({ id: 8 * i + j, name: `${rank}${suit}`, rank, suit }) as CardFace),
  );
  const trick = (...names: string[]) =>
    names.map((name) => faces.find((face) => face.name === name) as CardFace);
  const order = ["7", "8", "Q", "K", "10", "A", "9", "J"];
  expect(winningCard(trick("KH", "10H", "AD", "7H"), "S")).toBe(1);
  expect(winningCard(trick("KH", "7S", "AH", "8S"), "S", order)).toBe(3);
  expect(winningCard(trick("AS", "JS", "9S", "KS"), "S", order)).toBe(1);
  expect(winningCard(trick("AS", "JS", "AD", "KS"), null)).toBe(0);
});

test("the past has the lines up to its ply", () => {
  const look = lookOf("belote");
  const lines = ["deal", "action", "reveal", "action", "score"].map((kind) => ({ kind }) as Line);
  expect(cut(lines, 1, look).map((l) => l.kind)).toEqual(["deal", "action", "reveal"]);
  expect(cut(lines, 2, look)).toHaveLength(5);
  expect(cut(lines, 0, look)).toHaveLength(1);
  expect(cut(lines, 0, lookOf("qwixx"))).toHaveLength(5);
});

test("addresses", () => {
  expect(parseRoute("#/table/abc")).toEqual({ page: "table", rest: ["abc"] });
  expect(parseRoute("")).toEqual({ page: "", rest: [] });
  expect(parseRoute("#/x/%zz")).toEqual({ page: "x", rest: ["%zz"] });
});

test("numbers as people read them", () => {
  expect([number(3), number(-1.5), number(12.34), number(123.4)]).toEqual([
    "3",
    "−1.50",
    "12.3",
    "123",
  ]);
  expect(percent(0.666)).toBe("67%");
});

test("a ten is a card, not a bid", () => {
  expect(["80S", "160C", "capotH"].every(isBid)).toBe(true);
  expect(["10H", "10S", "AS", "pass"].some(isBid)).toBe(false);
});

test("a round of passes is noted before trump is named", () => {
  const look = lookOf("codepiece");
  const seats = [0, 1, 2, 3].map(
    (seat) =>
      ({ seat, label: `Seat ${seat + 1}`, name: "", side: [seat % 2, (seat % 2) + 2] }) as SeatInfo,
  );
  const call = (seat: number, name: string) => ({ kind: "action", seat, name, data: 0 }) as Line;
  const passes = [1, 2, 3, 0].map((seat) => call(seat, "pass"));
  const rows = (lines: Line[]) =>
    look
      .log({
        seats,
        faces: [],
        home: 0,
        history: [{ kind: "deal", data: 0 } as Line, ...lines],
      } as unknown as Scene)
      .slice(1)
      .map(({ head, parts, note, ply }) => [head, parts.length, note !== undefined, ply]);
  expect(rows(passes)).toEqual([["Bidding", 4, true, 4]]);
  expect(rows([...passes, call(1, "trump_C")])).toEqual([
    ["Bidding", 4, true, 4],
    ["Trump", 1, false, 5],
  ]);
  expect(rows([call(1, "bid_8"), ...passes.slice(1), call(1, "trump_C")])).toEqual([
    ["Bidding", 5, false, 5],
  ]);
});

test("a match of Codepiece says why it has ended", () => {
  const look = lookOf("codepiece");
  const seats = [0, 1, 2, 3].map(
    (seat) => ({ seat, name: "", you: seat === 0, side: [seat % 2, (seat % 2) + 2] }) as SeatInfo,
  );
  const ended = (view: Partial<CodepieceView>) =>
    look.ended?.(
      { view: { deals: 4, target: 50, total: 13, ...view } } as unknown as Position,
      seats,
    );
  expect(ended({})).toBe("All 4 deals are played.");
  expect(ended({ total: -52 })).toBe("They reached 50 points.");
  expect(ended({ deals: 1, target: null })).toBeNull();
});
