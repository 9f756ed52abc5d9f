// What was chosen for a table of a game: kept in this browser, and made into a Setup for the server.
import type { GameFacts, SeatSetup, Setup } from "../../messages";
import { PACE, type Speed } from "../../settings";

export type Value = boolean | number | string | number[] | null;

export interface Choice {
  options: Record<string, Value>;
  seats: SeatSetup[];
  clock: "none" | "move" | "game";
  seconds: number;
  increment: number;
  open: boolean;
  listed: boolean;
}

const KEY = "kibitz.setup";

const FRESH: Choice = {
  options: {},
  seats: [],
  clock: "none",
  seconds: 60,
  increment: 0,
  open: false,
  listed: true,
};

export function load(facts: GameFacts): Choice {
  try {
    const kept = JSON.parse(
      localStorage.getItem(`${KEY}.${facts.name}`) ?? "{}",
    ) as Partial<Choice>;
    const known = new Set(facts.options.map((option) => option.name));
    const options = Object.fromEntries(
      Object.entries(kept.options ?? {}).filter(([name]) => known.has(name)),
    );
    return { ...FRESH, ...kept, options };
  } catch {
    return FRESH;
  }
}

export function keep(facts: GameFacts, choice: Choice): void {
  try {
    localStorage.setItem(`${KEY}.${facts.name}`, JSON.stringify(choice));
  } catch {
    // Not kept: nothing is lost but the convenience.
  }
}

/** The game of the last time, if it is still there; else the first. */
export function lastGame(games: readonly GameFacts[]): string {
  const last = localStorage.getItem(`${KEY}.last`);
  return games.some((game) => game.name === last) ? (last as string) : (games[0]?.name ?? "");
}

export function keepGame(name: string): void {
  localStorage.setItem(`${KEY}.last`, name);
}

/** How many sit at a table with these options. */
export function playersOf(facts: GameFacts, options: Record<string, Value>): number {
  const option = facts.options.find((each) => each.name === "players");
  const chosen = options["players"] ?? option?.default;
  return typeof chosen === "number" ? chosen : (facts.players[0] ?? 2);
}

/** The seat of the person at this browser: South where seats have compass names, else the first. */
export function homeSeat(facts: GameFacts, players: number): number {
  const south = facts.seat_labels.indexOf("South");
  return south >= 0 && south < players ? south : 0;
}

/** The seats as chosen, as many as there are; what was never chosen is you at `home`, then bots. */
export function seatsOf(
  chosen: readonly SeatSetup[],
  players: number,
  bot: string,
  home = 0,
): SeatSetup[] {
  return Array.from(
    { length: players },
    (_, i) =>
      chosen[i] ??
      (i === home && !chosen.some((s) => s.kind === "me") ? { kind: "me" } : { kind: "bot", bot }),
  );
}

/** The bot of a level; the usual one in a game without levels. */
export function levelBot(facts: GameFacts, level: number): string {
  const found = facts.levels.findLast((each) => each.number <= level) ?? facts.levels[0];
  return found?.bot ?? facts.default_bot;
}

/** A usual game: the usual length, you at your seat, everybody else at one level; a partner may
 * have another one. */
export function usualSetup(
  facts: GameFacts,
  usual: Record<string, Value>,
  level: number,
  speed: Speed,
  partner: number | null = null,
): Setup {
  const players = playersOf(facts, usual);
  const home = homeSeat(facts, players);
  const seats = seatsOf([], players, levelBot(facts, level), home);
  const beside = (home + players / 2) % players;
  if (partner !== null) seats[beside] = { kind: "bot", bot: levelBot(facts, partner) };
  return setupOf(facts, { ...FRESH, options: usual }, seats, speed);
}

/** The seats for people beside you: partners first, then those who play after you. */
export function companySeats(
  players: number,
  home: number,
  teams: boolean,
  count: number,
): number[] {
  const after = Array.from({ length: players - 1 }, (_, i) => (home + i + 1) % players);
  const order = teams ? [...after].sort((a, b) => distance(b) - distance(a)) : after;
  function distance(seat: number): number {
    return Number((seat - home) % 2 === 0);
  }
  return order.slice(0, count);
}

/** The usual game with open seats for other people. */
export function companySetup(
  facts: GameFacts,
  usual: Record<string, Value>,
  level: number,
  speed: Speed,
  teams: boolean,
  count: number,
): Setup {
  const setup = usualSetup(facts, usual, level, speed);
  const all = setup.seats ?? [];
  const home = all.findIndex((seat) => seat.kind === "me");
  const open = companySeats(all.length, home, teams, count);
  return {
    ...setup,
    listed: false,
    seats: all.map((seat, i) => (open.includes(i) ? { kind: "open" } : seat)),
  };
}

const MATCH_ONLY = ["target", "deals", "deals_max"];

/** What only a match has is asked for only there. */
export function appliesTo(name: string, options: Record<string, Value>, facts: GameFacts): boolean {
  const hasMatch = facts.options.some((option) => option.name === "match");
  return !hasMatch || options["match"] === true || !MATCH_ONLY.includes(name);
}

/** Those options that the game takes as they are together. */
export function applying(options: Record<string, Value>, facts: GameFacts): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(options).filter(([name]) => appliesTo(name, options, facts)),
  );
}

/** Options with one of them changed; undefined takes it out: the default stands. */
export function withOption(
  options: Record<string, Value>,
  name: string,
  value: Value | undefined,
): Record<string, Value> {
  const next = { ...options };
  if (value === undefined) delete next[name];
  else next[name] = value;
  return next;
}

/** What is sent to the server. */
export function setupOf(facts: GameFacts, choice: Choice, seats: SeatSetup[], speed: Speed): Setup {
  const { clock, seconds, increment } = choice;
  return {
    game: facts.name,
    options: applying(choice.options, facts),
    seats,
    clock:
      clock === "none"
        ? null
        : clock === "move"
          ? { kind: "move", seconds }
          : { kind: "game", seconds, increment },
    open_cards: choice.open,
    pace_ms: PACE[speed],
    listed: choice.listed,
  };
}
