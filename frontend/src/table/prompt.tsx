// What to do next, always in the same place above the hand: your turn, or whom you wait for.
import type { ComponentChildren, JSX } from "preact";
import type { Scene } from "../games/look";
import { seatName } from "./names";
import { t } from "./texts";

interface Props {
  scene: Scene;
  /** What is asked of you when it is your turn. */
  yours: string;
  urgent?: boolean; // it answers what was just tried
  children?: ComponentChildren; // moves that fit in the same row
}

export function Prompt({ scene, yours, urgent, children }: Props): JSX.Element {
  const { position, act } = scene;
  const whose = position.player === null ? undefined : scene.seats[position.player];
  const text = act
    ? scene.front !== undefined && whose
      ? t("to_move", { name: seatName(scene.seats, whose.seat) })
      : yours
    : position.done
      ? t("game_over")
      : whose && !whose.you
        ? t(scene.past ? "to_move" : "waiting_for", { name: seatName(scene.seats, whose.seat) })
        : "";
  return (
    <div class={act ? "prompt yours" : "prompt"}>
      <span class="prompt-text" role={urgent && act ? "alert" : undefined}>
        {text}
      </span>
      {children}
    </div>
  );
}
