// The parsing layer: an event that the site logged becomes one of ours, or is refused. Nothing is
// filled in and nothing is guessed: a missing field, a wrong type, an impossible number, an unknown
// event or an unknown rule is an error with a sentence that names it.
import { Refused } from "../refused";
import {
  EVENTS,
  HARMLESS_OPTIONS,
  HOOK_OPTION,
  IGNORED,
  OH_HELL,
  VARIATION_OPTION,
} from "./assumptions";
import { readCard, readHand } from "./cards";

export const SEATS_MAX = 16; // seat numbers of the site
export const PLAYERS_MIN = 2;
export const PLAYERS_MAX = 5; // that the rules of Kibitz know
const HAND_MAX = 12;
const SCORE_MAX = 10_000;

export interface Player {
  seat: number;
  name: string;
}
/** The rules of a table as far as the site shows them. */
export interface Rules {
  variation: string;
  hook: boolean;
}
export type BySeat = [seat: number, value: number][];

/** A round as the site shows it to a page that was loaded in the middle. */
export interface Snapshot {
  round: number;
  dealer: number;
  hand: number[];
  bids: BySeat;
  tricks: BySeat;
  trick: BySeat;
  turn: number | null; // the seat to act
  scores: BySeat;
}

export type SiteEvent =
  | { kind: "joined"; game: string; seat: number; rules: Rules; players: Player[] }
  | { kind: "started"; game: string; rules: Rules; players: Player[] }
  | { kind: "sat"; seat: number; name: string }
  | { kind: "left"; seat: number }
  | { kind: "dealt"; round: number; dealer: number; hand: number[] }
  | { kind: "bid"; seat: number; tricks: number }
  | { kind: "played"; seat: number; card: number }
  | { kind: "taken"; seat: number }
  | { kind: "scored"; scores: BySeat }
  | { kind: "over" }
  | ({ kind: "state"; game: string } & Snapshot);

/** Read an event; null if it says nothing about the game. */
export function readEvent(name: unknown, data: unknown): SiteEvent | null {
  if (typeof name !== "string") throw new Refused("The site logged an event without a name.");
  if (IGNORED.includes(name)) return null;
  const kind = KINDS.get(name);
  if (kind === undefined) throw new Refused(`The site logged "${clip(name)}", which is unknown.`);
  const read = new Reader(name, data);
  switch (kind) {
    case "joined":
      read.ohHell();
      return {
        kind,
        game: read.text("gameId"),
        seat: read.seat("seat"),
        rules: read.rules(),
        players: read.players(),
      };
    case "started":
      return { kind, game: read.text("gameId"), rules: read.rules(), players: read.players() };
    case "sat":
      return { kind, seat: read.seat("seat"), name: read.text("name") };
    case "left":
      return { kind, seat: read.seat("seat") };
    case "dealt":
      return {
        kind,
        round: read.whole("round", 1, 64),
        dealer: read.seat("dealerSeat"),
        hand: read.hand("hand", 1),
      };
    case "bid":
      return { kind, seat: read.seat("seat"), tricks: read.whole("bid", 0, HAND_MAX) };
    case "played":
      return { kind, seat: read.seat("seat"), card: read.card("card") };
    case "taken":
      return { kind, seat: read.seat("seat") };
    case "scored":
      return { kind, scores: read.scores() };
    case "over":
      return { kind };
    case "state":
      return {
        kind,
        game: read.text("gameId"),
        round: read.whole("round", 1, 64),
        dealer: read.seat("dealerSeat"),
        hand: read.hand("hand", 0),
        bids: read.list("bids", (one) => [one.seat("seat"), one.whole("bid", 0, HAND_MAX)]),
        tricks: read.list("tricks", (one) => [one.seat("seat"), one.whole("tricks", 0, HAND_MAX)]),
        trick: read.list("trick", (one) => [one.seat("seat"), one.card("card")]),
        turn: read.isNull("turnSeat") ? null : read.seat("turnSeat"),
        scores: read.scores(),
      };
  }
}

const KINDS = new Map(
  Object.entries(EVENTS).map(([kind, name]) => [name as string, kind as SiteEvent["kind"]]),
);

/** Reads the fields of one event, each with its check. */
class Reader {
  private readonly fields: Record<string, unknown>;

  constructor(
    private readonly event: string,
    data: unknown,
  ) {
    if (typeof data !== "object" || data === null || Array.isArray(data))
      throw new Refused(`The site logged "${event}" without data.`);
    this.fields = data as Record<string, unknown>;
  }

  private bad(name: string, wanted: string): Refused {
    const found = clip(JSON.stringify(this.fields[name]) ?? "nothing");
    return new Refused(`The site logged "${this.event}" with ${name} ${found}, not ${wanted}.`);
  }

  whole(name: string, low: number, high: number): number {
    const value = this.fields[name];
    if (typeof value !== "number" || !Number.isInteger(value) || value < low || value > high)
      throw this.bad(name, `a whole number from ${low} to ${high}`);
    return value;
  }

  seat(name: string): number {
    return this.whole(name, 0, SEATS_MAX - 1);
  }

  isNull(name: string): boolean {
    return this.fields[name] === null;
  }

  text(name: string): string {
    const value = this.fields[name];
    if (typeof value !== "string" || !value || value.length > 200) throw this.bad(name, "a text");
    return value;
  }

  card(name: string): number {
    const card = readCard(this.text(name));
    if (card === null) throw this.bad(name, "a card");
    return card;
  }

  hand(name: string, least: number): number[] {
    const value = this.fields[name];
    const cards = typeof value === "string" ? readHand(value) : null;
    if (cards === null || cards.length < least || cards.length > HAND_MAX)
      throw this.bad(name, `${least} to ${HAND_MAX} cards`);
    return cards;
  }

  list<T>(name: string, one: (item: Reader) => T): T[] {
    const value = this.fields[name];
    if (!Array.isArray(value) || value.length > SEATS_MAX) throw this.bad(name, "a list");
    return value.map((item) => one(new Reader(`${this.event}.${name}`, item)));
  }

  scores(): BySeat {
    return this.list("scores", (one) => [
      one.seat("seat"),
      one.whole("score", -SCORE_MAX, SCORE_MAX),
    ]);
  }

  players(): Player[] {
    const found = this.list("players", (one) => ({
      seat: one.seat("seat"),
      name: one.text("name"),
    }));
    if (new Set(found.map((each) => each.seat)).size !== found.length)
      throw this.bad("players", "players with a seat of their own each");
    return found;
  }

  ohHell(): void {
    const type = this.text("gameType");
    if (type !== OH_HELL)
      throw new Refused(`This table plays ${clip(type)}; Kibitz advises on Oh Hell here.`);
  }

  rules(): Rules {
    const options = this.fields["options"];
    if (typeof options !== "object" || options === null || Array.isArray(options))
      throw this.bad("options", "the options of the table");
    const given = new Reader(`${this.event}.options`, options);
    const variation = given.text(VARIATION_OPTION);
    const hook = given.fields[HOOK_OPTION];
    if (typeof hook !== "boolean") throw given.bad(HOOK_OPTION, "true or false");
    const known = [VARIATION_OPTION, HOOK_OPTION, ...HARMLESS_OPTIONS];
    for (const [name, value] of Object.entries(options))
      if (!known.includes(name) && value !== false && value !== null && value !== 0)
        throw new Refused(`This table plays with the option ${clip(name)}, which is unknown.`);
    return { variation, hook };
  }
}

const clip = (text: string): string => (text.length > 40 ? `${text.slice(0, 39)}…` : text);
