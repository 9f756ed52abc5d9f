// A position by the path that leads to it, and the link that holds it: the twin of `Scene` of
// kibitz/advice/explorer.py. Links come from strangers: everything in them is checked.
import type { Scene } from "../../messages";
import { checksOf, type GameChecks } from "../checks";
import { CHANCE, type State } from "../engine";
import type { Options } from "../facts";
import { Refusal } from "../refusal";
import { act, blank, rulesOf, type Rules } from "../rules";
import { flatten } from "../shape";
import type { Playable, Shelf } from "../shelf";

const LINK_LENGTH_MAX = 6000; // characters that browsers and mail programs can handle
const ACTIONS_MAX = 2000;
const CHANCE_MAX = 64;
const SEED_BITS = 256;
const KEYS = ["game", "options", "deal", "position", "seed", "chance", "actions"] as const;

type Fields = Record<string, unknown>;
const isMap = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const badLink = (text: string) => new Refusal("bad_link", text);
const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (typeof value === "object" && Object.keys(value).length === 0);

/** A scene from plain data, in its shortest form. */
export function readScene(data: unknown): Scene {
  if (!isMap(data) || typeof data["game"] !== "string") {
    throw badLink("a scene must be a mapping that names its game");
  }
  const unknown = Object.keys(data).filter((name) => !KEYS.includes(name as "game"));
  if (unknown.length > 0) {
    throw badLink(`unknown fields in a scene: ${unknown.slice(0, 8).join(", ")}`);
  }
  const { options = {}, position = null, chance = [], actions = [], seed = null } = data;
  if (!isMap(options)) throw badLink("options must be a mapping");
  if (position !== null && !isMap(position)) throw badLink("a position must be a mapping");
  for (const [name, given, most] of [
    ["actions", actions, ACTIONS_MAX],
    ["chance", chance, CHANCE_MAX],
  ] as const) {
    if (!Array.isArray(given)) throw badLink(`${name} are a list`);
    if (given.length > most) throw new Refusal("too_long", `a scene has at most ${most} ${name}`);
  }
  if (!(actions as unknown[]).every(Number.isInteger)) {
    throw badLink("actions must be whole numbers");
  }
  const digits = seed === null ? null : String(seed as string);
  if (digits !== null && !(/^[0-9]{1,78}$/.test(digits) && BigInt(digits) >> 256n === 0n)) {
    throw badLink(`a seed must be a whole number from 0 to 2**${SEED_BITS} - 1`);
  }
  const whole: Fields = { ...data, seed: digits === null ? null : String(BigInt(digits)) };
  const kept = KEYS.filter((name) => !isEmpty(whole[name]));
  return Object.fromEntries(kept.map((name) => [name, whole[name]])) as unknown as Scene;
}

/** The scene as text for a URL. */
export function writeLink(scene: Scene): string {
  const link = btoa(JSON.stringify(scene))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
  if (link.length > LINK_LENGTH_MAX) {
    throw new Refusal(
      "too_long",
      `the link would have ${link.length} characters, but the limit is ${LINK_LENGTH_MAX}: ` +
        "start from a later position",
    );
  }
  return link;
}

export function readLink(link: string): Scene {
  if (link.length > LINK_LENGTH_MAX) {
    throw new Refusal("too_long", `a link can have at most ${LINK_LENGTH_MAX} characters`);
  }
  let data: unknown;
  try {
    data = JSON.parse(atob(link.replaceAll("-", "+").replaceAll("_", "/")));
  } catch {
    throw badLink("this is not a link to a position, or part of it is missing");
  }
  return readScene(data);
}

/** A scene that was checked: the game, and where it leads. */
export interface Explored extends Playable {
  given: Scene;
  rules: Rules;
  checks: GameChecks;
  state: State; // to be freed
}

export async function rulesFor(
  shelf: Shelf,
  game: string,
  options: Options,
): Promise<Playable & { rules: Rules; checks: GameChecks }> {
  const { games } = await shelf.index();
  if (!games.some(({ name }) => name === game)) {
    throw new Refusal("unknown_game", `there is no game ${game}`);
  }
  const playable = await shelf.game(game);
  const checks = await checksOf(game);
  const rules = rulesOf(playable.engine, options);
  checks.options?.(rules);
  return { ...playable, rules, checks };
}

/** Build the position, checking every step. Without a seed it stops before chance. */
export async function explored(shelf: Shelf, given: Scene): Promise<Explored> {
  const { deal, position, seed, chance = [], actions = [] } = given;
  if ([deal, position, seed].filter((each) => each != null).length > 1) {
    const text = "a scene needs exactly one of a deal, a position or a seed";
    throw new Refusal("bad_position", text);
  }
  if (seed != null && chance.length > 0) {
    const text = "a seed determines all chance: give a seed or chance, not both";
    throw new Refusal("bad_position", text);
  }
  const found = await rulesFor(shelf, given.game, (given.options ?? {}) as Options);
  const { rules, checks } = found;
  const state = blank(rules);
  try {
    if (seed != null) {
      if (BigInt(seed) >> 64n !== 0n) {
        throw new Refusal("not_offline", "the deal of a server's table needs a server");
      }
      state.seed(BigInt(seed));
    }
    if (position != null) state.load(checks.position(rules, position));
    const take = (outcome: unknown) => {
      if (state.player !== CHANCE) {
        throw new Refusal("bad_chance", "no deal or roll is due here");
      }
      state.take(flatten(rules.facts.chance, checks.outcome(rules, state, outcome)));
    };
    if (deal != null) take(deal);
    let next = 0;
    for (const action of actions) {
      while (state.player === CHANCE) {
        if (next >= chance.length) {
          const text = "the scene has too few deals or rolls for its actions";
          throw new Refusal("bad_position", text);
        }
        take(chance[next++]);
      }
      act(rules, state, action);
    }
    for (const outcome of chance.slice(next)) take(outcome);
  } catch (error) {
    state.free();
    throw error;
  }
  return { ...found, given, state };
}
