// The look of a game that has no folder here: every legal action is a button, what a seat sees is the
// game's own text, and the history has the names of the actions. A game from another package is
// played with it as it is.
import type { JSX } from "preact";
import { AnyFace } from "../../cards/hand";
import { cardName } from "../../cards/suit_signs";
import { number } from "../../numbers";
import { Call, Moves } from "../../table/calls";
import { seatName } from "../../table/names";
import { Plate } from "../../table/seat_plate";
import { Prompt } from "../../table/prompt";
import { ScoreTable } from "../../table/score_table";
import type { Entry, Look, Scene } from "../look";
import { find, t } from "./texts";
import "./styles.css";

/** "raise_10" as people write it: "Raise 10". */
export function label(name: string): string {
  const words = name.replaceAll("_", " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What the server sends of any game as text; a game with a view of its own may lack it. */
interface TextView {
  text?: string | null; // what this seat sees
  texts?: string[] | null; // what each seat sees, where the cards are open
}

/** What the seat at the bottom sees, line by line. */
function linesOf(scene: Scene): string[] {
  const view = scene.position.view as unknown as TextView;
  const text = view.text ?? view.texts?.[scene.home] ?? "";
  return text.split("\n").filter((line) => line.trim() !== "");
}

function Held({ scene }: { scene: Scene }): JSX.Element | null {
  const { hand, hands } = scene.position;
  const cards = hand ?? hands?.[scene.home] ?? [];
  const faces = cards.map((card) => scene.faces[card]).filter((face) => face !== undefined);
  if (faces.length === 0) return null;
  return (
    <div class="held" role="group" aria-label={t("your_hand")}>
      {faces.map((face, i) => (
        <div class="held-card" role="img" aria-label={cardName(face)} key={i}>
          <AnyFace face={face} />
        </div>
      ))}
    </div>
  );
}

function Table({ scene }: { scene: Scene }): JSX.Element {
  const { position, act } = scene;
  const players = scene.seats.length;
  const others = Array.from({ length: players - 1 }, (_, i) => (scene.home + 1 + i) % players);
  const last = scene.history.findLast((line) => line.kind === "action");
  return (
    <div class="generic">
      <div class="felt generic-felt">
        <div class="strip">
          {others.map((seat) => (
            <Plate scene={scene} seat={seat} key={seat} />
          ))}
        </div>
        <div class="generic-middle">
          {last && <p class="generic-last">{sentence(scene, last)}</p>}
          <div class="generic-text">
            {linesOf(scene).map((line, i) => (
              <p key={i}>{line}</p>
            ))}
          </div>
          {position.done && <p class="generic-last">{t("game_over")}</p>}
        </div>
        <Plate scene={scene} seat={scene.home} />
      </div>
      <div class="front">
        <Prompt scene={scene} yours={t("your_turn")} />
        <Held scene={scene} />
        {act && position.legal.length > 0 && (
          <Moves title={t("your_move")}>
            {position.legal.map((legal) => (
              <Call
                key={legal.id}
                kind="strong"
                hinted={legal.id === scene.hinted}
                onClick={() => act(legal.id)}
                action={legal.name}
              >
                {label(legal.name)}
              </Call>
            ))}
          </Moves>
        )}
      </div>
    </div>
  );
}

/** A line of the history: who did what, or the server's words. */
function sentence(scene: Scene, line: Scene["history"][number]): string {
  if (line.seat === null || line.name === null) return line.text;
  return t("did", { name: seatName(scene.seats, line.seat), what: label(line.name) });
}

function Score({ scene }: { scene: Scene }): JSX.Element {
  const { position } = scene;
  const order = scene.seats.map((_, i) => (scene.home + i) % scene.seats.length);
  return (
    <div class="facts">
      <ScoreTable
        head={[t("player"), t("score")]}
        rows={order.map((seat) => ({
          name: seatName(scene.seats, seat),
          total: number(position.scores[seat] ?? 0),
        }))}
      />
    </div>
  );
}

/** A row for each line; an action shows who made it. */
function log(scene: Scene): Entry[] {
  let ply = 0;
  return scene.history.map((line, i) => {
    if (line.kind === "action") ply += 1;
    const who = line.seat !== null && line.name !== null;
    return {
      key: String(i),
      head:
        line.kind === "action" ? t("log_move", { number: ply }) : (find(`log_${line.kind}`) ?? ""),
      parts: [{ seat: who ? line.seat : null, text: who ? label(line.name as string) : line.text }],
      ply,
      begins: line.kind === "deal",
    };
  });
}

function Icon(): JSX.Element {
  return (
    <svg class="icon-generic" viewBox="0 0 24 24">
      <path d="M5 3h9a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zm4.500 4L7 12l2.500 5 2.500-5zM18 6l2.200.6a2 2 0 0 1 1.400 2.400l-2.900 10.800a2 2 0 0 1-1.500 1.400 4 4 0 0 0 .8-2.400z" />
    </svg>
  );
}

export const look: Look = { Table, Score, Icon, label, points: number, log };
