// What deals and positions look like, and the flat lists of integers in which the engine takes them:
// the twin of kibitz/core/shape.py.
import { Refusal } from "./refusal";

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

const INT_LIMIT = 2 ** 31; // the engine reads 32-bit integers
export const short = (value: unknown): string => {
  const text = JSON.stringify(value) ?? String(value);
  return text.length <= 60 ? text : `${text.slice(0, 57)}...`;
};

/** A stranger's value in this shape, its keys in order; a refusal with this code if it is not. */
export function checkShape(shape: Shape, value: unknown, where: string, code: string): unknown {
  const refuse = (text: string): never => {
    throw new Refusal(code, text);
  };
  if (shape === "bool") {
    if (typeof value === "boolean") return value;
    if (value === 0 || value === 1) return value === 1;
    return refuse(`${where} must be true or false, not ${short(value)}`);
  }
  if (shape === "int") {
    if (!Number.isInteger(value))
      return refuse(`${where} must be a whole number, not ${short(value)}`);
    if (Math.abs(value as number) >= INT_LIMIT)
      return refuse(`${where} is out of range: ${short(value)}`);
    return value;
  }
  if ("maybe" in shape) {
    return value === null || value === undefined
      ? null
      : checkShape(shape.maybe, value, where, code);
  }
  if ("words" in shape) {
    if (shape.words.includes(value as string)) return value;
    return refuse(`${where} must be one of ${shape.words.join(", ")}, not ${short(value)}`);
  }
  if ("list" in shape) {
    if (!Array.isArray(value)) return refuse(`${where} must be a list, not ${short(value)}`);
    return value.map((item, i) => checkShape(shape.list, item, `${where}[${i}]`, code));
  }
  return checkMap(shape.map, value, where, code);
}

function checkMap(
  map: Record<string, Shape>,
  value: unknown,
  where: string,
  code: string,
): Record<string, unknown> {
  const names = Object.keys(map);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new Refusal(
      code,
      `${where} must be a mapping of ${names.join(", ")}, not ${short(value)}`,
    );
  }
  const given = value as Record<string, unknown>;
  const unknown = Object.keys(given).filter((key) => !(key in map));
  if (unknown.length > 0) {
    const text = `${where} has unknown ${unknown.slice(0, 8).join(", ")}; it takes ${names.join(", ")}`;
    throw new Refusal(code, text);
  }
  const optional = (shape: Shape) => typeof shape === "object" && "maybe" in shape;
  const absent = names.filter((key) => !(key in given) && !optional(map[key] as Shape));
  if (absent.length > 0) throw new Refusal(code, `${where} lacks ${absent.join(", ")}`);
  return Object.fromEntries(
    Object.entries(map).map(([key, inner]) => [
      key,
      checkShape(inner, given[key], `${where}.${key}`, code),
    ]),
  );
}
