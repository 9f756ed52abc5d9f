// The explorer's answers: the twin of kibitz/server/handlers/explorer.py. Loaded when it is first asked.
import type {
  AskExplore,
  AskScene,
  ExplorerReply,
  HintReply,
  Refused,
  Scene,
  SceneReply,
  Worth,
} from "../../messages";
import { exactCards, solvable } from "../advice/exact";
import { EVALUATION, hint } from "../advice/hint";
import type { State } from "../engine";
import type { Options } from "../facts";
import { range } from "../parts";
import { viewData } from "../projection";
import { Refusal } from "../refusal";
import { actionName, type Rules } from "../rules";
import type { Shelf } from "../shelf";
import { firstOutcome, fillDeal } from "./fill";
import { explored, readLink, readScene, rulesFor, writeLink, type Explored } from "./scenes";

const BOTS_MAX = 8;

/** What a game adds: a compact text of whole games, and what a position between decisions is worth. */
export interface Compact {
  PREFIX: string;
  write(rules: Rules, state: State): string | null;
  read(text: string): Scene;
}
type FindWorth = (shelf: Shelf, rules: Rules, state: State) => Promise<Worth[]>;

const compacts = import.meta.glob<{ compact: Compact }>("../../games/*/cfn.ts");
const worths = import.meta.glob<{ worth: FindWorth }>("../../games/*/worth.ts");

const compactOf = async (game: string): Promise<Compact | null> =>
  (await compacts[`../../games/${game}/cfn.ts`]?.())?.compact ?? null;

export async function scene(shelf: Shelf, asked: AskScene, seed: bigint): Promise<SceneReply> {
  return shown(shelf, await explored(shelf, await sceneOf(shelf, asked, seed)));
}

/** A scene with a new deal, or roll. */
export async function newScene(
  shelf: Shelf,
  game: string,
  options: Options,
  seed: bigint,
): Promise<SceneReply> {
  const { rules } = await rulesFor(shelf, game, options);
  const given = readScene({ game, options, deal: firstOutcome(rules, seed) });
  return shown(shelf, await explored(shelf, given));
}

/** Each player's hint for a scene, and the solver's values. */
export async function explore(
  shelf: Shelf,
  asked: AskExplore,
  seed: bigint,
): Promise<ExplorerReply> {
  const {
    given,
    rules,
    scene: game,
    state,
  } = await explored(shelf, await sceneOf(shelf, asked, seed));
  try {
    const bots = asked.bots?.length ? asked.bots : [EVALUATION];
    const unknown = bots.find((bot) => bot !== EVALUATION && !(bot in rules.facts.bots));
    if (unknown !== undefined) {
      const text = `${rules.facts.name} has no player ${unknown} without a server`;
      throw new Refusal("unknown_bot", text);
    }
    if (state.player < 0) {
      const text = state.done ? "the game is over" : "a deal or a roll is due";
      throw new Refusal("no_decision", text);
    }
    if (bots.length > BOTS_MAX) {
      throw new Refusal("too_long", `choose at most ${BOTS_MAX} players at once`);
    }
    const view = game.see(rules, state, state.player);
    const hints: HintReply[] = [];
    const failed: Refused[] = [];
    for (const bot of bots) {
      try {
        const place = { rules, scene: game, view, state };
        hints.push(await hint(shelf, place, { bot, worlds: asked.worlds, seed: 0n }));
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        failed.push({ code: error.code, sentence: `${bot}: ${error.message}` });
      }
    }
    const solved = solvable(view) ? solvedCards(rules, state) : null;
    return { scene: { ...given }, seat: state.player, hints, failed, solved };
  } finally {
    state.free();
  }
}

/** Every legal card with its value under perfect play, best first. */
function solvedCards(rules: Rules, state: State): ExplorerReply["solved"] {
  const side = state.player % 2;
  return [...exactCards(state)]
    .map(([action, { sides, margin }]) => ({
      action,
      name: actionName(rules, action),
      sides,
      margin,
    }))
    .toSorted(
      (a, b) =>
        b.margin - a.margin ||
        (b.sides[side] as number) - (a.sides[side] as number) ||
        a.action - b.action,
    );
}

async function sceneOf(shelf: Shelf, asked: AskScene, seed: bigint): Promise<Scene> {
  if ([asked.scene, asked.link, asked.text].filter((each) => each != null).length !== 1) {
    throw new Refusal("bad_position", "give one of a scene, a link or a compact text");
  }
  if (asked.link != null) return readLink(asked.link);
  if (asked.text != null) return readText(shelf, asked.text);
  const found = readScene(asked.scene);
  if (!asked.fill || found.position != null || found.seed != null) return found;
  const { rules, checks } = await rulesFor(shelf, found.game, (found.options ?? {}) as Options);
  const deal = fillDeal(rules, checks, found.deal, seed) as NonNullable<Scene["deal"]>;
  return readScene({ ...found, deal });
}

/** The scene of a compact text. */
async function readText(shelf: Shelf, text: string): Promise<Scene> {
  const games = Object.keys(compacts).map((path) => path.split("/").at(-2) as string);
  for (const game of games) {
    const compact = (await compactOf(game)) as Compact;
    if (!text.trimStart().toLowerCase().startsWith(compact.PREFIX)) continue;
    const found = compact.read(text);
    try {
      const { rules, state } = await explored(shelf, readScene(found));
      state.free();
      return readScene({ ...found, options: rules.chosen });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      throw new Refusal("bad_text", `the CFN does not replay: ${error.message}`);
    }
  }
  const known = games.join(", ");
  throw new Refusal("bad_text", `this is not the text of a game; CFN exists for ${known}`);
}

async function shown(
  shelf: Shelf,
  { given, rules, scene: game, state }: Explored,
): Promise<SceneReply> {
  try {
    const views = range(rules.players).map((seat) => game.see(rules, state, seat));
    const view = views[Math.max(0, state.player)] as (typeof views)[number];
    const compact = await compactOf(given.game);
    const worth = (await worths[`../../games/${given.game}/worth.ts`]?.())?.worth;
    return {
      scene: { ...given },
      link: writeLink(given),
      text: compact && !state.start ? compact.write(rules, state) : null,
      chance: state.player < 0 && !state.done,
      position: viewData(game, view, true, views, state.actions().length),
      legal: state.player < 0 ? [] : state.legal(),
      worth: worth ? await worth(shelf, rules, state) : [],
    };
  } finally {
    state.free();
  }
}
