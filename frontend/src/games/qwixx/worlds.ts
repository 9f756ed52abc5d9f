// Worlds of Qwixx: the twin of `sample` of kibitz/games/qwixx/view.py.
import { list, range } from "../../offline/parts";
import type { Stream } from "../../offline/rng";
import { actionsOf, type Sample } from "../../offline/worlds";
import { PASS, whites, type QwixxView } from "./scene";

/** The decisions of earlier seats in this white step, each uniform over its choices. */
export function decisions(view: QwixxView, rng: Stream): number[] {
  if (view.phase !== "white") return [];
  const { players } = view.rules;
  return range((view.player - view.active + players) % players).map((i) => {
    const seat = (view.active + i) % players;
    if (seat === view.seat) return view.pending as number;
    const choices = [PASS, ...whites(view, seat)];
    return choices[rng.below(choices.length)] as number;
  });
}

export const sample: Sample<QwixxView> = (view, rng) => {
  const chance = view.history.flatMap(({ kind, data }) => (kind === "chance" ? [data] : []));
  if (view.rules.options["order"] === "sequential") {
    return { chance, actions: actionsOf(view), start: view.start };
  }
  const actions: number[] = [];
  let white = view.start?.["step"] === "white";
  for (const event of view.history) {
    if (event.kind === "reveal") actions.push(...list(event));
    else if (event.kind === "action" && !white) actions.push(event.data as number);
    if (event.kind === "chance" || event.kind === "reveal") white = event.kind === "chance";
  }
  actions.push(...decisions(view, rng));
  if (!view.start) return { chance, actions, start: null };
  // The first decisions are those that the starting position holds.
  const given = (view.start["answers"] as number[]).length;
  const start = { ...view.start, answers: actions.slice(0, given) };
  return { chance, actions: actions.slice(given), start };
};
