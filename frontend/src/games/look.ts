// What a game's folder gives the page: how its table looks, what its actions are called, and how
// its history reads. The folder is the registry: `games/<game>/index.tsx` exports `look`.
import type { ComponentChildren, FunctionComponent } from "preact";
import type { CardFace, Line, Position, SeatTold } from "../messages";

/** What a table draws from: one position, live or of the past. */
export interface Scene {
  game: string;
  options: Record<string, boolean | number | string | number[] | null>;
  position: Position;
  history: Line[]; // up to this position
  seats: SeatTold[];
  faces: CardFace[];
  home: number; // the seat that is drawn at the bottom
  thinking: number | null;
  open: boolean; // all cards are shown
  /** Makes an action; null while it is not ours to move, or the position is of the past. */
  act: ((action: number) => void) | null;
  /** An action that a hint recommends, to be marked on the table. */
  hinted: number | null;
  /** Seconds left on the clock of a seat, where there is one. */
  clock: (seat: number) => number | null;
}

/** One row of the history: a trick, an auction, a throw. */
export interface Entry {
  key: string;
  head: string;
  parts: { seat: number | null; text: ComponentChildren; strong?: boolean; spoken?: string }[]; // `spoken` is added for who listens
  note?: string;
  ply: number; // actions made when it was complete: where a click leads
  /** Starts a new deal or round: drawn with a rule above. */
  begins?: boolean;
}

export interface Look {
  /** Seats 0 and 2 play against 1 and 3. */
  teams?: boolean;
  /** The felt with everything on it, and the moves. */
  Table: FunctionComponent<{ scene: Scene }>;
  /** Contract, trump and score: always in sight. */
  Score: FunctionComponent<{ scene: Scene }>;
  log(scene: Scene): Entry[];
  /** An action's name for people, from its name in the protocol. */
  label(name: string): string;
  /** A short text for the tile in the lobby. */
  Icon: FunctionComponent;
  /** How a seat's result reads, from the points it returned. */
  points(value: number): string;
}

const modules = import.meta.glob<{ look: Look }>("./*/index.tsx", { eager: true });

const LOOKS = new Map<string, Look>(
  Object.entries(modules).map(([path, module]) => [path.split("/")[1] as string, module.look]),
);

export function lookOf(game: string): Look | undefined {
  return LOOKS.get(game);
}

export function lookNames(): string[] {
  return [...LOOKS.keys()];
}
