// Worlds that fit a view, one at a time: `games/<game>/worlds.ts` exports `sample`, the twin of
// `View.sample` of kibitz/games/<game>/view.py, from the same random numbers.
import { CHANCE, type State } from "./engine";
import type { Stream } from "./rng";
import { blank, type Rules } from "./rules";
import type { View } from "./scene";
import { flatten } from "./shape";

/** A whole game: its beginning, its chance and its actions. */
export interface World {
  chance: unknown[];
  actions: number[];
  start: Record<string, unknown> | null;
}

export type Sample<V extends View = View> = (view: V, rng: Stream) => World;

const modules = import.meta.glob<{ sample: Sample }>("../games/*/worlds.ts");

export async function sampleOf(game: string): Promise<Sample> {
  const load = modules[`../games/${game}/worlds.ts`];
  if (!load) throw new Error(`no worlds of ${game}`);
  return (await load()).sample;
}

/** The state of a world, with explicit chance; to be freed. */
export function rebuilt(rules: Rules, { chance, actions, start }: World): State {
  const state = blank(rules);
  if (start) state.load(start);
  const illegal = playOn(rules, state, chance, actions);
  if (illegal !== null) throw new Error(`a world with the illegal action ${illegal}`);
  return state;
}

/** Play actions with explicit chance; the first illegal one, if there is one. */
export function playOn(
  rules: Rules,
  state: State,
  chance: unknown[],
  actions: number[],
): number | null {
  let next = 0;
  const settle = () => {
    while (state.player === CHANCE && next < chance.length) {
      state.take(flatten(rules.facts.chance, chance[next++]));
    }
  };
  settle();
  for (const action of actions) {
    if (!state.apply(action)) return action;
    settle();
  }
  return null;
}

/** The actions of a history, if every one is public. */
export const actionsOf = ({ history }: View): number[] =>
  history.flatMap(({ kind, data }) => (kind === "action" ? [data as number] : []));
