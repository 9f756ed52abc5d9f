// A match of Belote under way: the twin of kibitz/search/games/belote/goal.py and equity.py.
import { EQUITY, type Goal } from "../../offline/goal";
import { NOBODY } from "../../offline/engine";
import type { Rules } from "../../offline/rules";
import type { BeloteView } from "./scene";

const SWING = 250; // a typical difference of a deal, for the value of a point
const OPEN_SHARE = 0.25; // of a point at 0-0: the least that a point counts
const [TARGET, STEP, UNIT] = [2000, 10, 2000]; // of the table of equities
const SIZE = TARGET / STEP;

/** The match before a deal, for one side. */
export interface Match {
  own: number;
  other: number;
  target: number;
  leads: boolean; // this side leads in the deal after this one
  last: boolean; // no deal follows
  table: number[]; // log odds by what both need
}

export const turned = (match: Match): Match => ({
  ...match,
  own: match.other,
  other: match.own,
  leads: !match.leads,
});

/** The match of a side; the table of equity must have been loaded. */
export function matchOf({ engine, options }: Rules, view: BeloteView, side: number): Match | null {
  if (!options["match"] || view.dealer === NOBODY) return null;
  const table = engine.tables.get(EQUITY);
  if (!table) throw new Error("the table of match equity is not loaded");
  return {
    own: view.totals[side] as number,
    other: view.totals[1 - side] as number,
    target: options["target"] as number,
    leads: view.dealer % 2 === side, // the next deal is led by the seat two after the dealer
    last: view.deals + 1 >= (options["deals_max"] as number),
    table,
  };
}

/** To the nearest whole number; halves to the even one, as numpy rounds. */
function rint(x: number): number {
  const low = Math.floor(x);
  const half = x - low === 0.5;
  return half ? low + (low % 2 === 0 ? 0 : 1) : Math.round(x);
}

/** The chance to win the match after these scores of a deal. */
export function equity(match: Match, own: number, other: number): number {
  const [a, b] = [match.own + rint(own), match.other + rint(other)];
  if (match.last) return a === b ? 0.5 : a > b ? 1 : 0;
  return match.leads ? lead(match, a, b) : 1 - lead(match, b, a);
}

/** The same for the side that leads in the next deal, by totals. */
function lead({ target, table }: Match, own: number, other: number): number {
  if (Math.max(own, other) >= target) return own === other ? 0.5 : own > other ? 1 : 0;
  const place = (score: number) =>
    Math.min(SIZE, Math.max(1, Math.ceil((target - score) / unitOf(target)))) - 1;
  return chance(table[place(own) * SIZE + place(other)] as number);
}

const chance = (odds: number): number => 1 / (1 + Math.exp(-odds / UNIT));
const unitOf = (target: number): number => STEP * Math.max(1, target / TARGET);

/** The equity of a point here: what winning rather than losing a deal is worth. */
export const point = (match: Match): number =>
  (equity(match, SWING, 0) - equity(match, 0, SWING)) / (2 * SWING);

/** The equity that counts as a point of `worth`. */
export function unit(match: Match): number {
  const open = point({ ...match, own: 0, other: 0, leads: true, last: false });
  return Math.max(point(match), OPEN_SHARE * open);
}

export function goal(rules: Rules, view: BeloteView): Goal | null {
  const match = matchOf(rules, view, 0);
  if (!match) return null;
  const { own, other, target, leads, last, table } = match;
  const each = unit(match);
  const now = equity(match, 0, 0);
  const flags = [leads ? 1 : 0, last ? 1 : 0];
  return {
    worth: (a, b) => (equity(match, a, b) - now) / each,
    numbers: [own, other, target, ...flags, unitOf(target), now, each, ...table.map(chance)],
  };
}
