// Every deal of a game solved for each trump and each possible leader: the twin of `deal_tables` of
// kibitz/advice/review.py.
import type { DealTable } from "../../messages";
import type { State } from "../engine";
import { range } from "../parts";
import type { Rules } from "../rules";
import { solveHands } from "./exact";
import type { GameAdvice } from "./game";

type Cell = DealTable["cells"][number];

/** The tables one by one, each solved step by step. */
export function* dealTables(
  rules: Rules,
  { tables }: GameAdvice,
  end: State,
): Generator<DealTable | null> {
  if (!tables) return;
  for (const [i, deal] of end.chance<{ hands: number[][]; dealer: number }>().entries()) {
    const leaders = tables.leaders(deal.dealer);
    const solved = new Map<string, Cell>();
    // All leaders of one trump in a row: they share most of what the solver remembers.
    for (const trump of range(4)) {
      for (const leader of leaders) {
        const value = solveHands(rules, deal.hands, trump, leader);
        const { sides, capot } = tables.value(deal.hands, trump, value);
        solved.set(`${leader} ${trump}`, {
          leader,
          trump: tables.suits[trump] as Cell["trump"],
          sides,
          capot,
        });
        yield null;
      }
    }
    const cells = leaders.flatMap((leader) =>
      range(4).map((trump) => solved.get(`${leader} ${trump}`) as Cell),
    );
    yield { deal: i + 1, cells };
  }
}
