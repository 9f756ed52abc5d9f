// The routes of the training room. Every one of them is for the owner of the server alone.
import { http, remove } from "../api";
import type {
  CommandReply,
  Freed,
  LeagueReport,
  PlayerMade,
  Preset,
  RecipeForm,
  RunStarted,
  RunReport,
  RunsReport,
  TrainingFacts,
} from "../messages";

export type Values = Record<string, string>;

export interface Start {
  game: string;
  recipe: string;
  name: string | null;
  values: Values;
  weights_run: string | null;
  weights: string | null;
}

export interface AgentSetup {
  name: string;
  role: "main" | "exploiter";
  recipe: string;
  values: Values;
}

export type PoolChange = {
  do: "pin" | "unpin" | "retire" | "restore" | "add";
  name?: string;
  run?: string;
  file?: string;
};

const at = (run: string) => `/training/runs/${encodeURIComponent(run)}`;

export const training = {
  facts: () => http<TrainingFacts>("/training"),
  form: (game: string, recipe: string) =>
    http<RecipeForm>(`/training/recipes/${encodeURIComponent(game)}/${encodeURIComponent(recipe)}`),
  runs: () => http<RunsReport>("/training/runs"),
  run: (run: string) => http<RunReport>(at(run)),
  command: (asked: Start) => http<CommandReply>("/training/command", asked),
  start: (asked: Start) => http<RunStarted>("/training/runs", asked),
  resume: (run: string, file: string | null, values: Values) =>
    http(`${at(run)}/resume`, { file, values }),
  tell: (run: string, word: "pause" | "run" | "stop" | "evaluate") =>
    http(`${at(run)}/tell`, { word }),
  pool: (run: string, change: PoolChange) => http(`${at(run)}/pool`, change),
  clean: (run: string, checkpoints: number | null, snapshots: number | null) =>
    http<Freed>(`${at(run)}/clean`, { checkpoints, snapshots }),
  remove: (run: string) => remove(at(run)),
  evaluate: (run: string, file: string, games: number) =>
    http(`${at(run)}/evaluations`, { file, games }),
  leaderboard: (run: string, file: string, deals: number) =>
    http(`${at(run)}/leaderboard`, { file, deals }),
  stopJob: (run: string, job: string) => remove(`${at(run)}/jobs/${job}`),
  player: (run: string, file: string) => http<PlayerMade>(`${at(run)}/players`, { file }),
  leagues: () => http<LeagueReport[]>("/training/leagues"),
  saveLeague: (name: string, game: string, agents: AgentSetup[]) =>
    http<LeagueReport>("/training/leagues", { name, game, agents }),
  league: (league: string, word: "start" | "stop") =>
    http(`/training/leagues/${encodeURIComponent(league)}/${word}`, {}),
  agent: (league: string, agent: string, word: "start" | "stop") =>
    http(
      `/training/leagues/${encodeURIComponent(league)}/agents/${encodeURIComponent(agent)}/${word}`,
      {},
    ),
  presets: () => http<Preset[]>("/training/presets"),
  savePreset: (game: string, recipe: string, name: string, values: Values) =>
    http("/training/presets", { game, recipe, name, values }),
  removePreset: (preset: Preset) =>
    remove(`/training/presets/${preset.game}/${preset.recipe}/${preset.name}`),
};
