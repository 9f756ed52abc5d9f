// The advisor's Codepiece: the twin of kibitz/advice/games/codepiece/mirror.py.
import { TrickMirror } from "../../offline/advisor/tricks";
import type { About } from "../../offline/advisor/mirror";
import type { GameChecks } from "../../offline/checks";
import { CARD } from "./scene";

class CodepieceMirror extends TrickMirror {
  override readonly firstCard = CARD;

  handSize(): number {
    return 13;
  }
}

export const mirror = (about: About, checks: GameChecks) => new CodepieceMirror(about, checks);
