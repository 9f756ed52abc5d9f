// The felt of a trick game: plates around it, the trick in the middle, the own hand in front.
// A finished trick rests in the middle until the next card is led, so that nobody misses it.
import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import type { Scene } from "../games/look";
import type { Trick } from "../messages";
import { t } from "./texts";
import { Plate } from "../table/seat_plate";
import { place } from "../table/seat_places";
import { seatName } from "../table/names";
import { Prompt } from "../table/prompt";
import { AnyFace, Hand } from "./hand";
import { usePlateLift } from "./plate_lift";
import { cardName } from "./suit_signs";
import { whyNot } from "./why_not";

interface Props {
  scene: Scene;
  dealer: number;
  badge?: (seat: number) => ComponentChildren;
  facts?: (seat: number) => ComponentChildren;
  middle?: ComponentChildren; // in place of the trick: what was dealt or bid
  moves?: ComponentChildren; // the bidding box
  question?: string; // that the bidding box answers
}

export function TrickTable(props: Props): JSX.Element {
  const { scene, dealer, badge, facts, middle, moves, question } = props;
  const { position } = scene;
  const players = scene.seats.length;
  const running = position.trick && position.trick.cards.length > 0 ? position.trick : null;
  // Until somebody has taken a trick of this deal, the last one is of the deal before.
  const begun = position.player === null || position.tricks.some((taken) => taken > 0);
  const last = begun ? position.last_trick : null;
  const shown = running ?? (position.phase === "play" || position.done ? last : null);
  const { felt, lift } = usePlateLift(position.phase === "bid" || position.phase === "trump");
  const mine = scene.act !== null && position.legal.some((legal) => legal.kind === "card");
  const hand = position.hand ?? position.hands?.[scene.front ?? scene.home] ?? [];
  const [refused, setRefused] = useState<{ ply: number; why: string } | null>(null);
  const why = refused?.ply === position.ply ? refused.why : null;
  return (
    <>
      <div
        class={`felt seats-${players}${lift > 0 ? " lifted" : ""}`}
        style={{ "--lift": `${lift}px` }}
        ref={felt}
      >
        {scene.seats.map((at) => {
          const [x, y] = place(players, at.seat, scene.home);
          return (
            <div
              class={`ring-seat${at.seat === scene.home ? " home" : ""}`}
              style={{ left: `${x}%`, top: `${y}%`, transform: `translate(-${x}%, -${y}%)` }}
              key={at.seat}
            >
              <Plate
                scene={scene}
                seat={at.seat}
                dealer={dealer === at.seat}
                badge={badge?.(at.seat)}
              >
                {facts?.(at.seat)}
              </Plate>
            </div>
          );
        })}
        {running && last && <LastTrick trick={last} scene={scene} />}
        <div class="middle">
          {shown && !middle ? (
            <TrickCards
              trick={shown}
              scene={scene}
              resting={!running}
              stays={position.player === null}
            />
          ) : (
            middle
          )}
        </div>
      </div>
      <div class="front">
        <Prompt
          scene={scene}
          yours={moves && !mine ? (question ?? t("your_call")) : (why ?? t("play_a_card"))}
          urgent={why !== null}
        />
        {moves}
        {(position.hand !== null || position.hands !== null) && (
          <Hand
            mine={mine}
            onPick={
              scene.act &&
              ((place) => {
                const legal = position.legal.find(
                  (l) => l.kind === "card" && l.card === hand[place],
                );
                if (legal) scene.act?.(legal.id);
              })
            }
            onRefused={(place) => {
              const face = scene.faces[hand[place] as number];
              const led = running?.cards[0];
              const legal = position.legal.flatMap((l) => scene.faces[l.card ?? -1] ?? []);
              if (!face) return;
              const text = whyNot(face, legal, led && scene.faces[led.card], position.trump);
              setRefused({ ply: position.ply, why: text });
            }}
            cards={hand.map((card) => {
              const legal = position.legal.find((l) => l.kind === "card" && l.card === card);
              return {
                face: scene.faces[card] ?? { id: card, name: "?", rank: "?", suit: null },
                key: String(card),
                legal: legal !== undefined,
                hinted: legal !== undefined && legal.id === scene.hinted,
                grade: legal?.id === scene.made?.action ? scene.made?.grade : undefined,
              };
            })}
          />
        )}
      </div>
    </>
  );
}

/** While the next trick runs, the one before lies small in the corner. */
function LastTrick({ trick, scene }: { trick: Trick; scene: Scene }): JSX.Element {
  const spoken = trick.cards
    .map(({ seat, card }) => {
      const face = scene.faces[card];
      return `${seatName(scene.seats, seat)}: ${face ? cardName(face) : ""}`;
    })
    .join(", ");
  return (
    <div class="last-trick" role="img" aria-label={`${t("last_trick")}: ${spoken}`}>
      <small aria-hidden="true">{t("last_trick")}</small>
      <div class="last-trick-cards">
        {trick.cards.map(({ seat, card }) => {
          const face = scene.faces[card];
          return (
            <div class={trick.winner === seat ? "mini best" : "mini"} key={card}>
              {face && <AnyFace face={face} />}
            </div>
          );
        })}
      </div>
    </div>
  );
}

export function TrickCards({
  trick,
  scene,
  resting,
  stays,
}: {
  trick: Trick;
  scene: Scene;
  resting: boolean;
  stays?: boolean; // nobody leads to the next one: it is not gathered up
}): JSX.Element {
  const players = scene.seats.length;
  const to = trick.winner === null ? null : place(players, trick.winner, scene.home);
  return (
    <div
      class={["trick", resting && "resting", stays && "stays"].filter(Boolean).join(" ")}
      role="list"
      aria-label={resting ? t("last_trick") : t("this_trick")}
      style={to ? { "--wx": (to[0] - 50) / 50, "--wy": (to[1] - 50) / 50 } : {}}
    >
      {trick.cards.map(({ seat, card }, i) => {
        const face = scene.faces[card];
        const [x, y] = place(players, seat, scene.home);
        const best = trick.winner === seat;
        return (
          <div
            role="listitem"
            aria-label={`${t("card_by", { name: seatName(scene.seats, seat), card: face ? cardName(face) : "" })}${best ? `, ${t("wins")}` : ""}`}
            class={`trick-card${best ? " best" : ""}`}
            key={`${trick.leader}-${card}`}
            data-card={face?.name}
            style={{ "--dx": (x - 50) / 50, "--dy": (y - 50) / 50, zIndex: i + 1 }}
          >
            {face && <AnyFace face={face} />}
          </div>
        );
      })}
    </div>
  );
}
