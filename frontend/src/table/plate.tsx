// The plate of a seat: who sits there, what they hold and have said, whose turn it is.
import type { ComponentChildren, JSX } from "preact";
import type { Scene } from "../games/look";
import { t } from "../text";
import { AnyFace } from "../cards/hand";
import { CardBack } from "../cards/card";
import { Clock } from "./clock";
import { seatLabel, seatName } from "./names";

interface Props {
  scene: Scene;
  seat: number;
  dealer?: boolean;
  badge?: ComponentChildren; // the last call, the bid, the place
  children?: ComponentChildren; // tricks, points
  hideHand?: boolean;
}

export function Plate({ scene, seat, dealer, badge, children, hideHand }: Props): JSX.Element {
  const at = scene.seats[seat];
  const turn = scene.position.player === seat;
  const size = scene.position.hand_sizes[seat];
  const hand = scene.position.hands?.[seat];
  const classes = ["plate", turn && "turn", at?.you && "you", at && !at.here && "gone"];
  return (
    <div class={classes.filter(Boolean).join(" ")} data-seat={seat}>
      <div class="plate-name">
        <span class="plate-who">{seatName(scene.seats, seat)}</span>
        {dealer && (
          <abbr class="dealer" title={t("dealer")}>
            {t("dealer_letter")}
          </abbr>
        )}
        <Clock left={() => scene.clock(seat)} />
      </div>
      <div class="plate-sub">
        {at?.kind === "bot" && <span class="bot-name">{at.bot}</span>}
        {at?.kind === "person" && !at.you && seatLabel(at) !== seatName(scene.seats, seat) && (
          <span class="bot-name">{seatLabel(at)}</span>
        )}
        {at?.away && <span class="tag">{t("away")}</span>}
        {at && !at.here && !at.away && <span class="tag">{t("not_here")}</span>}
        {scene.thinking === seat && turn && (
          <span class="thinking" aria-label={t("thinking")}>
            <i />
            <i />
            <i />
          </span>
        )}
      </div>
      {(badge || children) && (
        <div class="plate-facts">
          {badge && <span class="badge">{badge}</span>}
          {children}
        </div>
      )}
      {!hideHand && size !== undefined && seat !== scene.home && (
        <div class="plate-cards" role="img" aria-label={t("cards_held", { count: size })}>
          {hand
            ? hand.map((card, i) => {
                const face = scene.faces[card];
                return (
                  <div class="mini" key={`${card}-${i}`}>
                    {face && <AnyFace face={face} />}
                  </div>
                );
              })
            : Array.from({ length: size }, (_, i) => (
                <div class="mini" key={i}>
                  <CardBack />
                </div>
              ))}
        </div>
      )}
    </div>
  );
}
