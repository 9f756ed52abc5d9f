// One round as it was seen: where it began for this page, and what happened since. `replay` goes
// through it and finds whose turn it is; anything that cannot have happened so is refused, because
// advice on a misread table would be worse than none.
import { Refused } from "../refused";
import { showCard, suitOf } from "../site/cards";
import type { BySeat } from "../site/events";
import { best } from "./rules";
import type { Seats } from "./seats";

/** What happened, with chairs of the site. */
export type Happened = { kind: "bid" | "card" | "taken"; chair: number; value: number };

/** A round since this page saw it. Plain data: it is kept in the browser's storage. */
export interface Round {
  number: number; // counts from 1
  dealer: number; // a chair
  hand: number[]; // the own cards when the page began to watch
  size: number; // cards that each player was dealt
  bids: BySeat; // made before the page began to watch; tricks and trick likewise
  tricks: BySeat;
  trick: BySeat;
  turn: number | null; // the chair to act when the page began to watch; null: not said
  log: Happened[];
  turned: number | null; // the card turned up, once it was found in the DOM
}

/** The round now. Seats are those of Kibitz. */
export interface Standing {
  phase: "bid" | "play" | "waiting" | "over"; // waiting: for the site to say who took the trick
  turn: number | null;
  bids: (number | null)[];
  tricks: number[];
  leader: number;
  trick: number[];
  hand: number[];
  actions: number[]; // since the page began to watch, as ids of Kibitz
  missed: number; // tricks that were over before
}

const BID = 52; // the action id of a bid of 0

export function replay(round: Round, seats: Seats, me: number): Standing {
  const dealer = seats.of(round.dealer);
  const at = begin(round, seats, dealer);
  if (round.hand.length !== left(round, seats, me, at))
    throw new Refused(`Your hand of ${round.hand.length} cards does not fit the tricks taken.`);
  for (const one of round.log) step(at, one, round, seats, me, dealer);
  return at;
}

/** The round where the page began to watch. */
function begin(round: Round, seats: Seats, dealer: number): Standing {
  const at: Standing = {
    phase: "bid",
    turn: seats.next(dealer),
    bids: Array<number | null>(seats.count).fill(null),
    tricks: Array<number>(seats.count).fill(0),
    leader: seats.next(dealer),
    trick: [],
    hand: [...round.hand],
    actions: [],
    missed: 0,
  };
  for (const [chair, bid] of round.bids) bidOf(at, seats.of(chair), bid, round, seats, dealer);
  for (const [chair, count] of round.tricks) at.tricks[seats.of(chair)] = count;
  at.missed = at.tricks.reduce((sum, count) => sum + count, 0);
  if (at.phase === "bid" && (at.missed > 0 || round.trick.length > 0))
    throw new Refused("The site shows cards on the table before all have bid.");
  if (round.trick.length > 0) {
    at.leader = at.turn = seats.of(round.trick[0]![0]);
    for (const [chair, card] of round.trick) cardOf(at, seats.of(chair), card, seats);
  } else if (at.missed > 0) {
    if (round.turn === null) throw new Refused("The site does not say who leads the next trick.");
    at.leader = at.turn = seats.of(round.turn);
  }
  if (round.turn !== null && at.turn !== seats.of(round.turn))
    throw new Refused("The site names another player to act than the bids and cards it shows.");
  return at;
}

const left = (round: Round, seats: Seats, me: number, at: Standing): number =>
  round.size - at.missed - (round.trick.some(([chair]) => seats.of(chair) === me) ? 1 : 0);

function step(
  at: Standing,
  one: Happened,
  round: Round,
  seats: Seats,
  me: number,
  dealer: number,
): void {
  const seat = seats.of(one.chair);
  if (one.kind === "bid") {
    bidOf(at, seat, one.value, round, seats, dealer);
    at.actions.push(BID + one.value);
  } else if (one.kind === "card") {
    if (seat === me && !at.hand.includes(one.value))
      throw new Refused(`You played ${showCard(one.value)}, which was not in your hand.`);
    if (seat !== me && at.hand.includes(one.value))
      throw new Refused(`${seats.name(seat)} played ${showCard(one.value)}, which you hold.`);
    if (one.value === round.turned)
      throw new Refused(`${showCard(one.value)} was played, but it is the trump card.`);
    cardOf(at, seat, one.value, seats);
    at.hand = at.hand.filter((card) => card !== one.value);
    at.actions.push(one.value);
  } else {
    takenBy(at, seat, round, seats);
  }
}

function bidOf(
  at: Standing,
  seat: number,
  bid: number,
  round: Round,
  seats: Seats,
  dealer: number,
): void {
  turnOf(at, "bid", seat, seats);
  if (bid > round.size)
    throw new Refused(`${seats.name(seat)} bid ${bid} of ${round.size} tricks.`);
  at.bids[seat] = bid;
  at.turn = seats.next(seat);
  if (seat === dealer) at.phase = "play";
}

function cardOf(at: Standing, seat: number, card: number, seats: Seats): void {
  turnOf(at, "play", seat, seats);
  at.trick.push(card);
  at.turn = seats.next(seat);
  if (at.trick.length === seats.count) {
    at.turn = null;
    at.phase = "waiting";
  }
}

function takenBy(at: Standing, seat: number, round: Round, seats: Seats): void {
  if (at.trick.length !== seats.count)
    throw new Refused("The site gave away a trick that is not complete: an event is missing.");
  if (round.turned !== null) {
    const winner = (at.leader + best(at.trick, suitOf(round.turned))) % seats.count;
    if (winner !== seat)
      throw new Refused(
        `The site gave the trick to ${seats.name(seat)}, but ${seats.name(winner)} has taken it ` +
          `with ${showCard(round.turned)} turned up.`,
      );
  }
  at.tricks[seat]! += 1;
  at.leader = at.turn = seat;
  at.trick = [];
  const done = at.tricks.reduce((sum, count) => sum + count, 0) === round.size;
  at.phase = done ? "over" : "play";
  if (done) at.turn = null;
}

function turnOf(at: Standing, phase: string, seat: number, seats: Seats): void {
  if (at.phase !== phase || at.turn !== seat) {
    const due = at.turn === null ? "nobody was to act" : `it was ${seats.name(at.turn)}'s turn`;
    throw new Refused(`${seats.name(seat)} acted, but ${due}: an event is missing.`);
  }
}
