// Flat lists of integers, as the engine gives positions and deals: the twin of kibitz/core/shape.py.
export type Shape =
  | "int"
  | "bool"
  | { list: Shape }
  | { maybe: Shape }
  | { words: string[] }
  | { map: Record<string, Shape> };

/** The value that a flat list holds. What it looks like is the caller's knowledge of the shape. */
export function unflatten<T>(shape: Shape, flat: ArrayLike<number>): T {
  let next = 0;
  const read = (part: Shape): unknown => {
    const number = () => flat[next++] as number;
    if (part === "int") return number();
    if (part === "bool") return number() !== 0;
    if ("list" in part) return Array.from({ length: number() }, () => read(part.list));
    if ("maybe" in part) return number() === 0 ? null : read(part.maybe);
    if ("words" in part) return part.words[number()];
    return Object.fromEntries(Object.entries(part.map).map(([key, inner]) => [key, read(inner)]));
  };
  const value = read(shape);
  if (next !== flat.length) throw new Error("a flat list that does not fit its shape");
  return value as T;
}

export function flatten(shape: Shape, value: unknown): number[] {
  if (shape === "int") return [value as number];
  if (shape === "bool") return [value ? 1 : 0];
  if ("list" in shape) {
    const items = value as unknown[];
    return [items.length, ...items.flatMap((item) => flatten(shape.list, item))];
  }
  if ("maybe" in shape) return value === null ? [0] : [1, ...flatten(shape.maybe, value)];
  if ("words" in shape) return [shape.words.indexOf(value as string)];
  const given = value as Record<string, unknown>;
  return Object.entries(shape.map).flatMap(([key, inner]) => flatten(inner, given[key]));
}
