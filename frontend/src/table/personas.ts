// Bots at a table have a name and a face. Each level has its own, the same in every game; where
// several bots of one level sit at a table, and for bots without a level, others stand in. Two bots
// at one table never share a name.
import type { SeatInfo } from "../messages";
import { games } from "./store";

const CAST =
  "Greta Otto Maya Theo Sofia Rosa Karl Jonas Elsa Milo Cleo Felix Vera Igor Judy Bruno Zora Axel Dora Emil Paula Omar Ruth Yann".split(
    " ",
  );

/** Behind the faces of the cast come those of the levels, by number. */
export const LEVEL_FACES = CAST.length;

export interface Persona {
  name: string;
  face: number; // which face is drawn
}

/** The number of a calibrated level, from its identifier; 0 for any other bot. */
export function levelOf(bot: string | null | undefined): number {
  return Number(/^level_(\d+)$/.exec(bot ?? "")?.[1] ?? 0);
}

/** The name that a level has in every game. */
export function levelName(level: number): string | undefined {
  const known = games.value.flatMap((facts) => facts.levels);
  return known.find((each) => each.number === level)?.name;
}

/** Who plays a bot's seat; null for a person. */
export function personaOf(seats: readonly SeatInfo[], seat: number): Persona | null {
  const taken = new Set<string>();
  for (const each of seats) {
    if (each.kind !== "bot") continue;
    const level = levelOf(each.bot);
    let persona: Persona = { name: levelName(level) ?? "", face: LEVEL_FACES + level };
    for (let i = 3 * each.seat + level; !persona.name || taken.has(persona.name); i++) {
      persona = { name: CAST[i % CAST.length] as string, face: i % CAST.length };
    }
    taken.add(persona.name);
    if (each.seat === seat) return persona;
  }
  return null;
}
