// Texts in English and French. Each folder has its own in `texts.ts`, both languages side by side;
// what several folders use is in text/shared.ts. A key that one language lacks does not compile.
//
// A text may have holes: {name} is filled with a value, and {count:card|cards} chooses a word by the
// plural rules of the language.
import { exact } from "../numbers";
import { settings, type Language } from "../settings";
import { shared } from "./shared";

export type Holes = Record<string, string | number>;
export type Texts<K extends string> = Record<Language, Record<K, string>>;
export type SharedKey = keyof typeof shared.en;

/** Both languages of one folder; French must have exactly the keys of English. */
export function both<K extends string>(
  en: Record<K, string>,
  fr: Record<NoInfer<K>, string>,
): Texts<K> {
  return { en, fr };
}

export interface Speaker<K extends string> {
  /** The text of a key with its holes filled. Reads the language signal, so a switch redraws. */
  t: (key: K, holes?: Holes) => string;
  /** A text whose key comes from the server; undefined if there is no such key. */
  find: (key: string, holes?: Holes) => string | undefined;
}

/** What a folder speaks with: its own texts, and those that all folders share. */
export function speaker<K extends string>(own: Texts<K>): Speaker<K | SharedKey> {
  const find = (key: string, holes: Holes = {}) => {
    const language = settings.value.language;
    const text =
      (own[language] as Record<string, string>)[key] ??
      (shared[language] as Record<string, string>)[key];
    if (text === undefined) return undefined;
    if (language !== "fr") return fill(text, holes, language);
    return french(fill(elide(text, holes), holes, language));
  };
  return { find, t: (key, holes) => find(key, holes) ?? key };
}

export const { t, find } = speaker(shared);

/** Whether this is what somebody without a name is called, in any language. */
export function isGuest(name: string): boolean {
  return Object.values(shared).some(({ guest }) => guest === name);
}

const HOLE = /\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g;

function fill(text: string, holes: Holes, language: Language): string {
  return text.replace(HOLE, (whole, name: string, one?: string, other?: string) => {
    const value = holes[name];
    if (value === undefined) return whole;
    if (other !== undefined) return isOne(Number(value), language) ? (one as string) : other;
    return typeof value === "number" ? exact(value) : value;
  });
}

/** French sets these signs off with a space at which no line may break. */
export function french(text: string): string {
  return text.replace(/ ([:;!?%»])/g, "\u00a0$1").replaceAll("« ", "«\u00a0");
}

const VOWEL = /^[aeiouàâäéèêëîïôöùûüœæ]/i;

/** French elides before a vowel: "Au tour de {name}" with Iris is "Au tour d’Iris". */
function elide(text: string, holes: Holes): string {
  return text.replace(/\bde (?=\{(\w+)\})/g, (whole, name: string) => {
    const value = holes[name];
    return typeof value === "string" && VOWEL.test(value) ? "d’" : whole;
  });
}

const RULES: Partial<Record<Language, Intl.PluralRules>> = {};

function isOne(count: number, language: Language): boolean {
  const rules = (RULES[language] ??= new Intl.PluralRules(language));
  return rules.select(count) === "one";
}
