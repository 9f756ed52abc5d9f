// What happened at a real table, entry by entry: the twin of kibitz/advice/advisor/entries.py.
import type { AskAdvisor } from "../../messages";
import { Refusal } from "../refusal";
import { short } from "../shape";

export type Entry = NonNullable<AskAdvisor["entries"]>[number];
export type Of<K extends Entry["kind"]> = Extract<Entry, { kind: K }>;

export const badEntry = (text: string): Refusal => new Refusal("bad_entry", text);
export const impossible = (text: string): Refusal => new Refusal("impossible_entry", text);
export const unexpected = (text: string): Refusal => new Refusal("unexpected_entry", text);

type Reader = (name: string, value: unknown) => void;

const number: Reader = (name, value) => {
  if (!Number.isInteger(value))
    throw badEntry(`${name} must be a whole number, not ${short(value)}`);
};
const maybe: Reader = (name, value) => {
  if (value !== null) number(name, value);
};
const each =
  (inner: Reader, what: string): Reader =>
  (name, value) => {
    if (!Array.isArray(value))
      throw badEntry(`${name} must be a list of ${what}, not ${short(value)}`);
    for (const item of value) inner(name, item);
  };
const numbers = each(number, "whole numbers");
const flag: Reader = (name, value) => {
  if (typeof value !== "boolean")
    throw badEntry(`${name} must be true or false, not ${short(value)}`);
};

const READERS: Record<Entry["kind"], { required: string[]; fields: Record<string, Reader> }> = {
  deal: { required: ["hand"], fields: { hand: numbers, dealer: maybe, turned: maybe } },
  roll: { required: ["dice"], fields: { dice: numbers } },
  action: { required: ["action"], fields: { action: number, belote: flag } },
  lay: { required: ["count"], fields: { count: number } },
  doubt: { required: ["plays"], fields: { plays: each(numbers, "lists"), dropped: numbers } },
  join: {
    required: ["hand", "dealer", "turned"],
    fields: {
      ...{ hand: numbers, dealer: number, turned: number, round: number, totals: numbers },
      ...{ bids: each(maybe, "whole numbers or nulls"), tricks: numbers, leader: maybe },
      ...{ trick: numbers, broken: flag },
    },
  },
};

/** Check an entry from plain data; the mirror checks whether it fits. */
export function readEntry(data: unknown): Entry {
  if (typeof data !== "object" || data === null || Array.isArray(data)) {
    throw badEntry(`an entry must be a mapping with a kind, not ${short(data)}`);
  }
  const { kind, ...fields } = data as Record<string, unknown>;
  const known = READERS[kind as Entry["kind"]];
  if (typeof kind !== "string" || !known) {
    throw badEntry(`entries are ${Object.keys(READERS).join(", ")}, not ${short(kind)}`);
  }
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  const unknown = given.some(([name]) => !(name in known.fields));
  if (unknown || known.required.some((name) => !(name in fields))) {
    const names = Object.keys(known.fields).join(", ");
    throw badEntry(`a ${kind} has the fields ${names}, not ${short(fields)}`);
  }
  for (const [name, value] of given) known.fields[name]?.(name, value);
  return data as Entry;
}
