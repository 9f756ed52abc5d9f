// Small things that several games draw in the same way.
import type { JSX } from "preact";
import { SuitSign, suitName } from "../cards/sign";
import type { Suit } from "../cards/suits";
import type { Line } from "../messages";
import type { Scene } from "./look";

export function TrumpSign({ suit }: { suit: Suit }): JSX.Element {
  return (
    <span class="trump">
      <SuitSign suit={suit} />
      <small>{suitName(suit)}</small>
    </span>
  );
}

/** What the deal before scored, while the next is bid for. */
export function lastScore(scene: Scene): Line | undefined {
  return scene.history.findLast((line) => line.kind === "score");
}

/** +5, −3, 0: with a true minus sign. */
export function signed(value: number): string {
  return value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0";
}
