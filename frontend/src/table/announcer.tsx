// For screen readers: what just happened, with the names of people and cards, and whose turn it is.
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { SUIT_SIGN, type Suit } from "../cards/suits";
import { cardName, suitName } from "../cards/suit_signs";
import type { Look } from "../games/look";
import type { CardFace, Line } from "../messages";
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

export function Announcer({
  at,
  mine,
  look,
  faces,
}: {
  at: Attended;
  mine: boolean;
  look: Look;
  faces: readonly CardFace[];
}): JSX.Element {
  const heard = useRef(at.history.length);
  const text = useRef("");
  if (at.history.length !== heard.current) {
    const from = Math.max(heard.current, at.history.length - LINES_MAX);
    const fresh = at.history.slice(from).map((line) => spoken(line, at, look, faces));
    heard.current = at.history.length;
    text.current = fresh.filter(Boolean).join(". ");
  }
  return (
    <p class="visually-hidden" role="status" aria-live="polite">
      {text.current}
      {mine ? `. ${t("your_turn")}` : ""}
    </p>
  );
}
