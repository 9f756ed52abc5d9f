// The own rating in a game, on the Elo scale of its levels. A side wins with a probability in
// proportion to 10^(Elo/400) (Luce's choice rule; with two sides that is Elo's formula); partners
// count with their mean. The rating is where the results are most probable, with a weak prior at
// the opponents' mean so that a few wins in a row are not infinity.
import type { GameFacts, RecordSummary } from "../messages";
import { levelOf } from "../table/personas";

export interface Rating {
  elo: number;
  error: number; // half-width of its 95 % interval
  games: number;
}

interface Result {
  share: number; // of the win, for the own side
  own: number[]; // Elo of the partners
  others: number[]; // mean Elo of each other side
}

const SCALE = Math.LN10 / 400;
const PRIOR_DEVIATION = 350; // Elo
const STEPS = 50;
const NORMAL_95 = 1.96;

/** The sides of a record: seats that share wins. Partners sit opposite where there are teams. */
export function sidesOf(seats: number, teams: boolean): number[][] {
  if (!teams) return Array.from({ length: seats }, (_, seat) => [seat]);
  return [0, 1].map((side) =>
    Array.from({ length: seats }, (_, seat) => seat).filter((seat) => seat % 2 === side),
  );
}

/** A game that counts: all other seats are levels with a measured Elo, and the deal was new. */
function resultOf(record: RecordSummary, facts: GameFacts, teams: boolean): Result | null {
  const { your_seat: own, bots, outcome, origin } = record;
  if (own === null || bots.length < 2 || isPractice(origin)) return null;
  const elos = bots.map((bot, seat) =>
    seat === own ? null : (facts.levels.find((each) => each.number === levelOf(bot))?.elo ?? null),
  );
  if (elos.some((elo, seat) => elo === null && seat !== own)) return null;
  const sides = sidesOf(bots.length, teams);
  const mine = sides.find((side) => side.includes(own)) ?? [own];
  const mean = (side: number[]) =>
    side.reduce((sum, seat) => sum + (elos[seat] ?? 0), 0) / side.length;
  return {
    share: mine.reduce((sum, seat) => sum + (outcome[seat] ?? 0), 0),
    own: mine.filter((seat) => seat !== own).map((seat) => elos[seat] ?? 0),
    others: sides.filter((side) => side !== mine).map(mean),
  };
}

/** A position of an earlier game, played again: it says nothing about strength. */
export function isPractice(origin: RecordSummary["origin"]): boolean {
  return Boolean(origin?.record);
}

export function ratingOf(
  records: readonly RecordSummary[],
  facts: GameFacts,
  teams: boolean,
): Rating | null {
  const results = records
    .filter((record) => record.game === facts.name)
    .map((record) => resultOf(record, facts, teams))
    .filter((result) => result !== null);
  if (results.length === 0) return null;
  const opponents = results.flatMap((result) => result.others);
  const prior = opponents.reduce((sum, elo) => sum + elo, 0) / opponents.length;
  let elo = prior;
  let information = 0;
  for (let step = 0; step < STEPS; step++) {
    let slope = (prior - elo) / PRIOR_DEVIATION ** 2;
    information = 1 / PRIOR_DEVIATION ** 2;
    for (const { share, own, others } of results) {
      const weight = 1 / (own.length + 1);
      const side = (elo + own.reduce((sum, each) => sum + each, 0)) * weight;
      const rest = others.reduce((sum, each) => sum + Math.exp(SCALE * (each - side)), 0);
      const chance = 1 / (1 + rest);
      slope += SCALE * weight * (share - chance);
      information += (SCALE * weight) ** 2 * chance * (1 - chance);
    }
    elo += slope / information;
  }
  return { elo, error: NORMAL_95 / Math.sqrt(information), games: results.length };
}
