// What a position of Qwixx between two rolls is worth, by the network and by the weights of ga: the twin
// of kibitz/advice/games/qwixx/worth.py.
import type { Worth } from "../../messages";
import type { State } from "../../offline/engine";
import { range, sum } from "../../offline/parts";
import type { Rules } from "../../offline/rules";
import type { Shelf } from "../../offline/shelf";
import { CELLS, frontier, locked, marks, ones, type Position } from "./scene";

const NAMES = ["chance", "strikes", "marks", "skipped"]; // of the weights
const ROLLS_OF_TWO = 36;

/** The number of rolls, out of 36, whose white sum is a cell's number; symmetric. */
const waysOf = (cell: number) => 6 - Math.abs(Math.floor(CELLS / 2) - cell);

/** What the four weights multiply, for the sheet of a seat as it is. */
function genes({ sheets, strikes, closed }: Position, seat: number): number[] {
  const sheet = sheets[seat] as number[];
  const open = sheet.filter((bits, row) => !closed[row] && !locked(bits));
  return [
    sum(open.map((bits) => waysOf(frontier(bits)) * (marks(bits) + 1))) / ROLLS_OF_TWO,
    strikes[seat] as number,
    sum(sheet.map((bits) => marks(bits) ** 2)),
    sum(open.map((bits) => frontier(bits) - ones(bits))),
  ];
}

/** Chance, mean and sigma of each seat by the network; gene times weight by ga. */
export async function worth(shelf: Shelf, rules: Rules, state: State): Promise<Worth[]> {
  const { engine, facts, options } = rules;
  const usual = options["faces"] === 6 && options["rows"] === 4 && options["strikes"] === 4;
  if (!["roll", "over"].includes(state.phase) || !usual) return []; // they judge between turns
  const { value } = facts.advice.policies["value"] ?? {};
  const { numbers: weights } = facts.advice.policies["ga"] ?? {};
  if (value === undefined || !weights || !engine.raw.kibitz_estimate) return [];
  await shelf.value(engine, value);
  const found = engine.values(engine.raw.kibitz_estimate(state.at, BigInt(value)));
  const seats = range(rules.players);
  const byNet = (name: string, unit: Worth["unit"], place: number): Worth => ({
    ...{ bot: "value", name, unit },
    seats: seats.map((seat) => found[3 * seat + place] as number),
  });
  const position = state.position<Position>();
  const parts = seats.map((seat) =>
    genes(position, seat).map((gene, i) => (weights[i] as number) * gene),
  );
  const byGa = (name: string, of: (own: number[]) => number): Worth => ({
    ...{ bot: "ga", name, unit: "number" },
    seats: parts.map(of),
  });
  return [
    byNet("chance", "share", 0),
    byNet("mean", "points", 1),
    byNet("sigma", "points", 2),
    ...NAMES.map((name, i) => byGa(name, (own) => own[i] as number)),
    byGa("total", sum),
  ];
}
