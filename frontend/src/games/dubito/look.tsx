// Dubito: play cards face down, claim what they are, and doubt those who claim too much.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { CardBack, NumberFace } from "../../cards/card";
import { Hand } from "../../cards/hand";
import type { CardFace, DubitoReveal, DubitoView, Line, SeatInfo } from "../../messages";
import { Plate } from "../../table/seat_plate";
import { Prompt } from "../../table/prompt";
import { seatName } from "../../table/names";
import { t } from "./texts";
import type { Look, Scene } from "../look";
import { Call, Moves } from "../../table/calls";
import { DubitoEntry, copies } from "./entry";
import { readDoubt, roundsLog } from "./log";
import "./styles.css";

const LAY_MAX = 3;

function faceOf(scene: Scene, value: number): CardFace {
  return (
    scene.faces[value] ?? {
      id: value,
      name: String(value),
      rank: value === 0 ? "joker" : String(value),
      suit: null,
    }
  );
}

/** The pile, the latest play on top, each as a small fan of backs. */
function Board({ scene }: { scene: Scene }): JSX.Element {
  const view = scene.position.view as DubitoView;
  // A tutorial's position is known in full, but shown as a seat sees it.
  const seen = (seat: number) => seat === scene.position.seat || Boolean(scene.position.hands);
  return (
    <div class="pile" role="list" aria-label={t("pile", { count: view.board_size })}>
      {view.board.map((play, i) => (
        <div
          class={`pile-play${i === view.board.length - 1 ? " latest" : ""}`}
          role="listitem"
          aria-label={`${seatName(scene.seats, play.seat)}: ${t("cards", { count: play.size })}`}
          key={i}
        >
          <div class="pile-cards">
            {Array.from({ length: play.size }, (_, j) => {
              const value = seen(play.seat) ? play.cards?.[j] : undefined;
              return (
                <div class="pile-card" key={j}>
                  {value === undefined ? <CardBack /> : <NumberFace value={value} />}
                </div>
              );
            })}
          </div>
          <small>{seatName(scene.seats, play.seat)}</small>
        </div>
      ))}
    </div>
  );
}

/** The values that the loser of the latest doubt discarded as four of a kind. */
function discardedAfter(history: readonly Line[]): number[] {
  return history
    .slice(history.findLastIndex((line) => line.kind === "reveal") + 1)
    .filter((line) => line.kind === "discard")
    .flatMap((line) => line.data as number | number[]);
}

function Reveal({ reveal, scene }: { reveal: DubitoReveal; scene: Scene }): JSX.Element {
  const names = {
    doubter: seatName(scene.seats, reveal.doubter),
    target: seatName(scene.seats, reveal.target),
  };
  const loser = scene.seats[reveal.loser];
  return (
    <div
      class={`reveal ${reveal.correct ? "bluff" : "honest"}`}
      key={`${reveal.doubter}.${reveal.cards}.${reveal.taken}`}
    >
      <p>{t("doubts_claim", { ...names, count: reveal.cards.length, number: reveal.number })}</p>
      <div class="reveal-cards">
        {reveal.cards.map((value, i) => (
          <div
            class={`reveal-card${value !== 0 && value !== reveal.number ? " false" : ""}`}
            key={i}
          >
            <NumberFace value={value} />
          </div>
        ))}
      </div>
      <p>
        <b>{reveal.correct ? t("it_was_bluff") : t("it_was_honest")}</b>{" "}
        {loser?.you
          ? t("you_take", { count: reveal.taken })
          : t("takes", { name: seatName(scene.seats, reveal.loser), count: reveal.taken })}
        {reveal.jokers > 0 && ` ${t("jokers_leave", { count: reveal.jokers })}`}
        {discardedAfter(scene.history).map(
          (value) =>
            ` ${t(loser?.you ? "you_discard" : "discards", { name: seatName(scene.seats, reveal.loser), value })}`,
        )}
      </p>
    </div>
  );
}

function Table({ scene }: { scene: Scene }): JSX.Element {
  const { position } = scene;
  const view = position.view as DubitoView;
  const players = scene.seats.length;
  const hand = position.hand ?? position.hands?.[scene.front ?? scene.home] ?? [];
  const [chosen, choose] = useState<number[]>([]); // places in the hand
  useEffect(() => choose([]), [position.ply, hand.length]);

  const act = scene.act;
  const lays = position.legal.filter((l) => l.kind === "lay");
  const declares = position.legal.filter((l) => l.kind === "declare");
  const doubt = position.legal.find((l) => l.kind === "doubt");
  const mine = act !== null && lays.length > 0;
  const values = chosen.map((place) => hand[place] as number).sort((a, b) => a - b);
  const lay = lays.find((l) => String(l.cards) === String(values));
  const madeCards = [...(lays.find((l) => l.id === scene.made?.action)?.cards ?? [])];
  const hintedCards = [...(lays.find((l) => l.id === scene.hinted)?.cards ?? [])];
  const others = Array.from({ length: players - 1 }, (_, i) => (scene.home + 1 + i) % players);

  const toggle = (place: number) =>
    choose((now) =>
      now.includes(place) ? now.filter((p) => p !== place) : [...now, place].slice(-LAY_MAX),
    );

  const place = (seat: number) => {
    const rank = view.out.indexOf(seat);
    if (rank >= 0) return t("out_place", { place: rank + 1 });
    return view.pending === seat ? t("pending_out") : null;
  };
  // Who has no cards waits for nobody: the others play on, which may take a while.
  const gone = view.out.indexOf(scene.home);
  const you = scene.seats[scene.home]?.you && !position.done && !scene.past;
  const without = !you
    ? null
    : gone >= 0
      ? t(gone === 0 ? "you_first" : "you_out", { place: gone + 1 })
      : view.pending === scene.home
        ? t("you_pending")
        : null;

  return (
    <div class="dubito">
      <div class={`felt dubito-felt seats-${players}`}>
        <div class="strip">
          {others.map((seat) => (
            <DubitoPlate key={seat} scene={scene} seat={seat} badge={place(seat)} />
          ))}
        </div>
        <div class="dubito-middle">
          <div class="declared" aria-live="polite">
            {view.number ? (
              <>
                <small>{t("declared")}</small>
                <b>{view.number}</b>
              </>
            ) : (
              <small>
                {position.done
                  ? t("game_over")
                  : scene.seats[position.player ?? 0]?.you
                    ? t("you_open")
                    : t("opens", { name: seatName(scene.seats, position.player ?? 0) })}
              </small>
            )}
          </div>
          {view.board.length > 0 && <Board scene={scene} />}
          {view.reveal && <Reveal reveal={view.reveal} scene={scene} />}
        </div>
        <DubitoPlate scene={scene} seat={scene.home} badge={place(scene.home)} />
      </div>
      <div class="front">
        <Prompt scene={scene} yours={declares.length > 0 ? t("declare_which") : t("your_turn")} />
        <div class="dubito-moves">
          {act && declares.length > 0 && (
            <div class="bidding">
              <Moves title={t("declare_which")}>
                {declares.map((l) => {
                  const held = hand.filter((v) => v === l.value).length;
                  return (
                    <Call
                      key={l.id}
                      kind={view.in_game[l.value as number] ? "strong" : "plain"}
                      label={t("declare_name", { number: l.value as number, count: held })}
                      hinted={l.id === scene.hinted}
                      onClick={() => act(l.id)}
                      action={l.name}
                      keyed={String(l.value)}
                    >
                      {l.value}
                      {held > 0 && <sup>×{held}</sup>}
                    </Call>
                  );
                })}
              </Moves>
            </div>
          )}
          {act && (doubt || lays.length > 0) && (
            <Moves
              title={
                view.number
                  ? t(doubt ? "play_or_doubt" : "play_as", { number: view.number })
                  : t("your_move")
              }
            >
              {lays.length > 0 && (
                <Call
                  kind="strong"
                  hinted={lay !== undefined && lay.id === scene.hinted}
                  onClick={lay ? () => act(lay.id) : null}
                  action="lay"
                >
                  {chosen.length === 0
                    ? t("pick_cards")
                    : t("play_cards", { count: chosen.length, number: view.number ?? "" })}
                </Call>
              )}
              {doubt && (
                <Call
                  kind="danger"
                  hinted={doubt.id === scene.hinted}
                  onClick={() => act(doubt.id)}
                  action="doubt"
                >
                  {t("doubt")}
                </Call>
              )}
            </Moves>
          )}
        </div>
        {without && (
          // In the place of the hand: the felt keeps its height.
          <div class="hand without-cards">
            <p>{without}</p>
          </div>
        )}
        {!without && (position.hand !== null || position.hands !== null) && (
          <Hand
            mine={mine}
            toggles
            onPick={mine ? toggle : null}
            cards={hand.map((value, i) => {
              const hint = hintedCards.indexOf(value);
              if (hint >= 0) hintedCards.splice(hint, 1);
              const done = madeCards.indexOf(value);
              if (done >= 0) madeCards.splice(done, 1);
              return {
                face: faceOf(scene, value),
                key: `${value}.${hand.slice(0, i).filter((v) => v === value).length}`,
                legal: lays.length > 0,
                chosen: chosen.includes(i),
                hinted: hint >= 0,
                grade: done >= 0 ? scene.made?.grade : undefined,
              };
            })}
          />
        )}
      </div>
    </div>
  );
}

function DubitoPlate({
  scene,
  seat,
  badge,
}: {
  scene: Scene;
  seat: number;
  badge: string | null;
}): JSX.Element {
  const view = scene.position.view as DubitoView;
  const size = scene.position.hand_sizes[seat] ?? 0;
  const known = view.known[seat] ?? [];
  return (
    <Plate scene={scene} seat={seat} badge={badge} hideHand={!scene.position.hands}>
      <span class="count" title={t("cards", { count: size })}>
        {t("cards", { count: size })}
      </span>
      {known.length > 0 && size > 0 && seat !== (scene.front ?? scene.home) && (
        <span class="known" title={t("known_cards")}>
          {t("picked_up")} {known.map((v) => (v === 0 ? "★" : v)).join(" ")}
        </span>
      )}
    </Plate>
  );
}

function Score({ scene }: { scene: Scene }): JSX.Element {
  const view = scene.position.view as DubitoView;
  return (
    <div class="facts">
      <div class="fact">
        <span class="fact-name">{t("declared")}</span>
        <span class="fact-value">{view.number ?? "–"}</span>
      </div>
      <div class="fact">
        <span class="fact-name">{t("on_pile")}</span>
        <span class="fact-value">{view.board_size}</span>
      </div>
      <div class="fact">
        <span class="fact-name">{t("turn")}</span>
        <span class="fact-value">{view.turns + (scene.position.done ? 0 : 1)}</span>
      </div>
      <div class="fact wide">
        <span class="fact-name">{t("gone_numbers")}</span>
        <span class="fact-value">
          {view.in_game
            .map((n, value) => (value > 0 && n === 0 ? value : null))
            .filter((v) => v !== null)
            .join(" ") || "–"}
        </span>
      </div>
      {view.out.length > 0 && (
        <ol class="places">
          {view.out.map((seat) => (
            <li key={seat}>{seatName(scene.seats, seat)}</li>
          ))}
        </ol>
      )}
    </div>
  );
}

/** One line: the number, the pile, and how many cards everybody holds. */
function Brief({ scene }: { scene: Scene }): JSX.Element {
  const view = scene.position.view as DubitoView;
  return (
    <>
      <small>{t("declared")}</small>
      <b>{view.number ?? "–"}</b>
      <small>{t("pile", { count: view.board_size })}</small>
    </>
  );
}

/** What a doubt showed, for screen readers. */
function say(line: Line, seats: readonly SeatInfo[]): string {
  if (line.kind === "out" && line.seat !== null) {
    const place = Array.isArray(line.data) ? (line.data[0] ?? 0) : line.data;
    return t("log_out", { name: seatName(seats, line.seat), place });
  }
  if (line.kind === "action" && line.seat !== null && Array.isArray(line.data)) {
    const what = t("plays_count", { count: line.data[0] ?? 0 });
    return t("did", { name: seatName(seats, line.seat), what });
  }
  if (line.kind !== "reveal" || !Array.isArray(line.data) || line.seat === null) return "";
  const doubt = readDoubt(line.seat, line.data);
  const loser = doubt.right ? doubt.target : doubt.doubter;
  const cards = doubt.plays.reduce((sum, play) => sum + play.cards.length, 0) - doubt.jokers;
  const took = seats[loser]?.you
    ? t("you_take", { count: cards })
    : t("takes", { name: seatName(seats, loser), count: cards });
  return `${doubt.right ? t("it_was_bluff") : t("it_was_honest")} ${took}`;
}

/** "5 5 0" as "5, 5, ★". */
function cardsOf(text: string): string {
  return text.replace(/\b0\b/g, "★").replaceAll(" ", ", ");
}

function label(name: string): string {
  if (name === "doubt") return t("label_doubt");
  const declare = /^declare (\d+)$/.exec(name);
  if (declare) return t("label_declare", { number: declare[1] as string });
  const lay = /^lay (.*)$/.exec(name);
  if (lay) return t("label_play", { cards: cardsOf(lay[1] as string) });
  return name;
}

function Icon(): JSX.Element {
  return (
    <span class="icon-suits">
      <b>7?</b>
    </span>
  );
}

export const look: Look = {
  turnsHands: true,
  copies,
  advisor: { Form: DubitoEntry, formOnly: ["doubt"] }, // a doubt is entered with the cards it shows
  say,
  Table,
  Score,
  Brief,
  Icon,
  label,
  points: (value) => (value === 1 ? t("hard_win") : value === 0.5 ? t("soft_win") : t("loss")),
  log: roundsLog,
};
