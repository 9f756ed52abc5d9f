// The rules of a game with its options, from its facts: the twin of kibitz/core/options.py and of
// what kibitz/core/game.py makes of them.
import { CHANCE, type Engine, type State } from "./engine";
import type { EngineFacts, OptionRule, Options, OptionValue } from "./facts";
import { Refusal } from "./refusal";

export interface Rules {
  engine: Engine;
  facts: EngineFacts;
  options: Options; // all of them
  chosen: Options; // those that differ from their defaults, sorted
  players: number;
}

export function rulesOf(engine: Engine, given: Options): Rules {
  const { facts } = engine;
  const known = facts.options.map((option) => option.name);
  for (const name of Object.keys(given)) {
    if (!known.includes(name)) {
      const names = known.toSorted().join(", ");
      throw new Refusal("bad_option", `${facts.name} has no option ${name}; it has ${names}`);
    }
  }
  const entries = facts.options.map((option): [string, OptionValue] => [
    option.name,
    option.name in given ? checked(option, given[option.name] ?? null) : option.default,
  ]);
  const options = Object.fromEntries(entries);
  const chosen = facts.options
    .filter((option) => JSON.stringify(options[option.name]) !== JSON.stringify(option.default))
    .map((option) => option.name)
    .toSorted();
  return {
    engine,
    facts,
    options,
    chosen: Object.fromEntries(chosen.map((name) => [name, options[name] ?? null])),
    players: facts.players ?? (options["players"] as number),
  };
}

function checked(option: OptionRule, value: OptionValue): OptionValue {
  const number = (x: unknown) =>
    Number.isInteger(x) &&
    (x as number) >= (option.low as number) &&
    (x as number) <= (option.high as number);
  const fits =
    option.kind === "flag"
      ? typeof value === "boolean"
      : option.kind === "choice"
        ? (option.words ?? []).includes(value as string)
        : value === null
          ? option.optional === true
          : option.kind === "integer"
            ? number(value)
            : Array.isArray(value) &&
              value.length > 0 &&
              value.length <= (option.length_max as number) &&
              value.every(number);
  if (!fits) {
    const given = JSON.stringify(value);
    throw new Refusal("bad_option", `option ${option.name} does not take ${given}`);
  }
  return value;
}

function flat(option: OptionRule, value: OptionValue): number[] {
  if (option.kind === "flag") return [value ? 1 : 0];
  if (option.kind === "choice") return [(option.words ?? []).indexOf(value as string)];
  if (option.kind === "integer") return [value === null ? -1 : (value as number)];
  const list = value as number[] | null;
  return list === null ? [0] : [list.length, ...list];
}

/** A game before its first deal or roll. */
export function blank(rules: Rules): State {
  const options = rules.facts.options.flatMap((option) =>
    flat(option, rules.options[option.name] ?? null),
  );
  return rules.engine.begin(options);
}

export function deal(rules: Rules, seed: bigint): State {
  const state = blank(rules);
  state.seed(seed);
  return state;
}

/** The game after its first `ply` actions, with the chance that followed them; to be freed. */
export function replayed(rules: Rules, state: State, ply: number): State {
  const then = blank(rules);
  if (state.start) then.load(state.start);
  const outcomes = state.flatChance();
  let next = 0;
  const settle = () => {
    while (then.player === CHANCE && next < outcomes.length) then.take(outcomes[next++] ?? []);
  };
  for (const action of state.actions().slice(0, ply)) {
    settle();
    then.apply(action);
  }
  settle();
  return then;
}

export const actionName = (rules: Rules, action: number): string =>
  rules.facts.actions[action] ?? String(action);

const SHOWN_MAX = 12; // legal actions in a refusal

/** Make an action, or refuse it in the words of kibitz/core/state.py. */
export function act(rules: Rules, state: State, action: number): void {
  const { name, actions } = rules.facts;
  if (state.done) throw new Refusal("stale_action", "the game is over: no action can be taken");
  if (state.player === CHANCE) {
    const text = "a chance event is pending: call apply_chance before the next action";
    throw new Refusal("stale_action", text);
  }
  if (!(action >= 0 && action < actions.length)) {
    const text = `${name} has actions 0 to ${actions.length - 1}, not ${action}`;
    throw new Refusal("illegal_action", text);
  }
  if (state.apply(action)) return;
  const legal = state.legal();
  const shown = legal.slice(0, SHOWN_MAX).map((each) => actionName(rules, each));
  const more = legal.length > SHOWN_MAX ? ` and ${legal.length - SHOWN_MAX} more` : "";
  const what = `seat ${state.player} cannot take ${actionName(rules, action)} (id ${action}) here`;
  throw new Refusal("illegal_action", `${what}; legal: ${shown.join(" ")}${more}`);
}

/** One line of JSON, byte for byte what kibitz/core/record.py writes. */
export function recordLine(rules: Rules, state: State, seed: bigint): string {
  const points = (x: number) => (Number.isInteger(x) ? `${x}.0` : String(x));
  const returns = state.done ? `[${state.returns().map(points).join(",")}]` : "null";
  const parts = [
    `"kibitz":1`,
    `"game":${JSON.stringify(rules.facts.name)}`,
    `"rules":${rules.facts.rules}`,
    `"options":${JSON.stringify(rules.chosen)}`,
    `"seed":${seed}`,
    `"chance":${JSON.stringify(state.chance())}`,
    `"actions":${JSON.stringify(state.actions())}`,
    `"returns":${returns}`,
  ];
  return `{${parts.join(",")}}`;
}
