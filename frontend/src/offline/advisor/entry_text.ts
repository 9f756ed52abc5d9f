// Entries as people type them: the twin of kibitz/advice/advisor/entry_text.py and one_shot.py, which show
// the forms.
import type { Expected } from "../../messages";
import { Refusal } from "../refusal";
import { short } from "../shape";
import { badEntry, type Entry, type Of } from "./entries";
import type { Mirror } from "./mirror";

const ENTRY_LENGTH_MAX = 1000;
const TEXT_LENGTH_MAX = 20_000;
const ENTRIES_MAX = 3000;
const JOIN_WORDS = [
  ...["dealer", "turned", "round", "totals", "bids", "tricks", "leader", "trick", "broken"],
];

type AnyMirror = Mirror<unknown>;
const words = (text: string) => text.split(/\s+/).filter(Boolean);

/** Enter a whole position, given as one text. */
export function enterText(mirror: AnyMirror, text: string): void {
  if (text.length > TEXT_LENGTH_MAX) {
    throw badEntry(`a position has at most ${TEXT_LENGTH_MAX} characters`);
  }
  const parts = text
    .split(/[;\n]/)
    .map((part) => part.trim())
    .filter(Boolean);
  if (parts.length > ENTRIES_MAX) {
    throw badEntry(`a position has at most ${ENTRIES_MAX} entries`);
  }
  for (const [i, part] of parts.entries()) {
    try {
      mirror.add(readText(mirror, part));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const text = `entry ${i + 1} (${part.slice(0, 60)}): ${error.message}`;
      throw new Refusal(error.code, text);
    }
  }
}

function readText(mirror: AnyMirror, text: string): Entry {
  const given = words(text.replaceAll(",", " "));
  const first = given[0]?.toLowerCase();
  if (first === undefined || text.length > ENTRY_LENGTH_MAX) {
    throw badEntry(first === undefined ? "nothing was entered" : "the entry is too long");
  }
  const expects = mirror.expects();
  if (first === "join") return readJoin(mirror, given.slice(1));
  if (expects.kind === "deal") return readDeal(mirror, given);
  if (expects.kind === "roll") {
    return { kind: "roll", dice: numbers(given, "six dice, like 3 5 1 6 2 4") };
  }
  if (first === "doubt" && (expects.doubt || expects.kind === "lay")) {
    return readDoubt(expects, given.slice(1));
  }
  if (expects.kind === "lay") {
    const digits = first === "lay" || first === "lays" ? given.slice(1) : given;
    if (digits.length !== 1) {
      throw badEntry("enter how many cards were played, like 2, or doubt with the cards");
    }
    const [count] = numbers(digits, "how many cards were played, like 2");
    return { kind: "lay", count: count as number };
  }
  return readAct(mirror, given);
}

function numbers(given: string[], what: string): number[] {
  if (given.length === 0 || !given.every((word) => /^[0-9]+$/.test(word))) {
    throw badEntry(`enter ${what}`);
  }
  return given.map((word) => Number(word.slice(0, 9)));
}

/** A seat by its number, its name or its first letter. */
function seatOf(mirror: AnyMirror, word: string): number {
  const { players, facts } = mirror.about.rules;
  if (/^[0-9]+$/.test(word)) {
    const seat = Number(word.slice(0, 9));
    if (seat < players) return seat;
    const text = `${facts.name} here has seats 0 to ${players - 1}, not ${seat}`;
    throw new Refusal("bad_seat", text);
  }
  const lower = word.toLowerCase();
  if (["me", "you", "i"].includes(lower)) return mirror.seat;
  const found = mirror.seats.findIndex((name) =>
    [name.toLowerCase(), name[0]?.toLowerCase()].includes(lower),
  );
  if (found >= 0) return found;
  const names = mirror.seats.join(", ") || `0 to ${players - 1}`;
  throw badEntry(`${short(word)} is not a seat; seats are ${names}, or me`);
}

/** The cards, and the values after `dealer` and `turned`. */
function readDeal(mirror: AnyMirror, given: string[]): Of<"deal"> {
  const said: Record<string, string> = {};
  const cards: string[] = [];
  for (let i = 0; i < given.length; ++i) {
    const word = given[i] as string;
    if (["dealer", "turned"].includes(word.toLowerCase())) {
      said[word.toLowerCase()] = given[++i] ?? "";
    } else cards.push(word);
  }
  const { dealer, turned } = said;
  return {
    kind: "deal",
    ...(dealer === undefined ? {} : { dealer: seatOf(mirror, dealer) }),
    ...(turned === undefined ? {} : { turned: mirror.readCard(turned) }),
    hand: cards.map((card) => mirror.readCard(card)),
  };
}

/** The cards, and what follows each of the words above. */
function readJoin(mirror: AnyMirror, given: string[]): Of<"join"> {
  const parts: Record<string, string[]> = { hand: [] };
  let name = "hand";
  for (const word of given) {
    if (JOIN_WORDS.includes(word.toLowerCase())) parts[(name = word.toLowerCase())] = [];
    else parts[name]?.push(word);
  }
  const missing = ["dealer", "turned"].filter((each) => !(each in parts));
  if (missing.length > 0) {
    const text = `a round to join needs ${missing.join(" and ")}: join KH 2C dealer 2 turned 5D`;
    throw badEntry(text);
  }
  const one = (each: string): string => {
    const [word, ...more] = parts[each] ?? [];
    if (word === undefined || more.length > 0) {
      throw badEntry(`${each} is followed by one word, like ${each} 2`);
    }
    return word;
  };
  const all = (each: string) =>
    parts[each] ? numbers(parts[each], `a number for each seat after ${each}`) : [];
  const cards = (each: string) => (parts[each] ?? []).map((word) => mirror.readCard(word));
  const bid = (word: string) =>
    ["-", "?"].includes(word) ? null : (numbers([word], "bids like 1 - 2")[0] as number);
  return {
    kind: "join",
    hand: cards("hand"),
    dealer: seatOf(mirror, one("dealer")),
    turned: mirror.readCard(one("turned")),
    round: parts["round"]
      ? (numbers([one("round")], "the number of the round")[0] as number) - 1
      : 0,
    totals: all("totals"),
    bids: (parts["bids"] ?? []).map(bid),
    tricks: all("tricks"),
    ...(parts["leader"] ? { leader: seatOf(mirror, one("leader")) } : {}),
    trick: cards("trick"),
    broken: "broken" in parts,
  };
}

/** The plays between bars; the seat's own may be left out, since they are known. */
function readDoubt(expects: Expected, given: string[]): Of<"doubt"> {
  const end = given.findIndex((word) => ["drop", "drops", "dropped"].includes(word.toLowerCase()));
  const shown = end < 0 ? given : given.slice(0, end);
  const dropped = end < 0 ? [] : numbers(given.slice(end + 1), "the values after drops");
  const what = "the cards that were shown, like doubt 7 7 | 3";
  const parts = shown.length > 0 ? shown.join(" ").split("|") : [];
  let plays = parts.map((part) => numbers(words(part), what));
  const hidden = expects.board.filter(({ cards }) => cards === null).length;
  if (plays.length === hidden && hidden < expects.board.length) {
    const coming = plays.values();
    plays = expects.board.map(({ cards }) => cards ?? (coming.next().value as number[]));
  }
  if (plays.length !== expects.board.length) {
    throw badEntry(`${expects.board.length} plays are on the board: enter ${what}`);
  }
  return { kind: "doubt", plays, dropped };
}

function readAct(mirror: AnyMirror, given: string[]): Of<"action"> {
  const belote = given.length > 1 && given.at(-1)?.toLowerCase() === mirror.announcement;
  const action = mirror.readAction((belote ? given.slice(0, -1) : given).join(" "));
  return { kind: "action", action, belote };
}
