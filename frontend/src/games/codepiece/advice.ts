// Codepiece for advice: the twin of kibitz/advice/games/codepiece and of
// kibitz/search/games/codepiece.py.
import type { Decision, DealTables, GameAdvice } from "../../offline/advice/game";
import type { State } from "../../offline/engine";
import { range, SUITS } from "../../offline/parts";
import { contractOf, excludedBy, TRICKS, type CodepieceView, type Position } from "./scene";

/** For each seat and suit, a bit for every card that its plays have ruled out. */
const memory = (view: CodepieceView): number[] =>
  excludedBy(view).flatMap((mask) =>
    range(4).map((suit) => Number((mask >> BigInt(13 * suit)) & 0x1fffn)),
  );

/** The tricks of the seat's team. */
const total = (end: State, seat: number): number =>
  end.position<Position>().tricks[seat % 2] as number;

function contract(end: State): [number, boolean] | null {
  const { bids, dealer, tricks } = end.position<Position>();
  if (bids.includes(null)) return null;
  const [bidder, bid] = contractOf(bids, dealer);
  return [bidder, (tricks[bidder % 2] as number) >= bid];
}

/** The team's tricks that make the contract, and the chance of it that a value means: rule 9. */
function made(
  { view }: Decision<CodepieceView>,
  value: number,
): [(total: number) => boolean, number] | null {
  if (view.phase === "bid") return null;
  const own = view.seat % 2 === view.bidder % 2;
  const needed = own ? view.bid : TRICKS + 1 - view.bid;
  const chance = ((own ? value : -value) + 4 * view.bid) / (6 * view.bid);
  return [(total) => total >= needed === own, Math.min(1, Math.max(0, chance))];
}

const tables: DealTables = {
  suits: SUITS,
  leaders: () => [0, 1, 2, 3],
  value: (hands, _, { made }) => ({
    sides: [made, (hands[0] as number[]).length - made],
    capot: null,
  }),
};

const passing = 0;

export const advice: GameAdvice<CodepieceView> = { memory, total, contract, made, tables, passing };
