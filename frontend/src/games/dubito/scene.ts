// Dubito for the local table: the twin of kibitz/games/dubito/view.py and
// kibitz/table/games/dubito.py.
import type { DealSum } from "../../messages";
import { NOBODY, type Event, type State } from "../../offline/engine";
import * as parts from "../../offline/parts";
import { list, range, sum } from "../../offline/parts";
import type { Rules } from "../../offline/rules";
import { seen, type GameScene, type Offer, type Shown, type View } from "../../offline/scene";
import { unflatten } from "../../offline/shape";

export const VALUES = 14; // a joker, and 13 numbers
export const JOKER = 0;
export const [DECLARE, DOUBT, LAY] = [0, 13, 14];

/** Rule 2: one to three cards with at most two jokers, by size, then in lexical order. */
export const LAYS: number[][] = [1, 2, 3].flatMap((size) => multisets(size, 0));

function multisets(size: number, from: number): number[][] {
  if (size === 0) return [[]];
  return range(VALUES - from)
    .flatMap((i) => multisets(size - 1, from + i).map((rest) => [from + i, ...rest]))
    .filter((cards) => cards.filter((card) => card === JOKER).length <= 2);
}

export interface Laid {
  seat: number;
  cards: number[];
}

export interface Position {
  hands: number[][];
  board: Laid[];
  number: number;
  player: number;
  out: number[];
  turns: number;
}

export interface DubitoView extends View, Omit<Position, "hands" | "board" | "player"> {
  hand: number[];
  handSizes: number[];
  board: { seat: number; size: number; cards: number[] }[]; // no cards of another seat's play
  pending: number; // the seat that has played its last cards and can be doubted, or -1
  inGame: number[]; // how many cards of each value are in hands and on the board
}

const cardName = (value: number) => (value === JOKER ? "joker" : String(value));
export const lay = (action: number) => LAYS[action - LAY] as number[];

function project(rules: Rules, event: Event, seat: number): Event {
  if (event.kind === "deal") {
    const { hands } = unflatten<{ hands: number[][] }>(rules.facts.chance, list(event));
    return { kind: "deal", seat, data: hands[seat] ?? [] };
  }
  return event.seat === seat ? event : sizeOnly(event);
}

/** Of a lay only its number of cards. */
function sizeOnly(event: Event): Event {
  const action = parts.actionOf(event);
  if (action === null || action < LAY) return event;
  return { ...event, data: [lay(action).length] };
}

function see(rules: Rules, state: State, seat: number): DubitoView {
  const { hands, board, player: _, ...p } = state.position<Position>();
  const history = state.events().map((event) => project(rules, event, seat));
  const view = seen(rules, state, seat, history, seeStart(state.start, seat));
  const inGame = range(VALUES).map(() => 0);
  for (const card of [...hands.flat(), ...board.flatMap((play) => play.cards)]) {
    inGame[card] = (inGame[card] as number) + 1;
  }
  const latest = board.at(-1)?.seat ?? NOBODY;
  const empty = latest !== NOBODY && hands[latest]?.length === 0 && !p.out.includes(latest);
  return {
    ...view,
    ...p,
    hand: hands[seat] ?? [],
    handSizes: hands.map((hand) => hand.length),
    board: seeBoard(board, seat),
    pending: !view.done && empty ? latest : NOBODY,
    inGame,
  };
}

const seeBoard = (board: Laid[], seat: number): DubitoView["board"] =>
  board.map((play) => ({
    seat: play.seat,
    size: play.cards.length,
    cards: play.seat === seat ? play.cards : [],
  }));

/** A position that the game began with: the own cards, and the sizes of the others' plays. */
function seeStart(start: State["start"], seat: number): View["start"] {
  if (!start) return null;
  const { hands, board, number, player, out, turns } = start as unknown as Position;
  const plays = seeBoard(board, seat).map((play) => [play.seat, play.size, play.cards]);
  return { hand: hands[seat], board: plays, number, player, out, turns };
}

export interface Reveal {
  doubter: number;
  target: number;
  number: number;
  correct: boolean;
  jokers: number;
  plays: Laid[];
  loser: number;
  taken: number[]; // rules 4 and 5: what the loser takes, in the order played
}

function readReveal(event: Event): Reveal {
  const [target, number, correct, jokers, ...rest] = list(event) as [
    number,
    number,
    number,
    number,
    ...number[],
  ];
  const plays: Laid[] = [];
  for (let i = 0; i < rest.length; i += 2 + (rest[i + 1] as number)) {
    const size = rest[i + 1] as number;
    plays.push({ seat: rest[i] as number, cards: rest.slice(i + 2, i + 2 + size) });
  }
  const latest = plays.at(-1)?.cards ?? [];
  const kept = correct ? latest : latest.filter((card) => card !== JOKER);
  return {
    doubter: event.seat,
    target,
    number,
    correct: correct !== 0,
    jokers,
    plays,
    loser: correct ? target : event.seat,
    taken: [...plays.slice(0, -1).flatMap((play) => play.cards), ...kept],
  };
}

/** Each doubt so far, with the values that its loser discarded afterwards. */
export function reveals(view: DubitoView): { reveal: Reveal; dropped: number[] }[] {
  const found: { reveal: Reveal; dropped: number[] }[] = [];
  for (const event of view.history) {
    if (event.kind === "reveal") found.push({ reveal: readReveal(event), dropped: [] });
    else if (event.kind === "discard") found.at(-1)?.dropped.push(list(event)[0] as number);
  }
  return found;
}

/** The cards that everyone knows to be with each seat, picked up in public and not played since. */
function known(view: DubitoView): number[][] {
  const counts = range(view.rules.players).map(() => range(VALUES).map(() => 0));
  const change = (seat: number, card: number, to: (n: number) => number) => {
    const own = counts[seat] as number[];
    own[card] = to(own[card] as number);
  };
  for (const { reveal, dropped } of reveals(view)) {
    for (const { seat, cards } of reveal.plays) {
      for (const card of cards) change(seat, card, (n) => Math.max(0, n - 1));
    }
    for (const card of reveal.taken) change(reveal.loser, card, (n) => n + 1);
    for (const value of dropped) change(reveal.loser, value, () => 0);
  }
  return counts.map((own) => own.flatMap((n, value) => range(n).map(() => value)));
}

function show(view: DubitoView, own: boolean, others: DubitoView[] | null): Shown {
  const ascending = (cards: number[]) => cards.toSorted((a, b) => a - b);
  const doubts = reveals(view);
  const last = doubts.at(-1)?.reveal;
  return {
    hand: own ? ascending(view.hand) : null,
    hands: others && others.map((other) => ascending(other.hand)),
    hand_sizes: view.handSizes,
    trick: null,
    last_trick: null,
    trump: null,
    contract: null,
    bids: [],
    tricks: [],
    scores: scores(view),
    view: {
      game: "dubito",
      number: view.number || null,
      board: view.board.map((play, i) => {
        const cards = others ? (others[play.seat]?.board[i]?.cards ?? []) : play.cards;
        const shown = cards.length > 0 && (own || others !== null);
        return { seat: play.seat, size: play.size, cards: shown ? cards : null };
      }),
      board_size: sum(view.board.map((play) => play.size)),
      out: view.out,
      pending: parts.seatOrNull(view.pending),
      turns: view.turns,
      max_turns: view.rules.options["max_turns"] as number,
      in_game: view.inGame,
      known: known(view),
      doubts: doubts.length,
      reveal: last
        ? {
            doubter: last.doubter,
            target: last.target,
            number: last.number,
            correct: last.correct,
            loser: last.loser,
            cards: last.plays.at(-1)?.cards ?? [],
            taken: last.taken.length,
            jokers: last.jokers,
          }
        : null,
    },
  };
}

/** Rule 8; players who are not out yet have no points. */
const scores = (view: DubitoView): number[] =>
  range(view.rules.players).map((seat) =>
    !view.out.includes(seat) ? 0 : seat === view.out[0] ? 1 : 0.5,
  );

function offer(_: DubitoView, action: number): Offer {
  if (action >= LAY) return { kind: "lay", cards: lay(action) };
  if (action === DOUBT) return { kind: "doubt" };
  return { kind: "declare", value: action - DECLARE + 1 };
}

function describe(history: Event[], i: number, names: string[]): string {
  const event = history[i] as Event;
  const who = event.seat === NOBODY ? "" : (names[event.seat] as string);
  const first = Array.isArray(event.data) ? (event.data[0] as number) : event.data;
  if (event.kind === "deal") return "the cards are dealt";
  if (event.kind === "reveal") {
    const { plays, correct, loser, taken } = readReveal(event);
    const shown = (plays.at(-1)?.cards ?? []).map(cardName).join(" ");
    const verdict = correct ? "a bluff" : "honest";
    const takes = parts.plural(taken.length, "card");
    return `shown: ${shown}, ${verdict}; ${names[loser]} takes ${takes}`;
  }
  if (event.kind === "discard") return `${who} discards four of ${cardName(first)}`;
  if (event.kind === "out") return `${who} is out, place ${first}`;
  if (event.kind === "score") {
    return `points: ${names.map((name, k) => `${name} ${(list(event)[k] ?? 0) / 2}`).join(", ")}`;
  }
  if (Array.isArray(event.data)) return `${who} plays ${parts.plural(first, "card")}`;
  if (first >= LAY) return `${who} plays ${lay(first).map(cardName).join(" ")}`;
  return first === DOUBT ? `${who} doubts` : `${who} declares ${first - DECLARE + 1}`;
}

/** At the end: who doubted, who was caught, and who took how many cards. */
function dealSum(view: DubitoView): DealSum | null {
  if (!view.done) return null;
  const seats = range(view.rules.players);
  const all = reveals(view).map(({ reveal }) => reveal);
  const doubted = (seat: number) => all.filter((reveal) => reveal.doubter === seat);
  return {
    number: 1,
    columns: seats.map((seat) => [seat]),
    verdict: null,
    contract: null,
    rows: [
      parts.row(
        "place",
        "fact",
        seats.map((seat) => (view.out.includes(seat) ? view.out.indexOf(seat) + 1 : null)),
      ),
      parts.row(
        "doubts",
        "fact",
        seats.map((seat) => doubted(seat).length),
      ),
      parts.row(
        "caught",
        "fact",
        seats.map((seat) => doubted(seat).filter((reveal) => reveal.correct).length),
      ),
      parts.row(
        "taken",
        "fact",
        seats.map((seat) => sum(all.filter((r) => r.loser === seat).map((r) => r.taken.length))),
      ),
      parts.row("total", "sum", scores(view)),
    ],
  };
}

export const scene: GameScene<DubitoView> = {
  see,
  publicHistory: (view) =>
    view.history.map((event) =>
      event.kind === "deal" ? parts.withoutHand(event, 0) : sizeOnly(event),
    ),
  show,
  offer,
  describe,
  dealSum,
  simple: "hunter",
};
