// Belote for advice: the twin of kibitz/advice/games/belote and of kibitz/search/games/belote. Bids are
// valued by the bidder that solves worlds, in native/players/belote_bid_worths.hpp.
import type { DealTables, Decision, GameAdvice, Sampler } from "../../offline/advice/game";
import { NOBODY, type Event, type State } from "../../offline/engine";
import { list, range } from "../../offline/parts";
import { callChances, callWorths, candidates, isBid, levelOf, ruleCall, takesAll } from "./bids";
import { equity, matchOf, unit } from "./goal";
import { excludedBy } from "./hidden";
import {
  BID,
  cardPoints,
  PASS,
  SUITS,
  trumpOf,
  type BeloteView,
  type Position,
  type SeenDeal,
} from "./scene";

const [BID_WORLDS_FIRST, BID_WORLDS] = [32, 256];
const SOLVED_BIDS = "bidder"; // the method
const BID_FURTHER = 3; // times as many, for the loss of one call alone

// Worlds of an evaluation, drawn as it draws them.
const PROSPECT_SLICES = [
  [0, 32],
  [32, 32],
  [64, 64],
] as const;

/** The auction, then the cards that each seat cannot hold, as 16 + 16 bits. */
function memory(view: BeloteView): number[] {
  const spoke = [0, 0, 0, 0];
  const last = [PASS, PASS, PASS, PASS];
  const jump = [0, 0, 0, 0];
  const suits = [NOBODY, NOBODY, NOBODY, NOBODY];
  let lowest = 0;
  for (const [seat, bid] of view.calls) {
    spoke[seat] = 1;
    if (!isBid(bid)) continue;
    last[seat] = bid;
    jump[seat] = levelOf(bid) - lowest;
    suits[trumpOf(bid)] = seat;
    lowest = levelOf(bid) + 1;
  }
  const excluded = excludedBy(view.seenDeals.at(-1) as SeenDeal, view.trump);
  const halves = excluded.flatMap((mask) => [Number(mask & 0xffffn), Number(mask >> 16n)]);
  return [...spoke, ...last, ...jump, ...suits, ...halves];
}

/** Bids: a row is a world. */
function sampler(
  { view, rules }: Decision<BeloteView>,
  made: number | null,
  effort: number,
): Sampler | null {
  if (view.phase !== "bid" || view.start) return null;
  // A sure capot: the bidder's correction covers only the common ones.
  if (range(4).some((trump) => takesAll(view.hand, trump))) return null;
  const base = ruleCall(rules.engine, view);
  const also = made === null ? [] : [made - BID];
  const considered = [...new Set([...candidates(view, base), ...also])].toSorted((a, b) => a - b);
  const worths = callWorths(rules, view);
  const total = Math.max(4, Math.round(BID_WORLDS * effort));
  return {
    method: SOLVED_BIDS,
    actions: considered.map((call) => BID + call),
    exact: false,
    restricts: true,
    first: Math.max(4, Math.round(BID_WORLDS_FIRST * effort)),
    total,
    further: BID_FURTHER * total,
    rows: (actions, seed, first, count) =>
      worths(
        actions.map((action) => action - BID),
        seed,
        first,
        count,
      ),
    worlds: (rows) => rows,
  };
}

/** Who plays the contract after each call, and its chance, in the first worlds of an evaluation. */
function chances(
  decision: Decision<BeloteView>,
  actions: number[],
  seed: bigint,
): [number, number][][] | null {
  if (!sampler(decision, null, 1)) return null;
  const rows = callChances(decision.rules, decision.view);
  const calls = actions.map((action) => action - BID);
  const found = PROSPECT_SLICES.flatMap(([first, count]) => rows(calls, seed, first, count));
  return found.map((row) =>
    calls.map((_, i): [number, number] => [row[2 * i] as number, row[2 * i + 1] as number]),
  );
}

const CAPOT_MORE = 90; // rule 7: 100 points for the last trick in place of 10

/** The score of the latest finished deal. */
const scoreOf = (end: State): number[] | null => {
  const score = end.events().findLast(({ kind }) => kind === "score");
  return score ? list(score) : null;
};

/** Card points with the last trick or the capot but without belote; 0 for a void deal. */
const total = (end: State, seat: number): number => scoreOf(end)?.[2 + (seat % 2)] ?? 0;

/** Who has the contract, also of a deal that the match has cleared from the table. */
function bidderOf(end: State): number | null {
  const { bidder } = end.position<Position>();
  if (bidder >= 0) return bidder;
  const isCall = ({ kind, data }: Event) => kind === "action" && isBid((data as number) - BID);
  const last = end.events().findLast((event) => event.kind === "deal" || isCall(event));
  return last?.kind === "action" ? last.seat : null;
}

function contract(end: State): [number, boolean] | null {
  const bidder = bidderOf(end);
  if (bidder === null) return null;
  const score = scoreOf(end);
  if (!score || end.phase === "play") return [bidder, false]; // the solver decides
  return [bidder, (score[bidder % 2] as number) > (score[1 - (bidder % 2)] as number)]; // rule 9
}

/** The chance to win the match that the value of a call means, and that of a point. */
function win(
  { rules, view }: Decision<BeloteView>,
  method: string,
  value: number,
): [number, number] | null {
  const match = method === SOLVED_BIDS ? matchOf(rules, view, view.seat % 2) : null;
  if (!match) return null; // solved cards are valued by the margin, too
  return [equity(match, 0, 0) + unit(match) * value, unit(match)];
}

const tables: DealTables = {
  suits: SUITS,
  leaders: (dealer) => [(dealer + 1) % 4],
  value(hands, trump, { made, all, none }) {
    const points = cardPoints(hands.flat(), trump) + 10;
    const most = points + CAPOT_MORE;
    if (all || none) return { sides: all ? [most, 0] : [0, most], capot: none ? 1 : 0 };
    return { sides: [made, points - made], capot: null };
  },
};

export const advice: GameAdvice<BeloteView> = {
  memory,
  sampler,
  total,
  contract,
  win,
  tables,
  passing: BID + PASS,
  callChances: chances,
};
