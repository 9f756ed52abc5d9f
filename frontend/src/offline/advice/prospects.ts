// What follows a call in an auction, so that a sentence can explain a bid: the twin of
// kibitz/advice/prospects.py.
import type { Prospect, Versus } from "../../messages";
import { range } from "../parts";
import { mix } from "../rng";
import type { Sample } from "../worlds";
import type { ActionValue, Evaluation } from "./evaluation";
import type { Decision } from "./game";
import { contracts } from "./outlook";
import { mean } from "./statistics";

const AUCTION = "bid"; // the phase
const WORLDS = 60; // played out, where a game has no chances of its own

type Chance = [who: number, made: number];

/** The advised call against a pass, or against the next best call; null outside an auction. */
export function versus(
  decision: Decision,
  sample: Sample,
  found: Evaluation,
  seed: bigint,
): Versus | null {
  const { view, advice } = decision;
  const [best, ...rest] = found.actions as [ActionValue, ...ActionValue[]];
  const other = rest.find(({ action }) => action === advice.passing) ?? rest[0];
  if (view.phase !== AUCTION || !other || found.reward === "outcome") return null;
  const shares = [best, other].flatMap(
    ({ action, value }) => advice.met?.(decision, action, value)?.[1] ?? [],
  );
  const met = shares.length === 2 ? shares : null;
  return {
    action: other.action,
    name: other.name,
    loss: other.loss,
    error: other.lossError,
    clear: other.loss > other.lossError,
    bids_met: met,
    prospects: met ? null : prospects(decision, sample, [best.action, other.action], seed),
  };
}

/** What follows each call; null where there is no auction for a contract of sides. */
export function prospects(
  decision: Decision,
  sample: Sample,
  actions: number[],
  seed: bigint,
): Prospect[] | null {
  const { view, advice } = decision;
  if (view.phase !== AUCTION || advice.passing === undefined) return null;
  const rows =
    advice.callChances?.(decision, actions, seed) ??
    played(decision, sample, actions, mix(seed, 4));
  return actions.map((_, i) => prospect(rows.map((row) => row[i] as Chance)));
}

function played(decision: Decision, sample: Sample, actions: number[], seed: bigint): Chance[][] {
  const side = decision.rules.facts.sides[decision.view.seat] ?? [];
  const columns = actions.map((action) =>
    contracts(decision, sample, action, WORLDS, seed).map((contract): Chance => {
      if (!contract) return [0, 0];
      return [side.includes(contract[0]) ? 1 : -1, Number(contract[1])];
    }),
  );
  return range(WORLDS).map((world) => columns.map((column) => column[world] as Chance));
}

function prospect(rows: Chance[]): Prospect {
  const of = (side: number) => rows.filter(([who]) => who === side).map(([, made]) => made);
  const [own, others] = [of(1), of(-1)];
  return {
    plays: own.length / rows.length,
    makes: own.length > 0 ? mean(own) : null,
    others_play: others.length / rows.length,
    others_make: others.length > 0 ? mean(others) : null,
  };
}
