// What a game's folder gives the local table: `games/<game>/scene.ts` exports `scene`, the twin of
// kibitz/games/<game>/view.py and kibitz/table/games/<game>.py. Golden tables, written by the server's
// own code, prove that both give the same messages (tests/offline).
import type { Goal } from "./goal";
import type { DealSum, Legal, Position } from "../messages";
import type { Event, State } from "./engine";
import type { Stream } from "./rng";
import type { Rules } from "./rules";

/** What one seat may know. */
export interface View {
  rules: Rules;
  seat: number;
  player: number;
  phase: string;
  done: boolean;
  legal: number[]; // empty unless this seat is to act
  history: Event[];
  /** The position that the game began with, if any, as far as this seat may know it. */
  start: Record<string, unknown> | null;
}

export type Shown = Omit<Position, "ply" | "phase" | "player" | "done" | "seat" | "legal">;
export type Offer = Omit<Legal, "id" | "name">;

export interface GameScene<V extends View = View> {
  see(rules: Rules, state: State, seat: number): V;
  /** The history of a view without what only its seat knows, for spectators. */
  publicHistory(view: V): Event[];
  /** How many of these first events of a game a seat, or a spectator, sees; all if there is none. */
  count?(rules: Rules, events: Event[], seat: number | null): number;
  show(view: V, own: boolean, others: V[] | null): Shown;
  offer(view: V, action: number): Offer;
  describe(history: Event[], i: number, names: string[]): string;
  dealSum(view: V): DealSum | null;
  /** Bids or contracts that a seat met, and how many it had. */
  bidsMet?(events: Event[], seat: number): [number, number];
  label?(seat: number): string;
  /** For games that are searched here: the twin of `View.unseen` and of kibitz/search/games. */
  hidden?(view: V): Hidden;
  /** The match behind the deal on the table; its table must have been loaded. */
  goal?(rules: Rules, view: V): Goal | null;
  /** The twin of kibitz/players/<game>/simple.py, or the name of a player with the same rule. */
  simple: ((view: V, rng: Stream) => number) | string;
}

const modules = import.meta.glob<{ scene: GameScene }>("../games/*/scene.ts");

/** The games that can be played without a server. */
export const sceneNames = (): string[] =>
  Object.keys(modules).map((path) => path.split("/").at(-2) as string);

export async function sceneOf(game: string): Promise<GameScene> {
  const load = modules[`../games/${game}/scene.ts`];
  if (!load) throw new Error(`no scene for ${game}`);
  return (await load()).scene;
}

/** What a search may know of a card game: the cards that are hidden, and where they cannot be. */
export interface Hidden {
  cards: number[];
  seats: number[]; // the owners of the first places; a last place may be the stock
  sizes: number[]; // cards in each place
  excluded: bigint[]; // for each place a mask of the cards that cannot be there
  hand: number[]; // the own one
  played: number[][]; // by each seat in this deal
  known: object; // the position without its hands
  start: object; // the same at the deal
  actions: number[]; // since the deal
  locatable?: boolean; // a deal of the kind that networks for beliefs have learned
}

/** The part of a view that is the same in every game. */
export function seen(
  rules: Rules,
  state: State,
  seat: number,
  history: Event[],
  start: View["start"] = null,
): View {
  const player = state.player;
  const legal = player === seat ? state.legal() : [];
  return { rules, seat, player, phase: state.phase, done: state.done, legal, history, start };
}
