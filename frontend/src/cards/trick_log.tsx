// The history of a trick game: an auction in one row, then a row for each trick, winner in bold.
import type { ComponentChildren } from "preact";
import { CardText } from "./suit_signs";
import type { CardFace, Line } from "../messages";
import { t } from "./texts";
import type { Entry, Scene } from "../games/look";

interface Words {
  call: (name: string) => ComponentChildren;
  deal: (line: Line, number: number) => string;
  score: (data: number[], scene: Scene) => string;
  reveal?: (line: Line, scene: Scene) => string | null;
}

export function trickLog(scene: Scene, words: Words): Entry[] {
  const byName = new Map<string, CardFace>(scene.faces.map((face) => [face.name, face]));
  const players = scene.seats.length;
  const entries: Entry[] = [];
  const lastWinner = scene.position.last_trick?.winner ?? null;
  let ply = 0;
  let deals = 0;
  let tricks = 0;
  let trick: Entry | null = null;
  let auction: Entry | null = null;

  const close = (winner: number | null) => {
    const part = trick?.parts.find((p) => p.seat === winner);
    if (trick && part && trick.parts.length === players) {
      part.strong = true;
      part.spoken = t("wins");
    }
  };

  for (const line of scene.history) {
    const numbers = Array.isArray(line.data) ? line.data : [line.data];
    if (line.kind === "deal") {
      deals += 1;
      tricks = 0;
      trick = null;
      auction = null;
      entries.push({
        key: `d${deals}`,
        head: words.deal(line, deals),
        parts: [],
        ply,
        begins: true,
      });
    } else if (line.kind === "action") {
      ply += 1;
      const face = line.name === null ? undefined : byName.get(line.name);
      if (!face) {
        if (!auction) {
          auction = { key: `a${deals}`, head: t("log_auction"), parts: [], ply };
          entries.push(auction);
        }
        auction.parts.push({ seat: line.seat, text: words.call(line.name ?? line.text) });
        auction.ply = ply;
        continue;
      }
      if (!trick || trick.parts.length === players) {
        close(line.seat); // the winner of a trick leads the next
        tricks += 1;
        trick = {
          key: `t${deals}.${tricks}`,
          head: t("log_trick", { number: tricks }),
          parts: [],
          ply,
        };
        entries.push(trick);
      }
      trick.parts.push({ seat: line.seat, text: <CardText face={face} /> });
      trick.ply = ply;
    } else if (line.kind === "score") {
      close(lastWinnerOf(scene, trick, lastWinner));
      trick = null;
      entries.push({
        key: `s${deals}`,
        head: t("log_score"),
        parts: [],
        note: words.score(numbers, scene),
        ply,
      });
    } else if (line.kind === "reveal" && trick) {
      const note = words.reveal?.(line, scene);
      if (note) trick.note = note;
    }
  }
  close(lastWinnerOf(scene, trick, lastWinner));
  return entries;
}

/** The latest trick's winner is in the position, if that is the trick which was closed last. */
function lastWinnerOf(scene: Scene, trick: Entry | null, winner: number | null): number | null {
  const last = scene.position.last_trick;
  if (!trick || !last || trick.parts.length !== last.cards.length) return null;
  return trick.parts[0]?.seat === last.leader ? winner : null;
}

/** What the deal before scored, while the next is bid for. */
export function lastScore(scene: Scene): Line | undefined {
  return scene.history.findLast((line) => line.kind === "score");
}
