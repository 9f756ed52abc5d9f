// What a game's folder gives the page: how its table looks, what its actions are called, and how
// its history reads. The folder is the registry: `games/<game>/look.tsx` exports `look`.
import type { ComponentChildren, FunctionComponent } from "preact";
import type {
  AskAdvisor,
  CardFace,
  Contract,
  Expected,
  GameFacts,
  Line,
  Position,
} from "../messages";
import type { Scene as Explored, SeatInfo } from "../messages";

type View = Position["view"];

/** What a table draws from: one position, live or of the past. */
export interface Scene {
  game: string;
  options: Record<string, boolean | number | string | number[] | null>;
  position: Position;
  history: Line[]; // up to this position
  seats: SeatInfo[];
  faces: CardFace[];
  home: number; // the seat that is drawn at the bottom
  front?: number; // whose hand lies in front of the table, if not that of `home`
  thinking: number | null;
  open: boolean; // all cards are shown
  /** Makes an action; null while it is not ours to move, or the position is of the past. */
  act: ((action: number) => void) | null;
  /** A position of the past: nobody is waited for. */
  past?: boolean;
  /** An action that a hint recommends, to be marked on the table. */
  hinted: number | null;
  /** In a review: the action that was made here, and its grade. */
  made?: { action: number; grade: string } | null;
  /** Seconds left on the clock of a seat, where there is one. */
  clock: (seat: number) => number | null;
}

/** One row of the history: a trick, an auction, a throw. */
export interface Entry {
  key: string;
  head: string;
  place?: string; // where a decision was made, for a review; otherwise the head
  parts: { seat: number | null; text: ComponentChildren; strong?: boolean; spoken?: string }[]; // `spoken` is for screen readers
  note?: string;
  ply: number; // actions made when it was complete: where a click leads
  /** An action's name in this row, where it depends on more than its name in the protocol. */
  label?: (name: string, phase: string) => string;
  /** Starts a new deal or round: drawn with a rule above. */
  begins?: boolean;
}

/** An entry of the advisor: a deal, a roll, an action. */
export type Entered = NonNullable<AskAdvisor["entries"]>[number];

export interface EntryProps {
  expects: Expected;
  facts: GameFacts;
  onEnter: (entry: Entered) => void;
}

export interface EditorProps {
  scene: Explored;
  position: Position;
  seats: SeatInfo[];
  onChange: (scene: Explored) => void;
}

/** What only one game needs in the advisor, beside cards and calls that are entered by name. */
export interface AdvisorParts {
  /** Everything that is entered in this game's own way. */
  Form?: FunctionComponent<EntryProps>;
  /** Whether `Form` offers this action, so that it needs no button of its own. */
  offers?: (name: string) => boolean;
  /** The dice that fell, where chance rolls in the open. */
  Roll?: FunctionComponent<{ onEnter: (entry: Entered) => void }>;
  /** Kinds of actions that are entered in the form and not on the table. */
  formOnly?: string[];
  /** A tick beside the cards: what it says, and what it adds to the entry. */
  tick?: { text: () => string; adds: { belote: boolean } };
}

/** What only one game needs in the explorer. */
export interface ExplorerParts {
  /** Chooses the outcome of a chance event. */
  Chance?: FunctionComponent<{ onChoose: (outcome: number) => void }>;
  /** Sets up a position that is more than a deal. */
  Editor?: FunctionComponent<EditorProps>;
  /** Names a figure by which a bot judges a position. */
  figure?: (bot: string, name: string) => string;
}

/** A page of its own, such as a calculator for bids; its path is the first word of the address. */
export interface GamePage {
  path: string;
  title: () => string;
  Page: FunctionComponent;
}

export interface Look {
  /** Any seat's hand can lie in front, or its sheet be filled in, while the table keeps its orientation. */
  turnsHands?: boolean;
  /** Seats 0 and 2 play against 1 and 3. */
  teams?: boolean;
  /** The felt with everything on it, and the moves. */
  Table: FunctionComponent<{ scene: Scene }>;
  /** Contract, trump and score: always in sight. */
  Score: FunctionComponent<{ scene: Scene }>;
  /** The same in one line, for a phone. */
  Brief?: FunctionComponent<{ scene: Scene }>;
  /** A contract in words, where the name of the bid is not enough. */
  contract?: (contract: Contract) => string;
  /** What ended the game, where its points do not show it. */
  ended?: (position: Position, seats: readonly SeatInfo[]) => string | null;
  /** A line of the history other than an action, for screen readers. */
  say?: (line: Line, seats: readonly SeatInfo[]) => string;
  /** The view of a deal whose last trick is taken and scored: `after` is of the next deal already. */
  settle?: (before: View, after: View, deal: { tricks: number[]; score: number[] }) => View;
  log(scene: Scene): Entry[];
  /** An action's name for people, from its name in the protocol and the position it is made in. */
  label(name: string, position?: Position): string;
  /** The options of a usual game, where those of the rules make it too short or too long. */
  usual?: Record<string, boolean | number | number[]>;
  /** A short text for the tile in the lobby. */
  Icon: FunctionComponent;
  /** How a seat's result reads, from the points it returned. */
  points(value: number): string;
  /** How many copies of a card the deck has, where it is not one. */
  copies?: (card: number) => number;
  /** Some actions leave no line in the history, so it cannot be cut at a ply. */
  hiddenActions?: boolean;
  advisor?: AdvisorParts;
  explorer?: ExplorerParts;
  pages?: GamePage[];
}

const modules = import.meta.glob<{ look: Look }>("./*/look.tsx", { eager: true });

const GENERIC = "generic"; // the folder of the look that any game can have

const LOOKS = new Map<string, Look>(
  Object.entries(modules).map(([path, module]) => [path.split("/")[1] as string, module.look]),
);

/** How a game looks; one without a folder of its own has the generic look. */
export function lookOf(game: string): Look {
  return LOOKS.get(game) ?? (LOOKS.get(GENERIC) as Look);
}

/** The games with a look of their own. */
export function lookNames(): string[] {
  return [...LOOKS.keys()].filter((name) => name !== GENERIC);
}

/** The pages that games add to the page, of those games that the server has. */
export function gamePages(games: readonly GameFacts[]): GamePage[] {
  return games.flatMap((facts) => LOOKS.get(facts.name)?.pages ?? []);
}
