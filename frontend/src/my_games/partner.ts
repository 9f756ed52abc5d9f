// A partner as good as you are: the level whose Elo is nearest to the own rating.
import type { GameFacts, RecordSummary } from "../messages";
import { ratingOf } from "./rating";

const GAMES_MIN = 5; // fewer say too little about somebody's strength

/** The level for a bot partner; null if too few own games are rated. */
export function partnerLevel(records: readonly RecordSummary[], facts: GameFacts): number | null {
  const rating = ratingOf(records, facts, true);
  if (!rating || rating.games < GAMES_MIN) return null;
  const distance = (elo: number) => Math.abs(elo - rating.elo);
  const rated = facts.levels.flatMap(({ number, elo }) => (elo === null ? [] : [{ number, elo }]));
  return rated.sort((a, b) => distance(a.elo) - distance(b.elo))[0]?.number ?? null;
}
