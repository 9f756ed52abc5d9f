// What the tutorials teach: games/<game>/tutorial.json, fetched when one is opened.
import type { Scene } from "../messages";
import type { Language } from "../settings";

interface Words {
  text: string;
  right: string;
  wrong: string;
}

export type Step = Record<Language, Words> & {
  scene: Scene;
  good: string[]; // names of the actions that are right here
  then?: number[]; // what the others do after the right one, where only that shows its effect
};

const CONTENT = import.meta.glob<{ steps: unknown }>("../games/*/tutorial.json", {
  import: "default",
});

export function hasTutorial(game: string): boolean {
  return `../games/${game}/tutorial.json` in CONTENT;
}

export async function stepsOf(game: string): Promise<Step[]> {
  const found = await CONTENT[`../games/${game}/tutorial.json`]?.();
  return (found?.steps ?? []) as Step[];
}
