// Bots at a table have a name and a face. Which one depends on the seat and the level, so the same
// opponents come back, and two bots at one table never share a name.
import type { SeatInfo } from "../messages";

const NAMES = [
  "Nina",
  "Otto",
  "Maya",
  "Theo",
  "Lina",
  "Hugo",
  "Rosa",
  "Karl",
  "Iris",
  "Noah",
  "Elsa",
  "Milo",
  "Cleo",
  "Felix",
  "Vera",
  "Igor",
  "Judy",
  "Leon",
  "Zora",
  "Axel",
  "Dora",
  "Emil",
  "Gina",
  "Omar",
];

export interface Persona {
  name: string;
  face: number; // which face is drawn
}

/** The number of a calibrated level, from its identifier; 0 for any other bot. */
export function levelOf(bot: string | null | undefined): number {
  return Number(/^level_(\d+)$/.exec(bot ?? "")?.[1] ?? 0);
}

/** Who plays a bot's seat; null for a person. */
export function personaOf(seats: readonly SeatInfo[], seat: number): Persona | null {
  const taken = new Set<number>();
  for (const each of seats) {
    if (each.kind !== "bot") continue;
    let face = (3 * each.seat + levelOf(each.bot)) % NAMES.length;
    while (taken.has(face)) face = (face + 1) % NAMES.length;
    taken.add(face);
    if (each.seat === seat) return { name: NAMES[face] as string, face };
  }
  return null;
}
