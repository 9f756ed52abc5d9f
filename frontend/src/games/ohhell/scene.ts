// Oh Hell for the local table: the twin of kibitz/games/ohhell/view.py, kibitz/table/games/ohhell.py
// and kibitz/players/ohhell/simple.py.
import type { DealSum, Trick } from "../../messages";
import type { Event, State } from "../../offline/engine";
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

export const BID = 52;
const MET = 10; // points of a bid that is met, besides its tricks
export const HAND_MAX = 12;

export interface Position {
  round: number;
  dealer: number;
  turned: number;
  hands: number[][];
  played: number[][];
  bids: (number | null)[];
  tricks: number[];
  leader: number;
  trick: number[];
  broken: boolean;
  totals: number[];
}

export interface OhHellView extends View, Omit<Position, "hands"> {
  schedule: number[];
  handSize: number;
  trump: number; // -1 in a round without trump
  hand: number[];
}

/** Rule 1: M, M-1, .. 2, 1, 2, .. M, unless the options say otherwise. */
export function scheduleOf(rules: Rules): number[] {
  const given = rules.options["schedule"] as number[] | null;
  if (given) return given;
  const deck = (rules.options["suits"] as number) * (rules.options["ranks"] as number);
  const most = Math.min(HAND_MAX, Math.floor((deck - 1) / rules.players));
  const largest = (rules.options["largest"] as number | null) || most;
  return [...range(largest).map((i) => largest - i), ...range(largest - 1).map((i) => i + 2)];
}

export function trumpOf(rules: Rules, turned: number, round: number, rounds: number): number {
  const without = rules.options["no_trump_rounds"] as number;
  return turned < 0 || round >= rounds - without ? -1 : suitOf(turned);
}

/** Rule 6: the place of the best card in the trick. */
function bestCard(trick: number[], trump: number): number {
  const led = suitOf(trick[0] as number);
  const strength = (card: number) => (suitOf(card) === trump ? 2 : suitOf(card) === led ? 1 : 0);
  return parts.best(range(trick.length), (i) => {
    const card = trick[i] as number;
    return [strength(card), card];
  });
}

function project(rules: Rules, event: Event, seat: number): Event {
  if (event.kind !== "deal") return event;
  const deal = unflatten<{ hands: number[][]; dealer: number; turned: number }>(
    rules.facts.chance,
    list(event),
  );
  return { kind: "deal", seat, data: [deal.dealer, deal.turned, ...(deal.hands[seat] ?? [])] };
}

function see(rules: Rules, state: State, seat: number): OhHellView {
  const { hands, ...p } = state.position<Position>();
  const schedule = scheduleOf(rules);
  const history = state.events().map((event) => project(rules, event, seat));
  const view = seen(rules, state, seat, history, seeStart(state.start, history, seat));
  const between = p.round > 0 && (view.phase === "deal" || view.phase === "over");
  const shown = between ? p.round - 1 : p.round; // a finished round stays on the table
  return {
    ...view,
    ...p,
    schedule,
    handSize: schedule[shown] as number,
    trump: trumpOf(rules, p.turned, shown, schedule.length),
    hand: hands[seat] ?? [],
  };
}

/** A position that the game began with: the own hand, and of others what they have played since. */
function seeStart(start: State["start"], history: Event[], seat: number): View["start"] {
  if (!start) return null;
  const p = start as unknown as Position;
  const end = history.findIndex((event) => event.kind === "deal");
  const plays = cardsOf(end < 0 ? history : history.slice(0, end));
  const hands = p.hands.map((hand, other) =>
    other === seat ? hand : plays.filter(([who]) => who === other).map(([, card]) => card),
  );
  return { ...p, hands: hands.map((hand) => hand.toSorted((a, b) => a - b)) };
}

/** The position that this very round began with, if any. */
export const roundStart = (view: OhHellView): Position | null =>
  view.history.some((event) => event.kind === "deal")
    ? null
    : (view.start as unknown as Position | null);

/** Whether trump may have been broken before the current trick of a position began. */
export function brokenBefore(start: Position, trump: number): boolean {
  const onThisTrick = start.trick.slice(1).some((card) => suitOf(card) === trump);
  return onThisTrick ? sum(start.tricks) > 0 : start.broken;
}

function show(view: OhHellView, own: boolean, others: OhHellView[] | null): Shown {
  const players = view.rules.players;
  const dealt = view.phase !== "deal";
  const onTrick = view.trick.map((_, i) => (view.leader + i) % players);
  const left = view.handSize - sum(view.tricks);
  const playing = view.phase === "play" || view.phase === "over";
  const trump = parts.suitLetter(view.trump);
  const rounds = view.schedule.length;
  return {
    hand: own ? parts.sortHand(view.hand, trump) : null,
    hands: others && others.map((other) => parts.sortHand(other.hand, trump)),
    hand_sizes: range(players).map((s) => (dealt ? left - (onTrick.includes(s) ? 1 : 0) : 0)),
    trick: playing ? parts.trickData(view.leader, view.trick, players) : null,
    last_trick: lastTrick(view),
    trump,
    contract: null,
    bids: view.bids.map((bid) => (bid === null ? null : String(bid))),
    tricks: view.tricks,
    scores: view.totals,
    view: {
      game: "ohhell",
      round: Math.min(view.round + 1, rounds),
      rounds,
      hand_size: view.handSize,
      schedule: view.schedule,
      dealer: view.dealer,
      turned: parts.seatOrNull(view.turned),
      trump,
      broken: view.broken,
      bids: view.bids,
      tricks: view.tricks,
      totals: view.totals,
      played: view.played,
    },
  };
}

export const cardsOf = (events: Event[]): Play[] =>
  events.flatMap((event) => {
    const action = parts.actionOf(event);
    return action !== null && action < BID ? [[event.seat, action] as Play] : [];
  });

/** The latest finished trick, also during the bidding of the next round. */
function lastTrick(view: OhHellView): Trick | null {
  let end = view.history.length;
  let round = view.history.filter((event) => event.kind === "deal").length;
  for (let i = end - 1; i >= 0; --i) {
    const event = view.history[i] as Event;
    if (event.kind !== "deal") continue;
    round -= 1;
    const plays = cardsOf(view.history.slice(i, end));
    if (plays.length >= view.rules.players) {
      const turned = list(event)[1] as number;
      const trump = trumpOf(view.rules, turned, round, view.schedule.length);
      return parts.lastWholeTrick(plays, view.rules.players, bestCard, trump);
    }
    end = i;
  }
  return null;
}

function offer(_: OhHellView, action: number): Offer {
  if (action < BID) return { kind: "card", card: action };
  return { kind: "bid", value: action - BID };
}

function describe(history: Event[], i: number, names: string[]): string {
  const event = history[i] as Event;
  if (event.kind === "deal") {
    const [dealer, turned] = list(event) as [number, number];
    return `${names[dealer]} deals and turns ${parts.cardName(turned)}`;
  }
  if (event.kind === "score") return `the round is over: ${parts.signed(names, list(event))}`;
  const action = event.data as number;
  if (action >= BID) return `${names[event.seat]} bids ${action - BID}`;
  return `${names[event.seat]}: ${parts.cardName(action)}`;
}

/** Rule 7 for the latest finished round, by seat. */
function dealSum(view: OhHellView): DealSum | null {
  const found = parts.lastDeal(view.history);
  if (!found) return null;
  const { number, events, score } = found;
  const seats = range(view.rules.players);
  const bids = seats.map(() => 0);
  for (const event of events) {
    const action = parts.actionOf(event);
    if (action !== null && action >= BID) bids[event.seat] = action - BID;
  }
  const tricks = tricksOf(view, events, number - 1);
  const met = seats.map((seat) => (bids[seat] === tricks[seat] ? MET : 0));
  return {
    number,
    columns: seats.map((seat) => [seat]),
    verdict: null,
    contract: null,
    rows: [
      parts.row("bid", "fact", bids),
      parts.row("tricks", "fact", tricks),
      parts.row("met", "part", met),
      parts.row(
        "bid_points",
        "part",
        score.map((x, seat) => x - (met[seat] as number)),
      ),
      parts.row("deal", "sum", score),
      parts.row("total", "sum", view.totals),
    ],
  };
}

function tricksOf(view: OhHellView, events: Event[], round: number): number[] {
  const players = view.rules.players;
  const turned = list(events[0] as Event)[1] as number;
  const trump = trumpOf(view.rules, turned, round, view.schedule.length);
  const plays = cardsOf(events);
  const won = range(players).map(() => 0);
  for (let i = players; i <= plays.length; i += players) {
    const trick = parts.lastWholeTrick(plays.slice(0, i), players, bestCard, trump);
    won[trick?.winner as number] = (won[trick?.winner as number] as number) + 1;
  }
  return won;
}

function bidsMet(events: Event[], seat: number): [number, number] {
  let met = 0;
  let bids = 0;
  for (const { actions, score } of parts.scoredDeals(events)) {
    for (const [who, action] of actions) {
      if (who !== seat || action < BID) continue;
      bids += 1;
      met += score[seat] === MET + action - BID ? 1 : 0; // rule 7
    }
  }
  return [met, bids];
}

const suitMask = (suit: number): bigint => 0x1fffn << BigInt(13 * suit);
const ALL = (1n << 52n) - 1n;

/** The round on the table, from its deal on. */
function roundEvents(view: OhHellView): Event[] {
  const deal = view.history.findLastIndex((event) => event.kind === "deal");
  return view.history.slice(Math.max(0, deal));
}

/** The cards of this round in the order played, as far as they were seen, each with its place. */
export function roundPlays(view: OhHellView): [place: number, seat: number, card: number][] {
  const { players } = view.rules;
  const start = roundStart(view);
  const before = (start?.trick ?? []).map(
    (card, i): Play => [((start?.leader as number) + i) % players, card],
  );
  const first = start ? players * sum(start.tricks) : 0;
  return [...before, ...cardsOf(roundEvents(view))].map(([seat, card], i) => [
    first + i,
    seat,
    card,
  ]);
}

/** For each seat the cards that its play proves it cannot hold. */
function voids(view: OhHellView): bigint[] {
  const { players, options } = view.rules;
  const excluded = range(players).map(() => 0n);
  let led = -1;
  const start = roundStart(view);
  let broken = start !== null && brokenBefore(start, view.trump);
  for (const [place, seat, card] of roundPlays(view)) {
    const suit = suitOf(card);
    const add = (mask: bigint) => (excluded[seat] = (excluded[seat] as bigint) | mask);
    if (place % players === 0) {
      led = suit;
      const closed = options["trump_lead"] === "broken" && !broken;
      if (closed && suit === view.trump) add(ALL ^ suitMask(suit)); // rule 4
    } else {
      if (suit !== led) add(suitMask(led)); // rule 5
      broken ||= suit === view.trump;
    }
  }
  return excluded;
}

/** The other hands and the stock, constrained by play. */
export function hidden(view: OhHellView): Hidden {
  const { players, options } = view.rules;
  const { hand, played, dealer, round, turned, totals, bids, tricks, leader, trick } = view;
  const gone = [turned, ...hand, ...played.flat()];
  const suits = options["suits"] as number;
  const lowest = 13 - (options["ranks"] as number);
  const deck = range(52).filter((card) => suitOf(card) < suits && rankOf(card) >= lowest);
  const cards = deck.filter((card) => !gone.includes(card));
  const seats = range(players).filter((seat) => seat !== view.seat);
  const onTrick = trick.map((_, i) => (leader + i) % players);
  const left = view.handSize - sum(tricks);
  const sizes = seats.map((seat) => left - (onTrick.includes(seat) ? 1 : 0));
  const excluded = voids(view);
  const { broken } = view;
  const known = { round, dealer, turned, played, bids, tricks, leader, trick, broken, totals };
  const begun = roundStart(view) !== null; // in the middle of this round
  return {
    cards,
    seats,
    sizes: [...sizes, cards.length - sum(sizes)],
    excluded: [...seats.map((seat) => excluded[seat] as bigint), 0n],
    hand,
    played: begun ? [] : played,
    known,
    start: begun
      ? known
      : {
          ...{ round, dealer, turned, leader: (dealer + 1) % players, trick: [], totals },
          ...{ played: range(players).map(() => []), bids: range(players).map(() => null) },
          ...{ tricks: range(players).map(() => 0), broken: false },
        },
    actions: begun ? [] : roundEvents(view).flatMap((event) => parts.actionOf(event) ?? []),
  };
}

// Chance that a card takes a trick at a full table with many cards, by its distance from the ace.
const PLAIN = [0.75, 0.45, 0.2, 0.05];
const TRUMP = [1.0, 0.9, 0.75, 0.6, 0.5, 0.4, 0.35, 0.3];
const TRUMP_LOW = 0.25;

function simple(view: OhHellView, rng: Stream): number {
  return view.phase === "bid" ? chooseBid(view, rng) : chooseCard(view, rng);
}

function chooseBid(view: OhHellView, rng: Stream): number {
  const promise = (card: number): number =>
    suitOf(card) === view.trump
      ? (TRUMP[12 - rankOf(card)] ?? TRUMP_LOW)
      : (PLAIN[12 - rankOf(card)] ?? 0);
  let tricks = sum(view.hand.map(promise)) * (4 / view.rules.players) ** 0.5;
  tricks += (rng.below(41) - 20) / 100; // no two players judge alike
  return least(view.legal, (action) => [Math.abs(action - BID - tricks)]);
}

function chooseCard(view: OhHellView, rng: Stream): number {
  const { legal, trick } = view;
  const needs = (view.bids[view.seat] as number) > (view.tricks[view.seat] as number);
  const strength = (card: number) => [suitOf(card) === view.trump ? 1 : 0, rankOf(card), card];
  const weakest = least(legal, strength);
  if (trick.length === 0) return needs ? lead(view, rng) : weakest;
  const wins = (card: number) => bestCard([...trick, card], view.trump) === trick.length;
  const winners = legal.filter(wins);
  const losers = legal.filter((card) => !wins(card));
  const last = trick.length === view.rules.players - 1;
  if (needs) {
    if (winners.length === 0) return weakest;
    return last ? least(winners, strength) : parts.best(winners, strength);
  }
  if (losers.length > 0) return parts.best(losers, strength);
  return last ? parts.best(legal, strength) : weakest;
}

/** A high card of a plain suit; trump only if there is nothing else. */
function lead(view: OhHellView, rng: Stream): number {
  const others = view.legal.filter((card) => suitOf(card) !== view.trump);
  const plain = others.length > 0 ? others : view.legal;
  const top = Math.max(...plain.map(rankOf));
  const highest = plain.filter((card) => rankOf(card) === top);
  return highest[rng.below(highest.length)] as number;
}

export const scene: GameScene<OhHellView> = {
  see,
  publicHistory: (view) => parts.withoutHands(view.history, 2),
  show,
  offer,
  describe,
  dealSum,
  bidsMet,
  hidden,
  simple,
};
