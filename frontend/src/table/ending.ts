// How a game ended, in a sentence: who won, who shares the win, and by which points.
import type { Look } from "../games/look";
import type { Result, SeatInfo } from "../messages";
import { seatName, sideName } from "./names";
import { t } from "./texts";

export interface Ending {
  title: string;
  why: string;
  won: boolean; // you won, alone or with others
}

/** One seat of each side. */
function sides(seats: readonly SeatInfo[]): number[] {
  return seats.filter((seat) => Math.min(...seat.side) === seat.seat).map((seat) => seat.seat);
}

function list(names: string[]): string {
  return names.length < 2
    ? names.join("")
    : t("names_and", { names: names.slice(0, -1).join(", "), last: names.at(-1) as string });
}

export function endingOf(
  seats: readonly SeatInfo[],
  you: number | null,
  result: Result,
  look: Look,
): Ending {
  const ending = endedSo(seats, you, result, look);
  if (result.resigned === null) return ending;
  const said = resignation(seats, result.resigned);
  const points = isUnscored(result) ? "" : ending.why;
  return { ...ending, why: [said, points].filter(Boolean).join(" ") };
}

/** Who resigned, in a sentence. */
export function resignation(seats: readonly SeatInfo[], who: number): string {
  return seats[who]?.you ? t("resigned_you") : t("resigned_by", { name: seatName(seats, who) });
}

/** A game given up before anybody had points: those of a finished game would call all of them losers. */
export function isUnscored({ resigned, returns }: Pick<Result, "resigned" | "returns">): boolean {
  return resigned !== null && returns.every((value) => value === 0);
}

function endedSo(
  seats: readonly SeatInfo[],
  you: number | null,
  result: Result,
  look: Look,
): Ending {
  const every = sides(seats);
  const team = (seat: number) => (seats[seat] ? Math.min(...seats[seat].side) : seat);
  const winners = every.filter((side) => result.winners.some((seat) => team(seat) === side));
  const mine = you === null ? null : team(you);
  const won = mine !== null && winners.includes(mine);
  const points = (side: number) => look.points(result.returns[side] ?? 0);
  const why = [...every]
    .sort((a, b) => (result.returns[b] ?? 0) - (result.returns[a] ?? 0))
    .map((side) => `${sideName(seats, side)}${t("colon")}${points(side)}`)
    .join(" · ");
  if (every.length === 1) return { title: t("solo_over", { points: points(0) }), why: "", won };
  if (winners.length === every.length) {
    const none = result.returns.every((value) => value === 0);
    return { title: t(none ? "nobody_scored" : "tied"), why: none ? "" : why, won: !none };
  }
  if (winners.length > 1) {
    return {
      title: t("shared_win", { names: list(winners.map((w) => sideName(seats, w))) }),
      why,
      won,
    };
  }
  const winner = winners[0] ?? 0;
  if (won)
    return { title: seats[winner]?.side.length === 1 ? t("you_won") : t("we_won"), why, won };
  const title =
    seats[winner]?.side.length === 1
      ? t("wins_game", { name: seatName(seats, winner) })
      : mine === null
        ? t("win_game", { name: sideName(seats, winner) })
        : t("they_won");
  return { title, why, won };
}
