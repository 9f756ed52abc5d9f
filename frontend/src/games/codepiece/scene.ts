// Codepiece for the local table: the twin of kibitz/games/codepiece/view.py,
// kibitz/table/games/codepiece.py and kibitz/players/codepiece/simple.py.
import type { Contract, DealSum, Trick } from "../../messages";
import { NOBODY, type Event, type State } from "../../offline/engine";
import * as parts from "../../offline/parts";
import { least, list, range, rankOf, suitOf, sum, type Play } from "../../offline/parts";
import type { Stream } from "../../offline/rng";
import type { Rules } from "../../offline/rules";
import {
  seen,
  type GameScene,
  type Hidden,
  type Offer,
  type Shown,
  type View,
} from "../../offline/scene";
import { unflatten } from "../../offline/shape";

export const [PASS, BID, TRUMP] = [0, 1, 7]; // the first actions of each kind
export const CARD = 11;
export const BID_MIN = 8;
const FORCED = 7; // Rule 3: the contract of the first speaker when all pass
export const TRUMP_SUITS = [3, 2, 1, 0]; // of the four actions that name trump: S H D C
export const TRICKS = 13;

export interface Position {
  phase: string;
  deal: number;
  dealer: number;
  hands: number[][];
  played: number[][];
  bids: (number | null)[];
  trump: number | null;
  tricks: number[];
  leader: number;
  trick: number[];
  total: number;
}

export interface CodepieceView extends View, Omit<Position, "hands" | "phase"> {
  deck: number[]; // the cards of this deal; all 52 unless it is short
  hand: number[];
  handSizes: number[];
  bidder: number; // of the highest bid so far or of the contract; -1 if none
  bid: number; // 0 while nobody has bid, 7 when all have passed
  payoffs: number[] | null; // of the deal on the table, once it is finished
}

/** Rule 7: the place of the best card in the trick so far. */
export function winning(trick: number[], trump: number): number {
  const beats = (card: number, other: number) =>
    suitOf(card) === suitOf(other) ? card > other : suitOf(card) === trump;
  return range(trick.length).reduce((best, i) =>
    beats(trick[i] as number, trick[best] as number) ? i : best,
  );
}

/** The bidder and the bid, once all have spoken. */
export function contractOf(bids: (number | null)[], dealer: number): [seat: number, bid: number] {
  const highest = Math.max(...bids.map((bid) => bid ?? 0));
  return highest === 0 ? [(dealer + 1) % 4, FORCED] : [bids.indexOf(highest), highest];
}

function project(rules: Rules, event: Event, seat: number): Event {
  if (event.kind !== "deal") return event;
  const deal = unflatten<{ hands: number[][]; dealer: number }>(rules.facts.chance, list(event));
  return { kind: "deal", seat, data: [deal.dealer, ...(deal.hands[seat] ?? [])] };
}

function see(rules: Rules, state: State, seat: number): CodepieceView {
  const { hands, phase: _, ...p } = state.position<Position>();
  const events = state.events();
  const spoken = !p.bids.includes(null) || p.bids.some((bid) => bid);
  const [bidder, bid] = spoken ? contractOf(p.bids, p.dealer) : [NOBODY, 0];
  const last = events.at(-1);
  const history = events.map((event) => project(rules, event, seat));
  return {
    ...seen(rules, state, seat, history, seeStart(state.start, events, seat)),
    ...p,
    deck: [...hands, ...p.played].flat().toSorted((a, b) => a - b),
    hand: hands[seat] ?? [],
    handSizes: hands.map((hand) => hand.length),
    bidder,
    bid,
    payoffs: last?.kind === "score" ? list(last) : null,
  };
}

/** A position that the game began with, with other hands only as far as they were played. */
export interface Start extends Position, Record<string, unknown> {
  cards: number[]; // in the four hands
}

function seeStart(start: State["start"], events: Event[], seat: number): Start | null {
  if (!start) return null;
  const p = start as unknown as Position;
  const hands: number[][] = [[], [], [], []];
  const end = events.findIndex((event) => event.kind === "deal");
  for (const event of end < 0 ? events : events.slice(0, end)) {
    const action = parts.actionOf(event);
    if (action !== null && action >= CARD) hands[event.seat]?.push(action - CARD);
  }
  hands[seat] = p.hands[seat] as number[];
  const ascending = (cards: number[]) => cards.toSorted((a, b) => a - b);
  return { ...p, hands: hands.map(ascending), cards: ascending(p.hands.flat()) };
}

/** One deal as one seat saw it; it may begin in the middle. */
export interface SeenDeal {
  dealer: number;
  cards: number[]; // in the four hands at the start
  own: number[]; // the seat's hand at the start
  sizes: number[]; // of the four hands at the start
  startTrick: Play[]; // on the table at the start
  actions: Play[];
  plays: Play[]; // those of the trick on the table included
  trump: number;
  tricks: Trick[];
}

function fromPosition(start: Start, seat: number): SeenDeal {
  const startTrick = start.trick.map((card, i): Play => [(start.leader + i) % 4, card]);
  const gone = startTrick.map(([who]) => who);
  const own = start.hands[seat] as number[];
  const whole = own.length + (gone.includes(seat) ? 1 : 0);
  const sizes = range(4).map((other) => whole - (gone.includes(other) ? 1 : 0));
  const { dealer, cards, trump } = start;
  const blank = { actions: [], plays: [], tricks: [] };
  return { ...blank, dealer, cards, own, sizes, startTrick, trump: trump ?? -1 };
}

export function seenDeals({ seat, start, history }: View): SeenDeal[] {
  const deals: SeenDeal[] = start ? [fromPosition(start as Start, seat)] : [];
  for (const event of history) {
    const action = parts.actionOf(event);
    if (event.kind === "deal") {
      const [dealer, ...own] = list(event) as [number, ...number[]];
      const blank = { startTrick: [], actions: [], plays: [], trump: -1, tricks: [] };
      deals.push({
        ...blank,
        dealer,
        own,
        cards: range(52),
        sizes: range(4).map(() => own.length),
      });
    } else if (event.kind === "reveal") {
      (deals.at(-1) as SeenDeal).cards = list(event); // of a short deal
    } else if (action !== null) {
      deals.at(-1)?.actions.push([event.seat, action]);
    }
  }
  for (const deal of deals) {
    const named = deal.actions.find(([, action]) => action >= TRUMP && action < CARD);
    if (named) deal.trump = TRUMP_SUITS[named[1] - TRUMP] as number;
    const since = deal.actions
      .filter(([, action]) => action >= CARD)
      .map(([seat, action]): Play => [seat, action - CARD]);
    const plays = [...deal.startTrick, ...since];
    deal.plays = plays;
    for (let i = 4; i <= plays.length; i += 4) {
      const trick = parts.lastWholeTrick(plays.slice(0, i), 4, winning, deal.trump);
      if (trick) deal.tricks.push(trick);
    }
  }
  return deals;
}

function show(view: CodepieceView, own: boolean, others: CodepieceView[] | null): Shown {
  const done = seenDeals(view)
    .slice(-2) // the previous deal included
    .flatMap((deal) => deal.tricks);
  const trump = parts.suitLetter(view.trump);
  const match = view.rules.options["match"] === true;
  return {
    hand: own ? parts.sortHand(view.hand, trump) : null,
    hands: others && others.map((other) => parts.sortHand(other.hand, trump)),
    hand_sizes: view.handSizes,
    trick: view.leader >= 0 ? parts.trickData(view.leader, view.trick, 4) : null,
    last_trick: done.at(-1) ?? null,
    trump,
    contract: view.bid ? contract(view.bidder, view.bid, view.trump, view.phase !== "bid") : null,
    bids: view.bids.map((bid) => (bid === null ? null : bid === 0 ? "pass" : String(bid))),
    tricks: range(4).map((seat) => view.tricks[seat % 2] as number),
    scores: range(4).map((seat) => (seat % 2 === 0 ? view.total : 0 - view.total)),
    view: {
      game: "codepiece",
      deal: view.deal + (view.phase === "deal" || view.phase === "over" ? 0 : 1),
      deals: match ? (view.rules.options["deals"] as number) : 1,
      dealer: view.dealer,
      bids: view.bids,
      bid: view.bid,
      bidder: parts.seatOrNull(view.bidder),
      trump,
      tricks: view.tricks,
      needed: needed(view),
      total: view.total,
      target: match ? (view.rules.options["target"] as number) : null,
      payoffs: view.payoffs,
      played: view.played,
    },
  };
}

const contract = (seat: number, bid: number, trump: number | null, final: boolean): Contract => ({
  seat,
  name: String(bid),
  value: bid,
  suit: parts.suitLetter(trump),
  capot: false,
  coinche: 0,
  final,
});

const wanted = (bidder: number, bid: number): number[] =>
  [0, 1].map((side) => (side === bidder % 2 ? bid : TRICKS + 1 - bid));

/** What each team needs: the bidders their bid, the others enough tricks to defeat it. */
function needed(view: CodepieceView): number[] {
  if (view.trump === null) return [];
  return wanted(view.bidder, view.bid).map((want, side) =>
    Math.max(0, want - (view.tricks[side] as number)),
  );
}

function offer(_: CodepieceView, action: number): Offer {
  if (action >= CARD) return { kind: "card", card: action - CARD };
  if (action >= TRUMP) {
    return { kind: "trump", suit: parts.suitLetter(TRUMP_SUITS[action - TRUMP] as number) };
  }
  return action === PASS ? { kind: "pass" } : { kind: "bid", value: action - BID + BID_MIN };
}

function describe(history: Event[], i: number, names: string[]): string {
  const event = history[i] as Event;
  if (event.kind === "deal") return `${names[list(event)[0] as number]} deals`;
  if (event.kind === "reveal") return "the cards of a short deal are shown";
  if (event.kind === "score") return `the deal is over: ${parts.signed(names, list(event))}`;
  const [who, action] = [names[event.seat], event.data as number];
  if (action >= CARD) return `${who}: ${parts.cardName(action - CARD)}`;
  if (action >= TRUMP) {
    return `${who} names trump ${parts.suitLetter(TRUMP_SUITS[action - TRUMP] as number)}`;
  }
  return action === PASS ? `${who} passes` : `${who} bids ${action - BID + BID_MIN}`;
}

/** Rule 9 for the latest finished deal, by team. */
function dealSum(view: CodepieceView): DealSum | null {
  const found = parts.lastDeal(view.history);
  if (!found) return null;
  const { number, score } = found;
  const deal = seenDeals(view)[number - 1] as SeenDeal;
  const bids: (number | null)[] = [null, null, null, null];
  for (const [seat, action] of deal.actions) {
    if (action < TRUMP) bids[seat] = action === PASS ? 0 : BID_MIN + action - BID;
  }
  const [bidder, bid] = contractOf(bids, deal.dealer);
  const tricks = [0, 1].map(
    (side) => deal.tricks.filter((trick) => (trick.winner as number) % 2 === side).length,
  );
  return {
    number,
    columns: [
      [0, 2],
      [1, 3],
    ],
    verdict: (score[bidder] as number) > 0 ? "made" : "failed",
    contract: contract(bidder, bid, deal.trump, true),
    rows: [
      parts.row("needed", "fact", wanted(bidder, bid)),
      parts.row("tricks", "fact", tricks),
      parts.row("deal", "sum", score.slice(0, 2)),
      parts.row("total", "sum", [view.total, 0 - view.total]),
    ],
  };
}

function bidsMet(events: Event[], seat: number): [number, number] {
  let met = 0;
  let bids = 0;
  for (const { actions, score } of parts.scoredDeals(events)) {
    if (!actions.some(([who, a]) => who === seat && a >= TRUMP && a < CARD)) continue;
    bids += 1; // rule 4: the bidder names trump
    met += (score[seat] as number) > 0 ? 1 : 0;
  }
  return [met, bids];
}

const suitMask = (suit: number): bigint => 0x1fffn << BigInt(13 * suit);

/** The cards that a seat playing this card to this trick cannot have kept (rule 6). */
function disproved(card: number, trick: number[], trump: number): bigint {
  if (trick.length === 0) return 0n;
  const ledSuit = suitOf(trick[0] as number);
  const led = suitMask(ledSuit);
  const follows = suitOf(card) === ledSuit;
  const out = follows ? 0n : led;
  const best = winning(trick, trump);
  const winner = trick[best] as number;
  const beaten = winning([winner, card], trump) === 1;
  if ((trick.length - best) % 2 === 0 || beaten) return out;
  const suit = suitOf(winner);
  const higher = suitMask(suit) & ~((2n << BigInt(winner)) - 1n);
  const better = suit === trump ? higher : higher | suitMask(trump);
  return out | (follows ? better & led : better);
}

/** For each seat the cards that the play of a deal proves it does not hold. */
export function excludedIn(deal: SeenDeal | undefined): bigint[] {
  const excluded = [0n, 0n, 0n, 0n];
  let on: number[] = [];
  for (const [seat, card] of deal?.plays ?? []) {
    const ruled = disproved(card, on, deal?.trump as number);
    excluded[seat] = (excluded[seat] as bigint) | ruled;
    on = on.length < 3 ? [...on, card] : [];
  }
  return excluded;
}

export const excludedBy = (view: CodepieceView): bigint[] => excludedIn(seenDeals(view).at(-1));

/** The other hands, constrained by play. */
function hidden(view: CodepieceView): Hidden {
  const { hand, played, phase, deal, dealer, bids, trump, tricks, leader, trick, total } = view;
  const deals = seenDeals(view);
  const excluded = excludedIn(deals.at(-1));
  const gone = [...hand, ...played.flat()];
  const seats = range(4).filter((seat) => seat !== view.seat);
  const known = { phase, deal, dealer, played, bids, trump, tricks, leader, trick, total };
  const begun = view.start !== null && deals.length === 1; // in the middle of this deal
  return {
    cards: view.deck.filter((card) => !gone.includes(card)),
    seats,
    sizes: seats.map((seat) => view.handSizes[seat] as number),
    excluded: seats.map((seat) => excluded[seat] as bigint),
    hand,
    played: begun ? [] : played,
    known,
    start: begun
      ? known
      : {
          ...{ phase: "bid", deal, dealer, played: [[], [], [], []] },
          ...{ bids: [null, null, null, null], trump: null, tricks: [0, 0] },
          ...{ leader: NOBODY, trick: [], total },
        },
    actions: begun ? [] : (deals.at(-1)?.actions ?? []).map(([, action]) => action),
  };
}

const HONOURS = [0.9, 0.55, 0.25]; // chance that ace, king, queen of a plain suit take a trick
const TRUMP_HONOURS = [1.0, 0.9, 0.7, 0.5];
const LONG_TRUMP = 0.7; // each trump beyond the third
const PARTNER_SHARE = 0.36; // of the tricks that the own hand does not take

function simple(view: CodepieceView, rng: Stream): number {
  if (view.phase === "bid") {
    const own = Math.max(...range(4).map((suit) => promise(view.hand, suit)));
    const both = own + PARTNER_SHARE * (view.hand.length - own) + rng.below(50) / 100;
    const action = BID + Math.trunc(both) - BID_MIN;
    return action > PASS && view.legal.includes(action) ? action : PASS;
  }
  if (view.phase === "trump") {
    const worth = (i: number) => promise(view.hand, TRUMP_SUITS[i] as number);
    return TRUMP + parts.best(range(4), (i) => [worth(i)]);
  }
  return CARD + chooseCard(view);
}

/** A rough estimate of the tricks that a hand takes alone with this trump. */
function promise(hand: number[], trump: number): number {
  const worth = (card: number) =>
    (suitOf(card) === trump ? TRUMP_HONOURS : HONOURS)[12 - rankOf(card)] ?? 0;
  const long = Math.max(0, hand.filter((card) => suitOf(card) === trump).length - 3);
  return sum(hand.map(worth)) + LONG_TRUMP * long;
}

function chooseCard(view: CodepieceView): number {
  const trump = view.trump as number;
  const cards = view.legal.map((action) => action - CARD);
  const strength = (card: number) => [suitOf(card) === trump ? 1 : 0, rankOf(card)];
  if (view.trick.length === 0) {
    const plain = cards.filter((card) => suitOf(card) !== trump);
    if (view.bidder === view.seat && cards.length - plain.length > 2) {
      return parts.best(cards, strength);
    }
    const ace = plain.find((card) => rankOf(card) === 12);
    return ace ?? least(plain.length > 0 ? plain : cards, strength);
  }
  const best = winning(view.trick, trump);
  const winners = cards.filter((c) => winning([...view.trick, c], trump) === view.trick.length);
  const partnerWins = (view.trick.length - best) % 2 === 0;
  return least(winners.length > 0 && !partnerWins ? winners : cards, strength);
}

export const scene: GameScene<CodepieceView> = {
  see,
  publicHistory: (view) => parts.withoutHands(view.history, 1),
  show,
  offer,
  describe,
  dealSum,
  bidsMet,
  hidden,
  simple,
};
