// Starts the usual game against bots of the chosen level: a tile's tap, and the end of a tutorial.
import { lookOf } from "../games/look";
import type { GameFacts, Ok } from "../messages";
import { go } from "../route";
import { settings } from "../settings";
import { ask, introduce } from "../table/store";
import { keepGame, usualSetup } from "./setup/choice";

export async function startUsual(game: GameFacts): Promise<void> {
  keepGame(game.name);
  await introduce();
  const { level, speed } = settings.value;
  const setup = usualSetup(game, lookOf(game.name).usual ?? {}, level, speed);
  const answer = await ask<Ok>({ type: "create", setup });
  if (answer?.table) go(`/table/${answer.table}`);
}
