// The metrics of a run as columns, for charts: rows are appended as they come. A run that was
// resumed from an earlier checkpoint goes back in steps; what came after that step is dropped, so
// that a chart's x never runs backwards.

export type Column = (number | null)[];

const POINTS_MAX = 20_000; // then every second row is dropped

export class Columns {
  steps: number[] = [];
  stages: string[] = []; // of each row
  private columns = new Map<string, Column>();

  clear(): void {
    this.steps = [];
    this.stages = [];
    this.columns.clear();
  }

  get names(): string[] {
    return [...this.columns.keys()];
  }

  column(name: string): Column {
    return this.columns.get(name) ?? this.steps.map(() => null);
  }

  /** Append rows as the server sends them: a list of values for each name. */
  append(rows: Record<string, unknown[]>): void {
    const steps = (rows["step"] ?? []) as number[];
    const names = Object.keys(rows).filter((name) => name !== "step" && name !== "stage");
    for (const name of names) {
      if (!this.columns.has(name))
        this.columns.set(
          name,
          this.steps.map(() => null),
        );
    }
    steps.forEach((step, row) => {
      while ((this.steps.at(-1) ?? -1) >= step) this.drop();
      this.steps.push(step);
      this.stages.push(String(rows["stage"]?.[row] ?? ""));
      for (const [name, column] of this.columns) {
        const value = rows[name]?.[row];
        column.push(typeof value === "number" ? value : null);
      }
    });
    if (this.steps.length > POINTS_MAX) this.thin();
  }

  private drop(): void {
    this.steps.pop();
    this.stages.pop();
    for (const column of this.columns.values()) column.pop();
  }

  private thin(): void {
    const last = this.steps.length - 1;
    const kept = (_: unknown, i: number) => i % 2 === 0 || i === last;
    this.steps = this.steps.filter(kept);
    this.stages = this.stages.filter(kept);
    for (const [name, column] of this.columns) this.columns.set(name, column.filter(kept));
  }
}

/** The exponential moving average of a column, anew in each stage; gaps stay gaps. */
export function smooth(column: Column, weight: number, stages: string[] = []): Column {
  if (weight <= 0) return column;
  let mean: number | null = null;
  return column.map((value, i) => {
    if (stages[i] !== stages[i - 1]) mean = null;
    if (value === null) return null;
    mean = mean === null ? value : weight * mean + (1 - weight) * value;
    return mean;
  });
}
