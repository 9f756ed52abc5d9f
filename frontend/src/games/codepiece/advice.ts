// Codepiece for advice: the twin of kibitz/search/games/codepiece.py.
import type { GameAdvice } from "../../offline/advice/game";
import { range } from "../../offline/parts";
import { excludedBy, type CodepieceView } from "./scene";

/** For each seat and suit, a bit for every card that its plays have ruled out. */
const memory = (view: CodepieceView): number[] =>
  excludedBy(view).flatMap((mask) =>
    range(4).map((suit) => Number((mask >> BigInt(13 * suit)) & 0x1fffn)),
  );

export const advice: GameAdvice<CodepieceView> = { memory };
