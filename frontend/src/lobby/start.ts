// Starts the usual game against bots of the chosen level: a tile's tap, and the end of a tutorial.
// In team games a partner as good as you are plays with you.
import { api } from "../api";
import { lookOf } from "../games/look";
import type { GameFacts, Ok } from "../messages";
import { partnerLevel } from "../my_games/partner";
import { go } from "../route";
import { settings } from "../settings";
import { ask, introduce } from "../table/store";
import { keepGame, usualSetup } from "./setup/choice";

const COUNTED = 200; // games

async function partnerOf(game: GameFacts): Promise<number | null> {
  if (lookOf(game.name).teams !== true) return null;
  try {
    return partnerLevel(await api.records(game.name, COUNTED, null, true), game);
  } catch {
    return null; // then a partner of the opponents' level
  }
}

export async function startUsual(game: GameFacts): Promise<void> {
  keepGame(game.name);
  await introduce();
  const { level, speed } = settings.value;
  const usual = lookOf(game.name).usual ?? {};
  const setup = usualSetup(game, usual, level, speed, await partnerOf(game));
  const answer = await ask<Ok>({ type: "create", setup });
  if (answer?.table) go(`/table/${answer.table}`);
}
