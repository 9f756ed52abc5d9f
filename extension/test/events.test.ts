// The parsing layer: what it takes, and that it refuses everything else by name.
import { expect, test } from "vitest";
import { EVENTS, IGNORED } from "../src/site/assumptions";
import { labelOf, readCard, readHand, readLabel, writeCard } from "../src/site/cards";
import { readEvent } from "../src/site/events";

const OPTIONS = { variation: "SevenToOne", hookRule: true, players: 3 };
const PLAYERS = [
  { seat: 1, name: "Ada" },
  { seat: 4, name: "Bo" },
];
const JOINED = {
  gameId: "g1",
  gameType: "OhHell",
  seat: 1,
  options: OPTIONS,
  players: PLAYERS,
};
const STATE = {
  gameId: "g1",
  round: 2,
  dealerSeat: 1,
  hand: "ACKC10D",
  bids: [{ seat: 4, bid: 2 }],
  tricks: [],
  trick: [{ seat: 4, card: "TH" }],
  turnSeat: null,
  scores: [{ seat: 1, score: 12 }],
};

test("cards go through text and label unchanged", () => {
  for (let card = 0; card < 52; card++) {
    expect(readCard(writeCard(card))).toBe(card);
    expect(readLabel(labelOf(card))).toBe(card);
    expect(readLabel(`Trump: ${labelOf(card)}`)).toBe(card);
  }
  expect(readCard("TH")).toBe(readCard("10H"));
  expect(readHand("ACKC10D")).toEqual([12, 11, 21]);
  for (const bad of ["1H", "AX", "AC KC", "ACAC", "ACK", "ac"]) expect(readHand(bad)).toBeNull();
  for (const bad of ["Queen", "Queen of hearts", "1 of Hearts", ""])
    expect(readLabel(bad)).toBeNull();
});

test("every event of the site is read", () => {
  expect(readEvent(EVENTS.joined, JOINED)).toEqual({
    kind: "joined",
    game: "g1",
    seat: 1,
    rules: { variation: "SevenToOne", hook: true },
    players: PLAYERS,
  });
  expect(readEvent(EVENTS.started, JOINED)?.kind).toBe("started");
  expect(readEvent(EVENTS.sat, { seat: 2, name: "Cy" })).toEqual({
    kind: "sat",
    seat: 2,
    name: "Cy",
  });
  expect(readEvent(EVENTS.left, { seat: 2 })).toEqual({ kind: "left", seat: 2 });
  expect(readEvent(EVENTS.dealt, { round: 1, dealerSeat: 4, hand: "2C", more: 1 })).toEqual({
    kind: "dealt",
    round: 1,
    dealer: 4,
    hand: [0],
  });
  expect(readEvent(EVENTS.bid, { seat: 1, bid: 0 })).toEqual({ kind: "bid", seat: 1, tricks: 0 });
  expect(readEvent(EVENTS.played, { seat: 1, card: "AS" })).toEqual({
    kind: "played",
    seat: 1,
    card: 51,
  });
  expect(readEvent(EVENTS.taken, { seat: 1 })).toEqual({ kind: "taken", seat: 1 });
  expect(readEvent(EVENTS.scored, { scores: STATE.scores })).toEqual({
    kind: "scored",
    scores: [[1, 12]],
  });
  expect(readEvent(EVENTS.over, {})).toEqual({ kind: "over" });
  expect(readEvent(EVENTS.state, STATE)).toMatchObject({ trick: [[4, 34]], turn: null, round: 2 });
  for (const name of IGNORED) expect(readEvent(name, null)).toBeNull();
});

test.each<[string, string, unknown]>([
  ["an event without a name", "", 7],
  ['"cardFlipped", which is unknown', "cardFlipped", {}],
  ["without data", EVENTS.bid, null],
  ["without data", EVENTS.bid, [1]],
  ["bid nothing", EVENTS.bid, { seat: 1 }],
  ['bid "2"', EVENTS.bid, { seat: 1, bid: "2" }],
  ["bid 1.5", EVENTS.bid, { seat: 1, bid: 1.5 }],
  ["bid 13", EVENTS.bid, { seat: 1, bid: 13 }],
  ["seat -1", EVENTS.bid, { seat: -1, bid: 1 }],
  ["not a card", EVENTS.played, { seat: 1, card: "??" }],
  ["not 1 to 12 cards", EVENTS.dealt, { round: 1, dealerSeat: 1, hand: "" }],
  ["not 1 to 12 cards", EVENTS.dealt, { round: 1, dealerSeat: 1, hand: "ACAC" }],
  ["round 0", EVENTS.dealt, { round: 0, dealerSeat: 1, hand: "AC" }],
  ["plays Spades", EVENTS.joined, { ...JOINED, gameType: "Spades" }],
  ["hookRule nothing", EVENTS.joined, { ...JOINED, options: { variation: "SevenToOne" } }],
  ["variation nothing", EVENTS.joined, { ...JOINED, options: { hookRule: true } }],
  [
    "option nil, which is unknown",
    EVENTS.joined,
    { ...JOINED, options: { ...OPTIONS, nil: true } },
  ],
  ["seat of their own", EVENTS.joined, { ...JOINED, players: [PLAYERS[0], PLAYERS[0]] }],
  ["turnSeat nothing", EVENTS.state, { ...STATE, turnSeat: undefined }],
  ["not a list", EVENTS.state, { ...STATE, bids: {} }],
])("refuses: %s", (words, name, data) => {
  expect(() => readEvent(name === "" ? 7 : name, data)).toThrow(words);
});
