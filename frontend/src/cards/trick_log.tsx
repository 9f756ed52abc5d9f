// The history of a trick game: an auction in one row, then a row for each trick, winner in bold.
import type { ComponentChildren, JSX } from "preact";
import { CardText } from "./suit_signs";
import type { Suit } from "./suits";
import type { CardFace, Line } from "../messages";
import { t } from "./texts";
import type { Entry, Scene } from "../games/look";
import { wordOf } from "../games/words";

interface Words {
  call: (name: string) => ComponentChildren;
  deal: (line: Line, number: number) => string;
  score: (data: number[], scene: Scene) => string;
  reveal?: (line: Line, scene: Scene) => string | null;
  /** The trump of a deal; the suit of its last call that names one unless given. */
  trump?: (deal: Line, number: number, scene: Scene) => Suit | null;
  /** Ranks of trumps from the lowest, where they are not in the order of the cards' ids. */
  trumpRanks?: readonly string[];
}

/** The place of the card that takes a trick: the highest trump, else the highest of the suit led. */
export function winningCard(
  trick: readonly CardFace[],
  trump: Suit | null,
  trumpRanks?: readonly string[],
): number {
  const strength = ({ id, rank, suit }: CardFace) => {
    if (suit === trump) return 2000 + (trumpRanks?.indexOf(rank) ?? id);
    return suit === trick[0]?.suit ? 1000 + id : id;
  };
  return trick.reduce(
    (best, face, i) => (strength(face) > strength(trick[best] as CardFace) ? i : best),
    0,
  );
}

export function trickLog(scene: Scene, words: Words): Entry[] {
  const byName = new Map<string, CardFace>(scene.faces.map((face) => [face.name, face]));
  const players = scene.seats.length;
  const entries: Entry[] = [];
  let ply = 0;
  let deals = 0;
  let tricks = 0;
  let trick: Entry | null = null;
  let cards: CardFace[] = []; // of that trick
  let auction: Entry | null = null;
  let trump: Suit | null = null;

  for (const line of scene.history) {
    const numbers = Array.isArray(line.data) ? line.data : [line.data];
    if (line.kind === "deal") {
      deals += 1;
      tricks = 0;
      trick = null;
      auction = null;
      trump = words.trump?.(line, deals, scene) ?? null;
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
        if (!words.trump) trump = (/[SHDC]$/.exec(line.name ?? "")?.[0] as Suit | null) ?? trump;
        continue;
      }
      if (!trick || trick.parts.length === players) {
        tricks += 1;
        cards = [];
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
      cards.push(face);
      const winner = trick.parts[winningCard(cards, trump, words.trumpRanks)];
      if (winner && cards.length === players && deals > 0) {
        winner.strong = true;
        winner.spoken = t("wins");
      }
    } else if (line.kind === "score") {
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
  return entries;
}

/** What the deal before scored, while the next is bid for: named, because it is not the total. */
export function ScoreBefore({
  scene,
  score,
}: {
  scene: Scene;
  score: (data: number[], scene: Scene) => string;
}): JSX.Element | null {
  const line = scene.history.findLast((each) => each.kind === "score");
  if (!line) return null;
  return (
    <p class="auction-before">
      {wordOf(scene.game, "last_deal") ?? t("last_deal")}
      {t("colon")}
      {score(line.data as number[], scene)}
    </p>
  );
}
