// What the engine's files say about a game. tools/write_offline.py writes them from the Python
// package, which stays the only place where options, names and players are defined.
import type { BotFacts, GameFacts } from "../messages";
import type { Shape } from "./shape";

export type OptionValue = boolean | number | string | number[] | null;
export type Options = Record<string, OptionValue>;

export interface OptionRule {
  name: string;
  kind: "flag" | "choice" | "integer" | "integers";
  default: OptionValue;
  words?: string[];
  low?: number;
  high?: number;
  optional?: boolean;
  length_max?: number;
}

/** A search with rollouts at random or by a rule player, or one that a network guides. */
export interface Searching {
  search: "ismcts" | "mcts" | "rollout";
  simulations: number;
  worlds: number; // at most, where they are drawn one by one
  rollouts: PolicyFacts | null; // null: at random
  turns: number; // of a rollout at most; 0: all
  softness: number; // points, of the reward soft
  halving: boolean; // of flat rollouts: the worse half is dropped again and again
  plans: boolean; // whole turns are compared
  exploration: number;
  reward: number; // its place in REWARDS of kibitz/search/settings.py
  to_deal: boolean; // simulations stop at the next deal
  equity: boolean; // deals of a match are valued by the chance to win it
  net?: string;
  prior: boolean;
  value: boolean;
  value_unit: number;
  belief: { slip: number; worlds: number } | null; // worlds weighed by the network
  located?: Located; // worlds drawn as likely as a network thinks them
}

/** A network that says where cards are, and how far it is trusted. */
export interface Located {
  net: string;
  trust: number;
}

/** A player that solves worlds, perhaps likely ones: `weighed` of them, or some for each, are weighed by its network. */
export interface Pimc {
  pimc: {
    worlds: number;
    agree: boolean;
    equity: boolean;
    reach: number | null; // the largest slip that counts
    likely: { weighed: number; slip: number } | null;
    inferred: { slip: number } | null; // as likely as the network makes what was played
  };
  net?: string;
  located?: Located;
}

/** One player until a number of tricks of a deal have been played, then another. */
export interface Switch {
  first: Part;
  tricks: number;
  then: Part;
}

/** A decider: a native policy, the game's simple rule, a search, or several of them. */
export type Part =
  | { policy: string; parameters: number[]; net?: string; value?: string }
  | { rule: "simple" }
  // Of games/<game>/strategies, perhaps around a network, or with a number of worlds and trumps.
  | { strategy: string; net?: string; worlds?: number; suits?: number }
  | Pimc
  | { blend: { part: Part; weight: number }[] }
  | Switch
  | Searching
  | { bid: Part; play: Part };

/** A rule player that plays rollouts: its place among the engine's, and its numbers. */
export interface PolicyFacts {
  policy: number;
  numbers: number[];
  value?: string; // the network that it names by a number
}

/** What kibitz/advice knows about the game. */
export interface AdviceFacts {
  reward: string;
  to_deal: boolean; // playouts stop at the next deal
  equity: boolean; // deals of a match are valued by the chance to win it
  scale: number; // turns the reward into own side minus other side
  grades: [inaccuracy: number, mistake: number, blunder: number];
  grades_of_a_win: [inaccuracy: number, mistake: number, blunder: number];
  playouts: number; // of an action in a row
  judge: string; // the policy that plays them
  policies: Record<string, PolicyFacts>;
  solved: Record<string, number> | null; // worlds in a row by cards in hand, if there is a solver
  slip: number; // how far play is from what the solver says
  unit: string; // of what an outlook counts at the end
  step: number; // width of its ranges; 0: each total by itself
  outlook: { player: string; policy: string; parameters: number[] }; // who plays out worlds
}

export interface NetFacts {
  file: string;
  description: number[];
  encoding: string;
  sizes: number[];
}

export interface EngineFacts {
  name: string;
  title: string;
  rules: number; // version
  phases: string[];
  chance: Shape;
  position: Shape;
  options: OptionRule[];
  players: number | null; // null: an option of that name says
  sides: number[][]; // the seats that win and lose together with each seat
  actions: string[]; // names
  bots: Record<string, Part>;
  nets: Record<string, NetFacts>;
  advice: AdviceFacts;
  numbers: number[]; // that strategies of the page need
  tables: Record<string, string>; // that they need: their files
  values: Record<string, string>; // of a network that a policy names by a number: its file
}

/** `offline/index.json`: what the server would answer about itself. */
export interface OfflineFacts {
  version: string;
  protocol: number;
  games: GameFacts[];
  bots: Record<string, BotFacts[]>;
  rules: Record<string, string>; // Markdown
  files: string[]; // to be kept for a visit without a network
  later: string[]; // of these, beliefs of levels, kept after the rest
  on_demand: string[]; // networks that no level uses, kept once a player has needed them
}
