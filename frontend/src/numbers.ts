// Numbers and days as people read them, in the language of the page.
import { settings } from "./settings";

function format(value: number, options: Intl.NumberFormatOptions = {}): string {
  return value.toLocaleString(settings.value.language, options);
}

/** "67%" in English, "67 %" in French. */
export function percent(share: number): string {
  return format(share, { style: "percent" });
}

/** The error of a share: never "0%" for what is not exact, and no more than one decimal. */
export function percentError(share: number): string {
  const shown = share > 0 ? Math.max(share, 0.001) : share;
  return format(shown, { style: "percent", maximumSignificantDigits: shown < 0.01 ? 1 : 2 });
}

/** A share as the width of a bar, for CSS. */
export function barWidth(share: number): string {
  return `${Math.round(100 * share)}%`;
}

/** With a true minus sign, and no more digits than mean something. */
export function number(value: number): string {
  const minus = value < 0 ? "−" : "";
  const size = Math.abs(value);
  const digits = Number.isInteger(value) || size >= 100 ? 0 : size >= 10 ? 1 : 2;
  return minus + format(size, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** The error of a value: a digit more than the value's last one would be noise; never "0.0" for what
 * is not exact. */
export function errorOf(value: number): string {
  if (value === 0) return number(0);
  return value >= 10 ? number(Math.round(value)) : oneDecimal(Math.max(value, 0.1));
}

/** A count of any size: exact while it is small, then "9.5 billion". */
export function bigCount(value: number): string {
  if (value < 1e6) return format(value);
  return format(value, {
    notation: "compact",
    compactDisplay: "long",
    maximumSignificantDigits: 2,
  });
}

/** 5, −3, 0.5, 1,086: every digit, with a true minus sign. */
export function exact(value: number): string {
  return (value < 0 ? "−" : "") + format(Math.abs(value));
}

/** +5, −3, 0: with a true minus sign. */
export function signed(value: number): string {
  return (value > 0 ? "+" : "") + exact(value);
}

/** A ratio: 1.00 is even. */
export function ratio(value: number): string {
  return format(value, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

/** How dates are written: as in the reader's own country, where its language is the page's. */
function dateLocale(): string {
  const { language } = settings.value;
  return navigator.languages.find((each) => each.startsWith(language)) ?? language;
}

/** A day in the short form of the language. */
export function day(date: Date, timeZone?: string): string {
  return date.toLocaleDateString(dateLocale(), timeZone ? { timeZone } : {});
}

/** A day and the time of that day, from seconds since 1970. */
export function when(seconds: number): string {
  const date = new Date(seconds * 1000);
  return date.toLocaleString(dateLocale(), { dateStyle: "short", timeStyle: "short" });
}

/** A mean known to within an error: where that is ten or more, decimals would be noise. */
export function within(value: number, error: number | null): string {
  return error !== null && error >= 10 ? number(Math.round(value)) : oneDecimal(value);
}

/** Points and tricks that are means: more digits would be noise. */
export function oneDecimal(value: number): string {
  const minus = value < -0.05 ? "−" : "";
  return minus + format(Math.abs(value), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}
