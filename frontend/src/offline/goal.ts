// The match behind a deal, for players and advice that read its score: the twin of kibitz/search/goal.py.
// A game whose sides play matches has `goal` in its scene.
import type { Rules } from "./rules";
import type { GameScene, View } from "./scene";
import type { Shelf } from "./shelf";

export const EQUITY = "equity"; // the table of it, in the game's facts

/** A match under way, before the deal on the table, for seats 0 and 2. */
export interface Goal {
  /** What these scores of the deal are worth, in points. */
  worth(own: number, other: number): number;
  /** For the engine: MatchGoal::read of native/search/match_goal.hpp. */
  numbers: number[];
}

/** Load what the match is valued by, where one is played. */
export async function loadGoal(shelf: Shelf, { engine, facts, options }: Rules): Promise<void> {
  if (!options["match"] || !(EQUITY in facts.tables) || engine.tables.has(EQUITY)) return;
  engine.tables.set(EQUITY, await shelf.table(engine, EQUITY));
}

/** The goal of a view; null outside a match, and in games without one. */
export const goalOf = (scene: GameScene, rules: Rules, view: View): Goal | null =>
  scene.goal?.(rules, view) ?? null;
