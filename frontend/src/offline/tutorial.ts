// The positions of a game's tutorial, as the server's explorer answered them when the page was built
// (tools/write_offline.py): each step, and what follows each right move.
import type { Scene, SceneReply } from "../messages";
import { Refusal } from "./refusal";
import type { Shelf } from "./shelf";

export interface TutorialScene {
  scene: Scene;
  reply: SceneReply;
}

const keyOf = ({ options, deal, position, actions }: Scene): string =>
  JSON.stringify([options ?? {}, deal ?? null, position ?? null, actions ?? []]);

/** The answer about a scene of a tutorial; the explorer's own scenes need a server. */
export async function tutorialScene(shelf: Shelf, scene: Scene | null): Promise<SceneReply> {
  const all = scene ? await shelf.tutorial(scene.game) : [];
  const found = all.find((each) => scene && keyOf(each.scene) === keyOf(scene));
  if (!found) throw new Refusal("not_offline", "this needs a server");
  return found.reply;
}
