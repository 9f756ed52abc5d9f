// The plate of a seat: who sits there, what they hold and have said, whose turn it is.
import type { ComponentChildren, JSX } from "preact";
import { useRef } from "preact/hooks";
import type { Scene } from "../games/look";
import { t } from "./texts";
import { AnyFace } from "../cards/hand";
import { CardBack } from "../cards/card";
import { cardName, rankLetter, SuitSign } from "../cards/suit_signs";
import type { CardFace, SeatInfo } from "../messages";
import { Avatar } from "./avatar";
import { Clock } from "./clock";
import { usePhone } from "./narrow";
import { EmoteBubble } from "./emotes";
import { seatLabel, seatName } from "./names";
import { levelOf } from "./personas";
import "./felt.css";

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
  const badged = badge !== undefined && badge !== null && badge !== ""; // a bid of 0 is one
  const turn = scene.position.player === seat;
  const size = scene.position.hand_sizes[seat];
  const hand = scene.position.hands?.[seat];
  // The hand in front of the table is drawn large; a spectator of closed cards has none there.
  const below =
    seat === (scene.front ?? scene.home) && (scene.position.hand !== null || hand !== undefined);
  const classes = ["plate", turn && "turn", at?.you && "you", at && !at.here && "gone"];
  return (
    <div class={classes.filter(Boolean).join(" ")} data-seat={seat}>
      <div class="plate-name">
        <Avatar seats={scene.seats} seat={seat} />
        <span class="plate-who">{seatName(scene.seats, seat)}</span>
        {dealer && (
          <abbr class="dealer" title={t("dealer")}>
            {t("dealer_letter")}
          </abbr>
        )}
        <Clock left={() => scene.clock(seat)} />
      </div>
      <EmoteBubble seat={seat} />
      <div class="plate-sub">
        {at?.kind === "bot" && <BotLabel bot={at.bot} />}
        {at?.kind === "person" && !at.you && at.name !== "" && namesPlace(at) && (
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
      {(badge !== undefined || children) && (
        <div class="plate-facts">
          {badged && <span class="badge">{badge}</span>}
          {children}
        </div>
      )}
      {!hideHand && size !== undefined && !below && (
        <HeldCards size={size} faces={hand?.map((card) => scene.faces[card])} />
      )}
    </div>
  );
}

/** Whether a seat's label tells more than its place at the table shows: North, but not Seat 2. */
function namesPlace(at: SeatInfo): boolean {
  return !/^Seat \d+$/.test(at.label) && at.label !== at.name;
}

/** How strong a bot is: the stars of its level, or which bot it is. */
export function BotLabel({ bot }: { bot: string | null }): JSX.Element {
  const level = levelOf(bot);
  if (!level) return <span class="bot-name">{bot}</span>;
  return (
    <span class="bot-name" title={t("level", { level })}>
      {t("level", { level })}
    </span>
  );
}

/** Backs, or where the cards are open their faces; on a phone, where faces are too small, in words. */
function HeldCards({
  size,
  faces,
}: {
  size: number;
  faces: (CardFace | undefined)[] | undefined;
}): JSX.Element {
  const narrow = usePhone() !== null;
  // Cards that were played leave a gap: a plate keeps its width.
  const most = useRef(size);
  most.current = Math.max(most.current, size);
  const known = (faces ?? []).filter((face) => face !== undefined);
  const label = known.length ? known.map(cardName).join(", ") : t("cards", { count: size });
  if (narrow && known.some((face) => face.suit !== null)) {
    const suits = [...new Set(known.map((face) => face.suit))].filter((suit) => suit !== null);
    return (
      <div class="plate-suits" role="img" aria-label={label}>
        {suits.map((suit) => (
          <span key={suit}>
            <SuitSign suit={suit} />{" "}
            {known
              .filter((face) => face.suit === suit)
              .map((face) => (face.suit ? rankLetter(face.rank) : face.rank))
              .join(" ")}
          </span>
        ))}
      </div>
    );
  }
  return (
    <div class="plate-cards" role="img" aria-label={label}>
      {Array.from({ length: most.current }, (_, i) => {
        const face = faces?.[i];
        return (
          <div class="mini" key={i}>
            {i < size && (face ? <AnyFace face={face} /> : <CardBack />)}
          </div>
        );
      })}
    </div>
  );
}
