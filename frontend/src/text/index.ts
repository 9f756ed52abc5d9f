// Texts in English and French. English is the table that the types come from: a key that a
// language lacks does not compile.
import { settings } from "../settings";
import { en } from "./en";
import { fr } from "./fr";

export type Key = keyof typeof en;
export type Table = Record<Key, string>;

const TABLES: Record<string, Table> = { en, fr };

/** The text of a key with its {holes} filled. Reads the language signal, so a switch redraws. */
export function t(key: Key, holes: Record<string, string | number> = {}): string {
  const text = (TABLES[settings.value.language] ?? en)[key];
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(holes[name] ?? whole));
}

/** One of two texts: `key_one` for one, `key_many` for any other number. */
export function plural(
  key: string,
  count: number,
  holes: Record<string, string | number> = {},
): string {
  const french = settings.value.language === "fr";
  const one = count === 1 || (french && count === 0);
  return t(`${key}_${one ? "one" : "many"}` as Key, { count, ...holes });
}

/** The name of something whose key is made from a word of the server; the word if there is none. */
export function named(prefix: string, word: string): string {
  const key = `${prefix}_${word}`;
  return key in en ? t(key as Key) : word;
}
