// The advisor's Belote: the twin of kibitz/advice/games/belote/mirror.py.
import { TrickMirror, type Duties } from "../../offline/advisor/tricks";
import type { About } from "../../offline/advisor/mirror";
import type { GameChecks } from "../../offline/checks";
import { NOBODY } from "../../offline/engine";
import { otherOfBelote } from "./checks";
import { trumpOf, type Position } from "./scene";

class BeloteMirror extends TrickMirror {
  override readonly cards = 32;
  override readonly announcement = "belote";
  override readonly seats = ["North", "East", "South", "West"];

  handSize(): number {
    return 8;
  }

  /** The other card of belote while it is unannounced. */
  private other(card: number): number | null {
    const { belote, bid } = this.world.position<Position>();
    return belote === NOBODY ? otherOfBelote(card, trumpOf(bid)) : null;
  }

  /** Rule 8: whoever announces holds king and queen; whoever does not, not both. */
  override duties(card: number, belote: boolean): Duties | null {
    const other = this.other(card);
    if (other === null) return belote ? null : [[card], 0n];
    return belote ? [[card, other], 0n] : [[card], 1n << BigInt(other)];
  }

  override announces(action: number): boolean {
    const other = this.other(action);
    const { hands } = this.world.position<Position>();
    return other !== null && (hands[this.world.player] as number[]).includes(other);
  }

  protected override whyNot(card: number, belote: boolean): string {
    if (belote && this.other(card) === null) {
      return "belote is announced once, with the first of king and queen of trump";
    }
    if (belote) return "announcing belote takes king and queen of trump, which does not fit";
    const announced = this.fit(card, true);
    announced?.free();
    if (announced) return "that hand holds the other card of belote: add belote to the entry";
    return super.whyNot(card, belote);
  }
}

export const mirror = (about: About, checks: GameChecks) => new BeloteMirror(about, checks);
