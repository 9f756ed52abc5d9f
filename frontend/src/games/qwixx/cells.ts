// The dice of a roll and the numbers on a sheet, for the page and for the local table.

/** A roll's number as its dice W1 W2 R Y G B: base 6, W1 first. */
export function diceOf(roll: number): number[] {
  const dice: number[] = [];
  for (let i = 0, rest = roll; i < 6; i++, rest = Math.floor(rest / 6))
    dice.unshift((rest % 6) + 1);
  return dice;
}

/** What is printed on a cell: red and yellow go up from 2, green and blue down from 12. */
export function numberAt(row: number, cell: number): number {
  return row < 2 ? cell + 2 : 12 - cell;
}
