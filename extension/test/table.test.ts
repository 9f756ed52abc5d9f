// The state machine: seats with gaps, turns, refreshed pages, and what it refuses.
import { beforeEach, expect, test } from "vitest";
import { question } from "../src/game/question";
import { Table } from "../src/game/table";
import { DEFAULTS } from "../src/settings";
import type { Settings } from "../src/settings";
import { readCard, readHand } from "../src/site/cards";
import type { SiteEvent } from "../src/site/events";

const PLAYERS = [
  { seat: 1, name: "Ada" },
  { seat: 2, name: "Bo" },
  { seat: 5, name: "Cy" },
];
const RULES = { variation: "OneToSeven", hook: true };
const card = (text: string): number => readCard(text)!;
const bid = (seat: number, tricks: number): SiteEvent => ({ kind: "bid", seat, tricks });
const play = (seat: number, text: string): SiteEvent => ({
  kind: "played",
  seat,
  card: card(text),
});
const taken = (seat: number): SiteEvent => ({ kind: "taken", seat });
const deal = (round: number, dealer: number, hand: string): SiteEvent => ({
  kind: "dealt",
  round,
  dealer,
  hand: readHand(hand)!,
});
const JOINED: SiteEvent = { kind: "joined", game: "g", seat: 2, rules: RULES, players: PLAYERS };

let table: Table;
const take = (...events: SiteEvent[]): void => events.forEach((event) => table.take(event));
const ask = (change: Partial<Settings> = {}) => question(table, { ...DEFAULTS, ...change });

beforeEach(() => {
  table = new Table();
  take(JOINED, deal(2, 5, "AHKH")); // Ada bids first
  table.turn(card("2S"));
});

test("chairs with gaps become seats, and the question holds everything", () => {
  table.data!.scores = [[1, 11], [2, 0], [5, 11]]; // prettier-ignore
  expect(ask()).toBeNull();
  take(bid(1, 1));
  const asked = ask()!;
  expect(asked.ask.options).toEqual({
    players: 3,
    schedule: [1, 2, 3, 4, 5, 6, 7],
    hook: true,
    trump_lead: "free",
    miss: "zero",
  });
  expect(asked.ask.seat).toBe(1);
  expect(asked.ask.entries).toEqual([
    {
      kind: "join",
      hand: [card("AH"), card("KH")],
      dealer: 2,
      turned: card("2S"),
      round: 1,
      totals: [11, 0, 11],
      bids: [null, null, null],
      tricks: [0, 0, 0],
      leader: 0,
      trick: [],
      broken: false,
    },
    { kind: "action", action: 53 },
  ]);
  expect(asked.notes).toEqual([]);
  take(bid(2, 2), bid(5, 0), play(1, "3H"));
  expect(table.standing()).toMatchObject({ turn: 1, bids: [1, 2, 0], trick: [card("3H")] });
  take(play(2, "AH"), play(5, "2H"), taken(2));
  expect(table.standing()).toMatchObject({ turn: 1, tricks: [0, 1, 0], hand: [card("KH")] });
  take(play(2, "KH"), play(5, "3S"), play(1, "4H"), taken(5));
  expect(table.standing()).toMatchObject({ phase: "over", turn: null });
});

test.each<[string, SiteEvent[]]>([
  ["it was Ada's turn", [bid(2, 1)]],
  ["where nobody plays", [bid(3, 1)]],
  ["bid 3 of 2 tricks", [bid(1, 3)]],
  ["was not in your hand", [bid(1, 1), bid(2, 1), bid(5, 1), play(1, "3H"), play(2, "9H")]],
  ["which you hold", [bid(1, 1), bid(2, 1), bid(5, 1), play(1, "AH")]],
  ["it is the trump card", [bid(1, 1), bid(2, 1), bid(5, 1), play(1, "2S")]],
  ["is not complete", [bid(1, 1), bid(2, 1), bid(5, 1), play(1, "3H"), taken(1)]],
  [
    "gave the trick to Ada, but Cy has taken it",
    [bid(1, 1), bid(2, 1), bid(5, 1), play(1, "3H"), play(2, "AH"), play(5, "3S"), taken(1)],
  ],
  ["Round 3 of OneToSeven has 3 cards", [deal(3, 1, "AHKH")]],
])("refuses: %s", (words, events) => {
  expect(() => take(...events)).toThrow(words);
  expect(table.data!.trouble).toContain(words);
  expect(ask()).toBeNull();
  take(deal(3, 1, "AHKHQH"));
  expect(table.data!.trouble).toBeNull();
});

const SNAPSHOT: Extract<SiteEvent, { kind: "state" }> = {
  kind: "state",
  game: "g",
  round: 2,
  dealer: 5,
  hand: [card("KH")],
  bids: [[1, 1], [2, 2], [5, 0]], // prettier-ignore
  tricks: [[1, 0], [2, 1], [5, 0]], // prettier-ignore
  trick: [],
  turn: 2,
  scores: [[1, 11], [2, 0], [5, 0]], // prettier-ignore
};

test("a refreshed page goes on with what the last one saw", () => {
  take(bid(1, 1), bid(2, 2), bid(5, 0), play(1, "3H"), play(2, "AH"));
  const kept = structuredClone(table.data);
  table = new Table(kept);
  // Cy played while the page was loading, and the trick was taken: that card is lost.
  take(JOINED, SNAPSHOT);
  expect(table.standing()!.missed).toBe(1);
  expect(table.data!.round!.turned).toBeNull();
  table.turn(card("2S"));
  expect(ask()!.notes[0]).toContain("were not seen");
  expect(ask()!.ask.entries![0]).toMatchObject({ tricks: [0, 1, 0], leader: 1 });
  // Cy's card is still there: nothing is lost.
  const trick: [number, number][] = [[1, card("3H")], [2, card("AH")], [5, card("2H")]]; // prettier-ignore
  const seen = { ...SNAPSHOT, tricks: [], trick, turn: null };
  table = new Table(kept);
  take(JOINED, seen);
  expect(table.standing()).toMatchObject({ missed: 0, phase: "waiting" });
  take(taken(2));
  expect(ask()!.ask.entries).toHaveLength(7);
  expect(ask()!.notes).toEqual([]);
  // Without memory, the trick on the table becomes part of the start.
  table = new Table();
  take(JOINED, seen);
  table.turn(card("2S"));
  expect(ask()).toBeNull();
  take(taken(2));
  expect(ask()!.ask.entries![0]).toMatchObject({ trick: [], tricks: [0, 1, 0], leader: 1 });
  // Another game's memory is not used.
  table = new Table({ ...kept!, game: "other" });
  take(JOINED, seen);
  expect(table.data!.round!.log).toEqual([]);
});

test("a page that was loaded in the middle checks what the site shows", () => {
  const bad = (change: Partial<typeof SNAPSHOT>, words: string) => {
    table = new Table();
    take(JOINED);
    expect(() => take({ ...SNAPSHOT, ...change })).toThrow(words);
  };
  bad({ turn: null }, "who leads");
  bad({ turn: 1, trick: [[2, card("AH")]], hand: [] }, "another player to act");
  bad({ bids: [[1, 1]] }, "before all have bid");
  bad({ bids: [[2, 1]] }, "it was Ada's turn");
  bad({ hand: [card("KH"), card("QH")] }, "Round 2 of OneToSeven has 2 cards");
  // Whether trump was broken before cannot be known.
  table = new Table();
  take(JOINED, SNAPSHOT);
  table.turn(card("2S"));
  expect(() => ask({ trumpLead: "broken" })).toThrow("is unknown");
  expect(ask({ trumpLead: "free" })).not.toBeNull();
});

test("advice on the round alone, where the game around it is unknown", () => {
  take(bid(1, 1));
  expect(ask()!.notes[0]).toContain("scores do not fit"); // none were seen
  expect(ask()!.ask.options).toMatchObject({ schedule: [2] });
  table.data!.scores = [[1, 11], [2, -5], [5, 11]]; // prettier-ignore
  expect(ask()!.notes[0]).toContain("scores do not fit");
  expect(ask({ miss: "other" })!.notes[0]).toContain("scoring is another one");
  table.data!.rules.variation = "NineToOne";
  expect(ask()!.notes[0]).toContain("NineToOne is unknown");
});

test("players come and go between games", () => {
  take({ kind: "left", seat: 5 }, { kind: "sat", seat: 5, name: "Bot" });
  take(bid(1, 1));
  expect(table.seats!.name(2)).toBe("Bot");
  take({ kind: "over" }, { kind: "sat", seat: 7, name: "Di" });
  const started = (players: { seat: number; name: string }[]): SiteEvent => ({
    kind: "started",
    game: "g2",
    rules: RULES,
    players,
  });
  take(started([...PLAYERS, { seat: 7, name: "Di" }]), deal(1, 7, "AH"));
  expect([table.seats!.count, table.standing()!.turn]).toEqual([4, 0]);
  const six = [0, 1, 2, 3, 4, 5].map((seat) => ({ seat, name: `P${seat}` }));
  expect(() => take(started(six))).toThrow("6 players");
  expect(() => take(started(PLAYERS.filter((each) => each.seat !== 2)))).toThrow("nobody plays");
});

test("a table of another game is left alone, and says so to the end", () => {
  table.close("This table plays Spades.");
  for (const event of [deal(1, 1, "AH"), bid(1, 1), { kind: "over" } as const])
    expect(() => take(event)).toThrow("plays Spades");
  take(JOINED, deal(1, 5, "AH"));
  expect(table.standing()!.turn).toBe(0);
});
