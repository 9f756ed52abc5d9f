// Strategies of a game that the engine does not have: `games/<game>/strategies/<name>.ts` exports
// `strategy`, the twin of the module of that name in kibitz/players/<game>.
import type { Stream } from "./rng";
import type { Rules } from "./rules";
import type { View } from "./scene";

/** What a strategy may ask for besides its view. */
export interface Around {
  rules: Rules;
  rng: Stream; // of this decision
  worlds: number; // that it solves, if it does
  suits: number; // as trump in each of them, if it tries several
  loadGoal(rules: Rules): Promise<void>; // what a match is valued by
  network(): Promise<number>; // what the network of the strategy would do
}

export type Strategy<V extends View = View> = (view: V, around: Around) => number | Promise<number>;

const modules = import.meta.glob<{ strategy: Strategy }>("../games/*/strategies/*.ts");

export async function strategyOf(game: string, name: string): Promise<Strategy> {
  const load = modules[`../games/${game}/strategies/${name}.ts`];
  if (!load) throw new Error(`${game} has no strategy ${name} here`);
  return (await load()).strategy;
}
