// What the texts of a game's folder say about a word of the server: an option, a choice, a bot.
// Undefined where the folder has nothing: then the server's own words are shown.
import { commonBot } from "../lobby/bots.fr";
import type { BotFacts } from "../messages";
import { settings } from "../settings";
import { french, type Holes, type Speaker } from "../text";

const modules = import.meta.glob<Pick<Speaker<string>, "find">>("./*/texts.ts", { eager: true });

const FINDERS = new Map(
  Object.entries(modules).map(([path, module]) => [path.split("/")[1] as string, module.find]),
);

const BOTS = new Map(
  Object.entries(
    import.meta.glob<{ bots: Record<string, string> }>("./*/bots.fr.ts", { eager: true }),
  ).map(([path, module]) => [path.split("/")[1] as string, module.bots]),
);

/** What a bot is, in the language of the page. */
export function aboutBot({ game, name, about }: Pick<BotFacts, "game" | "name" | "about">): string {
  if (settings.value.language !== "fr") return about;
  const text = BOTS.get(game)?.[name] ?? commonBot(name);
  return text === undefined ? about : french(text);
}

export function wordOf(game: string, key: string, holes?: Holes): string | undefined {
  return FINDERS.get(game)?.(key, holes);
}
