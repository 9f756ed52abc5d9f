// The history of Dubito: a row for each round, from the number declared to the doubt.
import { seatName } from "../../table/names";
import { t } from "./texts";
import type { Entry, Scene } from "../look";

/** A reveal's data: target, number, right or not, jokers gone, then seat, size, cards of each play. */
export interface Doubt {
  doubter: number;
  target: number;
  number: number;
  right: boolean;
  jokers: number;
  plays: { seat: number; cards: number[] }[];
}

export function readDoubt(doubter: number, data: readonly number[]): Doubt {
  const [target = 0, number = 0, right = 0, jokers = 0, ...rest] = data;
  const plays: Doubt["plays"] = [];
  for (let i = 0; i + 1 < rest.length; ) {
    const size = rest[i + 1] as number;
    plays.push({ seat: rest[i] as number, cards: rest.slice(i + 2, i + 2 + size) });
    i += 2 + size;
  }
  return { doubter, target, number, right: right === 1, jokers, plays };
}

const cardText = (value: number) => (value === 0 ? "★" : String(value));

export function roundsLog(scene: Scene): Entry[] {
  const entries: Entry[] = [];
  let ply = 0;
  let round = 0;
  for (const line of scene.history) {
    const entry = entries.at(-1);
    const numbers = Array.isArray(line.data) ? line.data : [line.data];
    const name = (seat: number | null) => (seat === null ? "" : seatName(scene.seats, seat));
    const add = (text: string) => {
      if (entry) entry.note = entry.note ? `${entry.note} · ${text}` : text;
    };
    if (line.kind === "action") {
      ply += 1;
      const action = typeof line.data === "number" ? line.data : null;
      if (action !== null && action < 13) {
        round += 1;
        entries.push({
          key: `r${round}`,
          head: t("log_number", { number: action + 1 }),
          parts: [],
          ply,
        });
        continue;
      }
      if (!entry) continue;
      entry.ply = ply;
      if (action === 13) continue; // the reveal that follows has everything
      const cards = line.name?.startsWith("lay ")
        ? line.name.slice(4).split(" ").map(Number)
        : null;
      entry.parts.push({
        seat: line.seat,
        text: cards ? cards.map(cardText).join(" ") : `×${numbers[0]}`,
      });
    } else if (line.kind === "reveal" && line.seat !== null) {
      const doubt = readDoubt(line.seat, numbers);
      const cards = doubt.plays.at(-1)?.cards.map(cardText).join(" ") ?? "";
      add(
        t(doubt.right ? "log_doubt_right" : "log_doubt_wrong", {
          doubter: name(doubt.doubter),
          target: name(doubt.target),
          cards,
        }),
      );
    } else if (line.kind === "discard") {
      add(t("log_discard", { name: name(line.seat), value: numbers[0] ?? 0 }));
    } else if (line.kind === "out") {
      add(t("log_out", { name: name(line.seat), place: numbers[0] ?? 0 }));
    }
  }
  return entries;
}
