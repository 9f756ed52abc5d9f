// Deals and positions from outside, checked before the engine sees them: `games/<game>/checks.ts` exports
// `checks`, the twin of `check_outcome` and `check_position` of kibitz/games/<game>.
import type { State } from "./engine";
import { Refusal } from "./refusal";
import type { Rules } from "./rules";

type Fields = Record<string, unknown>;

export interface GameChecks {
  /** Options that do not fit together. */
  options?(rules: Rules): void;
  /** A deal or a roll in canonical form. */
  outcome(rules: Rules, state: State, given: unknown): unknown;
  /** A position in canonical form. */
  position(rules: Rules, given: unknown): Fields;
}

const modules = import.meta.glob<{ checks: GameChecks }>("../games/*/checks.ts");

export async function checksOf(game: string): Promise<GameChecks> {
  const load = modules[`../games/${game}/checks.ts`];
  if (!load) throw new Error(`no checks for ${game}`);
  return (await load()).checks;
}

export const badDeal = (text: string): Refusal => new Refusal("bad_deal", text);
export const badPosition = (text: string): Refusal => new Refusal("bad_position", text);
export const badOption = (text: string): Refusal => new Refusal("bad_option", text);

export const ascending = (cards: number[]): number[] => cards.toSorted((a, b) => a - b);

/** Refuse numbers that are not cards, and cards that appear twice. */
export function checkCards(
  cards: number[],
  count: number,
  refuse: (text: string) => Refusal,
): void {
  if (cards.some((card) => !(card >= 0 && card < count))) {
    throw refuse(`a card must be a number from 0 to ${count - 1}`);
  }
  if (new Set(cards).size !== cards.length) throw refuse("a card appears twice");
}

/** A deck of fewer suits and ranks. */
export const smallDeck = ({ options }: Rules): number[] =>
  Array.from({ length: 52 }, (_, card) => card).filter(
    (card) =>
      Math.floor(card / 13) < (options["suits"] as number) &&
      card % 13 >= 13 - (options["ranks"] as number),
  );

/** Options that only a match has. */
export function needMatch({ options, facts }: Rules, names: string[]): void {
  for (const name of names) {
    const usual = facts.options.find((option) => option.name === name)?.default;
    if (!options["match"] && options[name] !== usual) throw badOption(`${name} needs match=True`);
  }
}
