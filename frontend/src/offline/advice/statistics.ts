// Means, spreads and quantiles, as kibitz/advice/evaluation.py uses them.
export const mean = (rows: number[]): number => rows.reduce((a, b) => a + b, 0) / rows.length;

/** The standard deviation of a sample. */
function spread(rows: number[]): number {
  const middle = mean(rows);
  return Math.sqrt(rows.reduce((sum, x) => sum + (x - middle) ** 2, 0) / (rows.length - 1));
}

// Quantiles of Student's t for two-sided 95 %, by degrees of freedom; larger ones: normal.
const STUDENT: [freedom: number, quantile: number][] = [
  [1, 12.71],
  [2, 4.3],
  [3, 3.18],
  [4, 2.78],
  [5, 2.57],
  [6, 2.45],
  [7, 2.36],
  [8, 2.31],
  [9, 2.26],
  [10, 2.23],
  [11, 2.2],
  [12, 2.18],
  [13, 2.16],
  [14, 2.14],
  [15, 2.13],
  [19, 2.09],
  [31, 2.04],
  [63, 2.0],
];

/** The quantile; between the entries of the table, that of the next lower one. */
export function student(freedom: number): number {
  if (freedom >= 120) return 1.96;
  return (STUDENT.findLast(([known]) => known <= freedom) as [number, number])[1];
}

/** The half-width of the 95 % interval of a mean. */
export function halfWidth(rows: number[]): number {
  const n = rows.length;
  return n < 2 ? Infinity : (student(n - 1) * spread(rows)) / Math.sqrt(n);
}

const ratio = (top: number[], bottom: number[], x: number): number => {
  const at = (numbers: number[]) => numbers.reduce((sum, each) => sum * x + each, 0);
  return at(top) / at(bottom);
};

/** The quantile of the normal distribution for p from 0 to 1: Wichura's algorithm AS 241. */
export function normalQuantile(p: number): number {
  const q = p - 0.5;
  if (Math.abs(q) <= 0.425) {
    const r = 0.180625 - q * q;
    return (
      q *
      ratio(
        [
          2.5090809287301226727e3, 3.3430575583588128105e4, 6.7265770927008700853e4,
          4.5921953931549871457e4, 1.3731693765509461125e4, 1.9715909503065514427e3,
          1.3314166789178437745e2, 3.387132872796366608,
        ],
        [
          5.226495278852545925e3, 2.8729085735721942674e4, 3.930789580009271061e4,
          2.1213794301586595867e4, 5.3941960214247511077e3, 6.8718700749205790831e2,
          4.2313330701600911252e1, 1,
        ],
        r,
      )
    );
  }
  const r = Math.sqrt(-Math.log(q <= 0 ? p : 1 - p));
  const found =
    r <= 5
      ? ratio(
          [
            7.7454501427834140764e-4, 0.0227238449892691845833, 0.24178072517745061177,
            1.27045825245236838258, 3.64784832476320460504, 5.7694972214606914055,
            4.6303378461565452959, 1.42343711074968357734,
          ],
          [
            1.05075007164441684324e-9, 5.475938084995344946e-4, 0.0151986665636164571966,
            0.14810397642748007459, 0.68976733498510000455, 1.6763848301838038494,
            2.05319162663775882187, 1,
          ],
          r - 1.6,
        )
      : ratio(
          [
            2.01033439929228813265e-7, 2.71155556874348757815e-5, 0.0012426609473880784386,
            0.026532189526576123093, 0.29656057182850489123, 1.7848265399172913358,
            5.4637849111641143699, 6.6579046435011037772,
          ],
          [
            2.04426310338993978564e-15, 1.4215117583164458887e-7, 1.8463183175100546818e-5,
            7.868691311456132591e-4, 0.0148753612908506148525, 0.13692988092273580531,
            0.59983220655588793769, 1,
          ],
          r - 5,
        );
  return q < 0 ? -found : found;
}
