// The question to the server: the round as one `join` entry, and every action since. The server
// keeps nothing between two questions, so a restart of it loses nothing.
import type { AskAdvisorHint } from "../../../frontend/src/messages";
import { Refused } from "../refused";
import type { Settings } from "../settings";
import { suitOf } from "../site/cards";
import { schedule } from "./rules";
import type { Round, Standing } from "./round";
import type { Seats } from "./seats";
import type { Table } from "./table";

export interface Question {
  ask: AskAdvisorHint;
  notes: string[]; // what the advice leaves out
  key: string; // of this decision: the same question has the same key
}

/** The question at the own turn; null if there is nothing to decide, or trump is not yet known. */
export function question(table: Table, settings: Settings): Question | null {
  const { data, seats } = table;
  const at = table.standing();
  const round = data?.round;
  if (!data || !seats || !at || !round || round.turned === null || at.turn !== table.seat)
    return null;
  const notes: string[] = [];
  if (at.missed > 0)
    notes.push("Cards of earlier tricks in this round were not seen and count as unknown.");
  const game = whole(round, data.scores, data.rules.variation, seats, settings, notes);
  const options = {
    players: seats.count,
    schedule: game?.sizes ?? [round.size],
    hook: data.rules.hook,
    trump_lead: settings.trumpLead,
    miss: settings.miss === "tricks" ? "tricks" : "zero",
  };
  const join = joined(round, at, seats, settings);
  const entries: AskAdvisorHint["entries"] = [
    { ...join, round: game ? round.number - 1 : 0, totals: game?.totals ?? [] },
    ...at.actions.map((action) => ({ kind: "action" as const, action })),
  ];
  const ask: AskAdvisorHint = {
    game: "ohhell",
    options,
    seat: table.seat,
    entries,
    bot: settings.bot,
    worlds: settings.worlds,
  };
  return { ask, notes, key: JSON.stringify(ask) };
}

/** The sizes of all rounds and the totals so far; null, with a note, for the round alone. */
function whole(
  round: Round,
  scores: readonly [number, number][],
  variation: string,
  seats: Seats,
  settings: Settings,
  notes: string[],
): { sizes: number[]; totals: number[] } | null {
  const alone = (why: string) => {
    notes.push(`${why}: this advice is for the round alone.`);
    return null;
  };
  const sizes = schedule(variation);
  if (sizes === null) return alone(`The variation ${variation} is unknown`);
  if (settings.miss === "other") return alone("The scoring is another one");
  const totals = seats.chairs.map((chair) => scores.find(([one]) => one === chair)?.[1]);
  if (round.number === 1) return { sizes: [...sizes], totals: seats.chairs.map(() => 0) };
  const most = sizes.slice(0, round.number - 1).reduce((sum, size) => sum + size + 10, 0);
  const fit = totals.filter((x): x is number => x !== undefined && x >= 0 && x <= most);
  if (fit.length !== seats.count) return alone("The scores do not fit the scoring in the settings");
  return { sizes: [...sizes], totals: fit };
}

/** The round where the page began to watch, as an entry of the advisor. */
function joined(round: Round, at: Standing, seats: Seats, settings: Settings) {
  const trump = suitOf(round.turned!);
  const tricks = seats.chairs.map((chair) => valueOf(round.tricks, chair) ?? 0);
  let trick = round.trick.map(([, card]) => card);
  const first = round.trick[0]?.[0] ?? (at.missed > 0 ? round.turn : null);
  let leader = first === null ? seats.next(seats.of(round.dealer)) : seats.of(first);
  let broken = trick.slice(1).some((card) => suitOf(card) === trump);
  if (trick.length === seats.count) {
    // The page was loaded while a whole trick lay there; its winner is the first thing in the log.
    leader = seats.of(round.log[0]!.chair);
    tricks[leader]! += 1;
    trick = [];
  }
  if (settings.trumpLead === "broken" && at.missed > 0 && !broken)
    throw new Refused(
      "Whether trump was broken before the page was loaded is unknown; advice goes on with the next round.",
    );
  return {
    kind: "join" as const,
    hand: round.hand,
    dealer: seats.of(round.dealer),
    turned: round.turned!,
    bids: seats.chairs.map((chair) => valueOf(round.bids, chair)),
    tricks,
    leader,
    trick,
    broken,
  };
}

const valueOf = (pairs: readonly [number, number][], chair: number): number | null =>
  pairs.find(([one]) => one === chair)?.[1] ?? null;
