// How seats and sides are called at a table.
import type { SeatInfo } from "../messages";
import { personaOf } from "./personas";
import { isGuest } from "../text";
import { find, t } from "./texts";

/** The name of a seat in the language of the page: "North", "Seat 1". */
export function seatWord(label: string): string {
  const number = /^Seat (\d+)$/.exec(label)?.[1];
  return number ? t("seat", { number }) : (find(`seat_${label.toLowerCase()}`) ?? label);
}

export function seatLabel(seat: SeatInfo): string {
  return seatWord(seat.label);
}

/** Who sits there, short: You, a person's name, or the name of the bot's persona. */
export function seatName(seats: readonly SeatInfo[], seat: number): string {
  const at = seats[seat];
  if (!at) return String(seat);
  if (at.you) return t("you");
  if (at.kind === "open") return t("seat_open");
  return personaOf(seats, seat)?.name ?? (personName(at.name) || seatLabel(at));
}

/** A person's name; somebody without one is called in the language of the page. */
export function personName(name: string): string {
  return isGuest(name) ? t("guest") : name;
}

/** A side of a team game: we and they, or for a spectator both names; elsewhere the one. */
export function sideName(seats: readonly SeatInfo[], seat: number): string {
  const at = seats[seat];
  const side = at ? at.side : [seat];
  if (side.length > 1 && seats.some((each) => each.you)) {
    return side.some((member) => seats[member]?.you) ? t("us") : t("them");
  }
  return side.map((member) => seatName(seats, member)).join(" + ");
}
