// Qwixx for advice: the twin of kibitz/advice/games/qwixx and of kibitz/search/games/qwixx.py.
import { list, range } from "../../offline/parts";
import { mix, Stream } from "../../offline/rng";
import { decisions } from "./worlds";
import type { Decision, GameAdvice, Playouts } from "../../offline/advice/game";
import {
  coloursAfter,
  frontier,
  PASS,
  target,
  WHITE,
  whites,
  type Position,
  type QwixxView,
} from "./scene";

const TURN_PLAYOUTS = 15; // that end after a turn, where a network gives the chance to win
const STRIKES_NEAR_END = 3;
const END_TURNS = 3; // near the end, which may still be twenty turns away

/** The action of the white step, in the colour step; otherwise PASS. */
function memory(view: QwixxView): number[] {
  if (view.phase !== "colour" || !view.marked) return [PASS];
  const event = view.history.findLast(({ kind }) => kind === "action" || kind === "reveal");
  if (!event) return [whiteMark(view)];
  return [typeof event.data === "number" ? event.data : (list(event)[0] as number)];
}

/** The white mark if the game began with a colour step: the last mark of some row. */
function whiteMark(view: QwixxView): number {
  const sheet = view.sheets[view.active] ?? [];
  const found = range(4).find((row) => {
    const [, cell] = target(WHITE + row, view.dice);
    return frontier(sheet[row] as number) === cell + 1;
  });
  return found === undefined ? PASS : WHITE + found;
}

/** Earlier seats' decisions in a white step are hidden; each is drawn from its choices. */
function worlds({ view, state }: Decision<QwixxView>, seed: bigint, count: number): Position[] {
  const known = state.position<Position>();
  const hides = view.rules.options["order"] === "simultaneous" && view.phase === "white";
  if (!hides) return [known];
  return range(count).map((i) => ({
    ...known,
    answers: decisions(view, new Stream(mix(seed, i))),
  }));
}

/** One turn ahead, near the end three. A game alone is played out by `ga`: the network ranks by wins. */
function playouts(view: QwixxView): Playouts {
  const each = view.rules.facts.advice.playouts;
  if (view.rules.players === 1) return { policy: "ga", each };
  const nearEnd = view.closed.some(Boolean) || Math.max(...view.strikes) >= STRIKES_NEAR_END;
  if (!nearEnd) return { policy: "value", each: TURN_PLAYOUTS, turns: 1 };
  // The last turns are too far from the usual for the network to choose the colour mark.
  const usual = { policy: "value", each, turns: END_TURNS };
  if (view.seat !== view.active || view.phase === "colour") return usual;
  const plans = [PASS, ...whites(view, view.seat)]
    .toSorted((a, b) => a - b)
    .flatMap((white) => coloursAfter(view, white).map((colour) => [white, colour]));
  return { ...usual, plans };
}

/** Whole turns on the own turn; otherwise single actions. */
function plans({ rules, view, state }: Decision<QwixxView>, key: string): number[][] {
  const { engine } = rules;
  const [white] = memory(view);
  const count = engine.raw.kibitz_plans?.(state.at, BigInt(key), white as number) ?? 0;
  const found = engine.integers(2 * count);
  const whole = view.seat === view.active && view.phase !== "colour";
  return range(count).map((i) => found.slice(2 * i, 2 * i + (whole ? 2 : 1)));
}

export const advice: GameAdvice<QwixxView> = {
  memory,
  worlds,
  playouts,
  plans,
  total: (end, seat) => end.returns()[seat] as number,
  contract: () => null,
};
