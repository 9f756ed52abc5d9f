// A bidder's call, or another one that the match demands: the twin of `depart` in
// kibitz/players/belote/bidding/match.py, and of forecast.py and expect.py beside it.
import { NOBODY, type Engine } from "../../offline/engine";
import { range, sum } from "../../offline/parts";
import type { Rules } from "../../offline/rules";
import type { Around } from "../../offline/strategies";
import { estimates, isBid, levelOf, takesAll } from "./bids";
import { equity, matchOf, point, turned, type Match } from "./goal";
import { BID, CAPOT, COINCHE, PASS, trumpOf, type BeloteView } from "./scene";

const MARGIN = 15; // points
const LEVELS = 2; // bids considered above the lowest, in each suit
const SPREAD = 20; // of the points of a side around their estimate
const ALL_TRICKS = 175; // points on the same scale needed for a capot
const DOUBT = 30; // points that an opponents' coinche takes from an estimate
const BELOTE = 20;
const ALL_POINTS = 162;
const [CAPOT_TAKER, CAPOT_DEFENCE] = [163, 164]; // codes of a solved capot
const CAPOT_LEVEL = 9;
const [NO_BELOTE, BELOTE_TAKER, BELOTE_DEFENCE] = [0, 1, 2];
const MADE_SPREAD = [
  [-15, 0.25],
  [0, 0.5],
  [15, 0.25],
] as const;
const POINT_MIN = 1e-7; // of equity

/** What is not known before play: a side's points with a trump, or the score of the match. */
interface Cell {
  leads: boolean;
  level: number;
  coinche: number;
  belote: number;
  exact: boolean;
}

type Ending = [share: number, taker: number, defence: number];

/** Rule 9, for each way in which the play may end: made, by a capot, failed. */
function endings(code: number, { leads, level, coinche, belote, exact }: Cell): Ending[] {
  const value = level === CAPOT_LEVEL ? 250 : 80 + 10 * level;
  const own = belote === BELOTE_TAKER ? BELOTE : 0;
  const other = belote === BELOTE_DEFENCE ? BELOTE : 0;
  const solved = code === CAPOT_TAKER ? ALL_POINTS : code === CAPOT_DEFENCE ? 0 : code;
  let capot = code === CAPOT_TAKER ? 0.41 : code >= 120 && code <= ALL_POINTS ? 0.033 : 0;
  let plain = 0;
  if (value !== 250) {
    const odds =
      0.5 + 0.078 * (solved + own - value) - (leads ? 0.91 : 0) - (coinche > 0 ? 0.31 : 0);
    const made = 1 / (1 + Math.exp(-odds));
    capot = Math.min(capot, made);
    plain = made - capot;
  }
  const expected = 74.4 + 0.41 * solved + 0.34 * (value - 100) - (leads ? 5.7 : 0) - 0.26 * own;
  const points = Math.min(ALL_POINTS, Math.max(value - own, expected));
  const doubled = value * (coinche + 1) + own + other + (exact ? 2 : 0);
  const failed: Ending = [1 - plain - capot, 0, 160 + doubled];
  if (coinche > 0) return [[plain, 160 + doubled, 0], [capot, 250 + doubled, 0], failed];
  return [
    [plain, points + value + own, ALL_POINTS - points + other],
    [capot, 252 + value + own, other],
    failed,
  ];
}

/** Expected score of the taker minus the defence's. */
const byScore = (code: number, cell: Cell): number =>
  sum(endings(code, cell).map(([share, taker, defence]) => share * (taker - defence)));

/** The same in match equity for the taker's goal, scaled to points. */
function byEquity(match: Match): (code: number, cell: Cell) => number {
  const now = equity(match, 0, 0);
  const unit = Math.max(POINT_MIN, point(match));
  return (code, cell) => {
    const [made, ...others] = endings(code, cell) as [Ending, ...Ending[]];
    const [share, taker, defence] = made;
    const spread = cell.level < CAPOT_LEVEL && cell.coinche === 0;
    const won = spread
      ? sum(
          MADE_SPREAD.map(
            ([more, p]) => p * equity(match, taker + more, Math.max(0, defence - more)),
          ),
        )
      : equity(match, taker, defence);
    const rest = sum(others.map(([p, own, other]) => p * equity(match, own, other)));
    return (rest + share * won - now) / unit;
  };
}

/** The probability of each code, around the estimate of the taker's points. */
function chances(points: number): number[] {
  const bell = (x: number) => Math.exp(-0.5 * ((x - points) / SPREAD) ** 2);
  const all = range(CAPOT_DEFENCE + 1).map(bell);
  const beyond = range(59).map((i) => ALL_POINTS + 1 + i);
  const tail = (some: number[]) => sum(some.map(bell));
  all[ALL_POINTS] = (all[ALL_POINTS] as number) + tail(beyond.filter((x) => x < ALL_TRICKS));
  all[CAPOT_TAKER] = tail(beyond.filter((x) => x >= ALL_TRICKS));
  all[CAPOT_DEFENCE] = tail(range(60).map((i) => i - 60));
  const total = sum(all);
  return all.map((x) => x / total);
}

export type Values = { ours: (code: number, cell: Cell) => number; theirs: Values["ours"] };

/** The value of a call to the own side if only passes followed it. */
export function forecast(view: BeloteView, points: number[], call: number, values: Values): number {
  if (call === PASS && view.bid === PASS) return 0;
  const doubles = call === COINCHE || call === COINCHE + 1 ? 1 : 0;
  const coinche = isBid(call) ? 0 : view.coinche + doubles;
  const contract = isBid(call) ? call : view.bid;
  const trump = trumpOf(contract);
  const ours = isBid(call) || view.bidder % 2 === view.seat % 2;
  const expected = (points[trump] as number) - (ours && coinche > 0 ? DOUBT : 0);
  const own = hasBelote(view.hand, trump);
  const belote = !own ? NO_BELOTE : ours ? BELOTE_TAKER : BELOTE_DEFENCE;
  const leads = (view.dealer + 1) % 2 === view.seat % 2;
  const exact = view.rules.options["scoring"] === "exact";
  const cell = { leads: ours ? leads : !leads, level: levelOf(contract), coinche, belote, exact };
  const worth = ours ? values.ours : values.theirs;
  const found = chances(ours ? expected : ALL_POINTS - expected);
  const total = sum(found.map((chance, code) => chance * worth(code, cell)));
  return ours ? total : -total;
}

const hasBelote = (hand: number[], suit: number) =>
  hand.includes(8 * suit + 4) && hand.includes(8 * suit + 5);

/** The last seat to bid each suit. */
function owners(view: BeloteView): number[] {
  const suits = [NOBODY, NOBODY, NOBODY, NOBODY];
  for (const [seat, call] of view.calls) if (isBid(call)) suits[trumpOf(call)] = seat;
  return suits;
}

/** The points that the side may expect with each trump, without belote, which comes with the score. */
export function expected(engine: Engine, view: BeloteView): number[] {
  const suits = owners(view);
  return estimates(engine, view).map((found, suit) => {
    const owner = suits[suit] as number;
    const ours = owner < 0 || owner % 2 === view.seat % 2;
    return found - (ours && hasBelote(view.hand, suit) ? BELOTE : 0);
  });
}

/** What contracts are worth: by equity in a match, whose table must have been loaded; else by score. */
export function valuesOf(rules: Rules, view: BeloteView): Values {
  const match = matchOf(rules, view, view.seat % 2);
  return match
    ? { ours: byEquity(match), theirs: byEquity(turned(match)) }
    : { ours: byScore, theirs: byScore };
}

/** The rule's call, the lowest bids of each suit, and everything that is not a bid. */
function candidates(view: BeloteView, base: number): number[] {
  const lowest = view.bid === PASS ? 0 : levelOf(view.bid) + 1;
  return view.legal
    .map((action) => action - BID)
    .filter(
      (call) =>
        call === base || call === PASS || call >= COINCHE || levelOf(call) <= lowest + LEVELS,
    );
}

export async function depart(view: BeloteView, base: number, around: Around): Promise<number> {
  const { rules, loadGoal } = around;
  const last = view.bid !== PASS && view.passes === 2; // a pass ends the auction
  const sure = base >= CAPOT && base < COINCHE && takesAll(view.hand, trumpOf(base));
  if (!last || !rules.options["match"] || sure) return base;
  await loadGoal(rules);
  const points = expected(rules.engine, view);
  const calls = candidates(view, base);
  const score = { ours: byScore, theirs: byScore };
  const won = valuesOf(rules, view);
  const scores = new Map(calls.map((call) => [call, forecast(view, points, call, score)]));
  const worths = new Map(calls.map((call) => [call, forecast(view, points, call, won)]));
  // How much better the rule's call is than this forecast says, by score.
  const trust = Math.max(...scores.values()) - (scores.get(base) as number);
  const worth = (call: number) => worths.get(call) as number;
  const best = calls.toSorted(
    (a, b) => worth(b) - worth(a) || Number(b === base) - Number(a === base) || a - b,
  )[0] as number;
  return worth(best) > worth(base) + trust + MARGIN ? best : base;
}
