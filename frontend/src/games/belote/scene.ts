// Belote for the local table: the twin of kibitz/games/belote/view.py, kibitz/table/games/belote.py
// and kibitz/players/belote/simple.py.
import type { Contract, DealSum, Trick } from "../../messages";
import { CHANCE, NOBODY, type Event, type State } from "../../offline/engine";
import * as parts from "../../offline/parts";
import { list, range, sum, type Play } from "../../offline/parts";
import type { Rules } from "../../offline/rules";
import { seen, type GameScene, type Offer, type Shown, type View } from "../../offline/scene";
import { unflatten } from "../../offline/shape";
import { goal } from "./goal";
import { hidden } from "./hidden";
import { simple } from "./simple";

export const BID = 32; // the action of bid 0; a card's action is its id
export const [PASS, CAPOT, COINCHE] = [0, 37, 41];
const LABELS = ["North", "East", "South", "West"];
export const SUITS = "SHDC";
const RANKS = ["7", "8", "9", "J", "Q", "K", "10", "A"];
export const PLAIN_POINTS = [0, 0, 0, 2, 3, 4, 10, 11];
export const TRUMP_POINTS = [0, 0, 14, 20, 3, 4, 10, 11];
const TRUMP_STRENGTH = [0, 1, 6, 7, 2, 3, 4, 5]; // of each rank: 7 < 8 < Q < K < 10 < A < 9 < J

export interface Position {
  deals: number;
  totals: number[];
  dealer: number;
  hands: number[][];
  bid: number;
  bidder: number;
  coinche: number;
  passes: number;
  player: number;
  leader: number;
  trick: number[];
  won: number[][];
  belote: number;
}

/** One deal as one seat saw it. */
export interface SeenDeal {
  dealer: number;
  own: number[]; // this seat's cards at the start
  deck: number[];
  startTrick: Play[]; // of a position that the game began with
  startWon: number[]; // of such a position: cards of finished tricks
  bid: number;
  calls: Play[]; // (seat, bid) in order
  plays: Play[];
  announcer: number;
}

export interface BeloteView extends View, Omit<Position, "hands" | "player"> {
  deck: number[]; // the cards of this deal
  hand: number[];
  handSizes: number[];
  calls: Play[];
  trump: number; // the suit of the last bid, -1 without one
  played: number[][];
  tricks: number[];
  points: number[];
  seenDeals: SeenDeal[];
}

const LAST_TRICK = 10; // rule 7; 100 for all tricks

export const suitOf = (card: number): number => Math.floor(card / 8);
export const rankOf = (card: number): number => card % 8;
export const trumpStrength = (card: number): number => TRUMP_STRENGTH[card % 8] as number;
export const trumpOf = (bid: number): number => (bid === PASS ? -1 : (bid - 1) % 4);
export const bidValue = (bid: number): number =>
  bid >= CAPOT ? 250 : 80 + 10 * Math.floor((bid - 1) / 4);
export const cardName = (card: number) =>
  `${RANKS[rankOf(card)] ?? ""}${SUITS[suitOf(card)] ?? ""}`;
const suitLetter = (suit: number) => parts.suitLetter(suit, SUITS);
export const cardPoints = (cards: number[], trump: number) =>
  sum(cards.map((c) => (suitOf(c) === trump ? TRUMP_POINTS : PLAIN_POINTS)[rankOf(c)] as number));

function bidName(bid: number): string {
  if (bid === PASS) return "pass";
  if (bid >= COINCHE) return bid === COINCHE ? "coinche" : "surcoinche";
  return `${bid >= CAPOT ? "capot" : bidValue(bid)}${SUITS[trumpOf(bid)] ?? ""}`;
}

/** Rule 6: the place of the best card in the trick. */
export function bestPlace(trick: number[], trump: number): number {
  const led = suitOf(trick[0] as number);
  return parts.best(range(trick.length), (i) => {
    const card = trick[i] as number;
    if (suitOf(card) === trump) return [2, trumpStrength(card)];
    return [suitOf(card) === led ? 1 : 0, card];
  });
}

function project(rules: Rules, event: Event, seat: number): Event {
  if (event.kind !== "deal") return event;
  const deal = unflatten<{ hands: number[][]; dealer: number }>(rules.facts.chance, list(event));
  return { kind: "deal", seat, data: [deal.dealer, ...(deal.hands[seat] ?? [])] };
}

/** What a seat may know of a position that the game began with: its own hand, and all cards. */
interface Start extends Position, Record<string, unknown> {
  deck: number[];
}

function seeStart(start: State["start"], seat: number): Start | null {
  if (!start) return null;
  const p = start as unknown as Position;
  const deck = [...p.hands, ...p.won, p.trick].flat().toSorted((a, b) => a - b);
  const hands = p.hands.map((hand, other) => (other === seat ? hand : []));
  return { ...p, hands, deck };
}

/** The calls that can be inferred from a position in the auction: last bid, coinche, passes. */
function callsOf(start: Position): Play[] {
  if (start.leader !== NOBODY) return [];
  const last = start.player - 1 - start.passes + 8;
  return [
    ...(start.bid === PASS ? [] : [[start.bidder, start.bid] as Play]),
    ...range(start.coinche).map((): Play => [last % 4, COINCHE]),
    ...range(start.passes).map((i): Play => [(last + 1 + i) % 4, PASS]),
  ];
}

const dealOf = (start: Start, seat: number): SeenDeal => ({
  dealer: start.dealer,
  own: start.hands[seat] as number[],
  deck: start.deck,
  startTrick: start.trick.map((card, i): Play => [(start.leader + i) % 4, card]),
  startWon: start.won.flat(),
  bid: start.bid,
  calls: callsOf(start),
  plays: [],
  announcer: start.belote,
});

/** The current trick of a position that the game began with, then the plays since. */
export const allPlays = (deal: SeenDeal): Play[] => [...deal.startTrick, ...deal.plays];

function seenDeals(seat: number, start: Start | null, history: Event[]): SeenDeal[] {
  const deals: SeenDeal[] = start && start.player !== CHANCE ? [dealOf(start, seat)] : [];
  for (const event of history) {
    if (event.kind === "deal") {
      const [dealer, ...own] = list(event) as [number, ...number[]];
      const blank = { startTrick: [], startWon: [], calls: [], plays: [] };
      deals.push({ ...blank, dealer, own, deck: range(32), bid: PASS, announcer: NOBODY });
      continue;
    }
    const deal = deals.at(-1) as SeenDeal;
    const action = parts.actionOf(event);
    if (event.kind === "reveal" && event.seat === NOBODY) deal.deck = list(event);
    else if (event.kind === "reveal") deal.announcer = event.seat;
    else if (action !== null && action < BID) deal.plays.push([event.seat, action]);
    else if (action !== null) {
      const bid = action - BID;
      deal.calls.push([event.seat, bid]);
      if (bid > PASS && bid < COINCHE) deal.bid = bid;
    }
  }
  return deals;
}

function see(rules: Rules, state: State, seat: number): BeloteView {
  const p = state.position<Position>();
  const history = state.events().map((event) => project(rules, event, seat));
  const start = seeStart(state.start, seat);
  const view = seen(rules, state, seat, history, start);
  const all = seenDeals(seat, start, history);
  const deal = view.phase === "deal" ? undefined : all.at(-1);
  const trump = trumpOf(p.bid);
  const last = history.at(-1);
  const points =
    view.done && deal && last
      ? list(last).slice(2, 4)
      : p.won.map((cards) => cardPoints(cards, trump));
  return {
    ...view,
    deals: p.deals,
    totals: p.totals,
    dealer: p.dealer,
    deck: deal?.deck ?? [],
    hand: p.hands[seat] ?? [],
    handSizes: p.hands.map((hand) => hand.length),
    calls: deal?.calls ?? [],
    bid: p.bid,
    bidder: p.bidder,
    coinche: p.coinche,
    passes: p.passes,
    trump,
    leader: p.leader,
    trick: p.trick,
    played: range(4).map((other) =>
      (deal ? allPlays(deal) : []).filter(([s]) => s === other).map(([, card]) => card),
    ),
    won: p.won,
    tricks: p.won.map((cards) => cards.length / 4),
    points,
    belote: p.belote,
    seenDeals: all,
  };
}

/** Trumps first and each suit from high to low; during the auction no suit is trump. */
function sortHand(view: BeloteView, cards: number[]): number[] {
  const trump = view.phase === "bid" ? -1 : view.trump;
  const order = parts.HAND_ORDER[suitLetter(trump) ?? ""] as string;
  const key = (card: number) => {
    const suit = suitOf(card);
    const strength = suit === trump ? trumpStrength(card) : rankOf(card);
    return [order.indexOf(SUITS[suit] as string), -strength];
  };
  return cards.toSorted((a, b) => parts.compare(key(a), key(b)));
}

function show(view: BeloteView, own: boolean, others: BeloteView[] | null): Shown {
  const bids: (string | null)[] = [null, null, null, null];
  for (const [seat, bid] of view.calls) bids[seat] = bidName(bid);
  const contracted = view.leader !== NOBODY;
  const side = (numbers: number[]) => range(4).map((seat) => numbers[seat % 2] as number);
  return {
    hand: own ? sortHand(view, view.hand) : null,
    hands: others && others.map((other) => sortHand(view, other.hand)),
    hand_sizes: view.handSizes,
    trick: contracted ? parts.trickData(view.leader, view.trick, 4) : null,
    last_trick: lastTrick(view),
    trump: suitLetter(view.trump),
    contract: view.bid === PASS ? null : contract(view.bidder, view.bid, view.coinche, contracted),
    bids,
    tricks: side(view.tricks),
    scores: side(view.totals),
    view: {
      game: "belote",
      deal: view.deals + (view.done ? 0 : 1),
      dealer: view.dealer,
      calls: view.calls.map(([seat, bid]) => ({ seat, name: bidName(bid) })),
      bid: view.bid === PASS ? null : bidName(view.bid),
      bidder: parts.seatOrNull(view.bidder),
      coinche: view.coinche,
      trump: suitLetter(view.trump),
      tricks: view.tricks,
      points: view.points,
      marks: view.totals,
      belote: parts.seatOrNull(view.belote),
      played: view.played,
      target: view.rules.options["match"] ? (view.rules.options["target"] as number) : null,
    },
  };
}

const contract = (seat: number, bid: number, coinche: number, final: boolean): Contract => ({
  seat,
  name: bidName(bid),
  value: bidValue(bid),
  suit: suitLetter(trumpOf(bid)),
  capot: bid >= CAPOT,
  coinche,
  final,
});

/** The latest finished trick, also during the auction of the next deal. */
function lastTrick(view: BeloteView): Trick | null {
  for (const deal of view.seenDeals.toReversed()) {
    const last = parts.lastWholeTrick(allPlays(deal), 4, bestPlace, trumpOf(deal.bid));
    if (last) return last;
  }
  return null;
}

function offer(_: BeloteView, action: number): Offer {
  if (action < BID) return { kind: "card", card: action };
  const bid = action - BID;
  if (bid === PASS) return { kind: "pass" };
  if (bid >= COINCHE) return { kind: "coinche", value: bid - COINCHE + 1 };
  return { kind: "bid", value: bidValue(bid), suit: suitLetter(trumpOf(bid)) };
}

function describe(history: Event[], i: number, names: string[]): string {
  const event = history[i] as Event;
  const data = Array.isArray(event.data) ? event.data : [event.data];
  const first = data[0] as number;
  if (event.kind === "deal") return `${names[first]} deals`;
  if (event.kind === "reveal") {
    if (event.seat === NOBODY) return "the cards of a short deal are shown";
    return `${names[event.seat]} announces belote`;
  }
  if (event.kind === "score") {
    const [ns, ew] = data;
    return (
      `the deal is over: ${names[0]} and ${names[2]} mark ${ns}, ` +
      `${names[1]} and ${names[3]} ${ew}`
    );
  }
  return `${names[event.seat]}: ${first < BID ? cardName(first) : bidName(first - BID)}`;
}

/** Rules 7 to 9 for the latest finished deal, by side. */
function dealSum(view: BeloteView): DealSum | null {
  const found = parts.lastDeal(view.history);
  if (!found) return null;
  const { number, score } = found;
  const deal = view.seenDeals[number - 1] as SeenDeal;
  const [marks, points, tricks] = [score.slice(0, 2), score.slice(2, 4), score.slice(4, 6)];
  const columns = [
    [0, 2],
    [1, 3],
  ];
  const total = parts.row("total", "sum", view.totals);
  if (deal.bid === PASS) {
    return { number, columns, verdict: "void", contract: null, rows: [total] }; // rule 4
  }
  const coinche = deal.calls.filter(([, bid]) => bid >= COINCHE).length;
  const bidder = deal.calls.findLast(([, bid]) => bid > PASS && bid < COINCHE)?.[0] as number;
  const [taker, value] = [bidder % 2, bidValue(deal.bid)];
  const announced = (side: number) => deal.announcer >= 0 && deal.announcer % 2 === side;
  const belote = [0, 1].map((side) => (announced(side) ? 20 : 0));
  const made = (marks[taker] as number) > 0;
  const only = (side: number, worth: number) => [0, 1].map((s) => (s === side ? worth : 0));
  const rows = [parts.row("tricks", "fact", tricks)];
  if (made && coinche === 0) {
    const cards = cardsWon(deal);
    const der = points.map((p, side) => p - (cards[side] as number));
    rows.push(
      parts.row("cards", "part", cards),
      parts.row(Math.max(...der) > LAST_TRICK ? "all_tricks" : "der", "part", der),
      parts.row("belote", "part", belote),
      parts.row("contract", "part", only(taker, value)),
    );
  } else {
    const winner = made ? taker : 1 - taker;
    const stake = value * (coinche + 1);
    const rest = (marks[winner] as number) - stake - sum(belote);
    rows.push(
      parts.row(
        sum(belote) > 0 ? "points_belote" : "points",
        "fact",
        points.map((p, side) => p + (belote[side] as number)),
      ),
      parts.row("all_points", "part", only(winner, rest)),
      parts.row("contract", "part", only(winner, stake)),
      parts.row("belote", "part", only(winner, sum(belote))),
    );
  }
  rows.push(parts.row("deal", "sum", marks), total);
  return {
    number,
    columns,
    verdict: made ? "made" : "failed",
    contract: contract(bidder, deal.bid, coinche, true),
    rows,
  };
}

/** The card points in the tricks of each side, without the bonus of the last trick. */
function cardsWon(deal: SeenDeal): number[] {
  const won: number[][] = [[], []];
  const trump = trumpOf(deal.bid);
  for (let i = 0; i < deal.plays.length; i += 4) {
    const trick = parts.lastWholeTrick(deal.plays.slice(0, i + 4), 4, bestPlace, trump);
    const cards = deal.plays.slice(i, i + 4).map(([, card]) => card);
    won[(trick?.winner as number) % 2]?.push(...cards);
  }
  return won.map((cards) => cardPoints(cards, trump));
}

function bidsMet(events: Event[], seat: number): [number, number] {
  let met = 0;
  let bids = 0;
  for (const { actions, score } of parts.scoredDeals(events)) {
    const bid = actions.findLast(([, a]) => a > BID + PASS && a < BID + COINCHE);
    if (bid?.[0] !== seat) continue;
    bids += 1;
    met += (score[seat % 2] as number) > (score[1 - (seat % 2)] as number) ? 1 : 0; // rule 9
  }
  return [met, bids];
}

export const scene: GameScene<BeloteView> = {
  see,
  publicHistory: (view) => parts.withoutHands(view.history, 1),
  show,
  offer,
  describe,
  dealSum,
  bidsMet,
  label: (seat) => LABELS[seat] as string,
  hidden,
  goal,
  simple,
};
