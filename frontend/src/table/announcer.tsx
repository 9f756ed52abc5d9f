// For screen readers: what just happened, with the names of people and cards, and whose turn it is.
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { SUIT_SIGN, type Suit } from "../cards/suits";
import { cardName, suitName } from "../cards/suit_signs";
import type { Look } from "../games/look";
import type { CardFace, Line } from "../messages";
import { endingOf } from "./ending";
import { seatName } from "./names";
import type { Attended } from "./store";
import { t } from "./texts";

const LINES_MAX = 6; // of what happened since the last time

/** "90♥" as words: "90 hearts". */
function inWords(text: string): string {
  return (Object.keys(SUIT_SIGN) as Suit[]).reduce(
    (words, suit) => words.replaceAll(SUIT_SIGN[suit], ` ${suitName(suit)} `),
    text,
  );
}

/** A line of the history, spoken; "" for what needs no words. */
export function spoken(line: Line, at: Attended, look: Look, faces: readonly CardFace[]): string {
  const who = line.seat === null ? "" : seatName(at.table.seats, line.seat);
  if (line.kind === "action" && line.name !== null) {
    const face = faces.find((each) => each.name === line.name);
    const what = face ? cardName(face) : inWords(look.label(line.name));
    return t("said", { name: who, what: what.replace(/\s+/g, " ").trim() });
  }
  if (line.kind === "score") return t("deal_scored");
  return look.say?.(line, at.table.seats) ?? "";
}

/** Parts as sentences, each with one full stop at most. */
export function sentences(parts: readonly string[]): string {
  return parts
    .filter(Boolean)
    .reduce(
      (text, part) => (text ? `${text}${/[.!?…]$/.test(text) ? "" : "."} ${part}` : part),
      "",
    );
}

export function Announcer({
  at,
  history,
  mine,
  look,
  faces,
}: {
  at: Attended;
  history: readonly Line[]; // what is shown: between two deals the next one is not yet
  mine: boolean;
  look: Look;
  faces: readonly CardFace[];
}): JSX.Element {
  const { table } = at;
  const heard = useRef(history.length);
  const text = useRef("");
  const over = table.status === "over" ? table.result : null;
  if (history.length !== heard.current) {
    const from = Math.max(heard.current, history.length - LINES_MAX);
    const fresh = history
      .slice(from)
      .map((line) => (over && line.kind === "score" ? "" : spoken(line, at, look, faces)));
    if (over) fresh.push(endingOf(table.seats, table.you, over, look).title);
    heard.current = history.length;
    text.current = sentences(fresh);
  }
  return (
    <p class="visually-hidden" role="status" aria-live="polite">
      {sentences([text.current, mine ? t("your_turn") : ""])}
    </p>
  );
}
