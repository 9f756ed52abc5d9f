// Sizes, durations and steps as people read them.
import { settings } from "../settings";
import { t } from "./texts";

function compact(value: number, digits = 3): string {
  return value.toLocaleString(settings.value.language, {
    notation: "compact",
    maximumSignificantDigits: digits,
  });
}

export const steps = (value: number): string => compact(value);

/** A metric of any size. */
export function metric(value: number | null | undefined): string {
  if (value === null || value === undefined) return "–";
  if (value !== 0 && Math.abs(value) < 1e-3) return value.toExponential(1);
  return Math.abs(value) >= 1e4
    ? compact(value)
    : value.toLocaleString(settings.value.language, { maximumSignificantDigits: 4 });
}

export function bytes(value: number): string {
  const units = t("byte_units").split(" ");
  let place = 0;
  while (value >= 1000 && place < units.length - 1) {
    value /= 1000;
    place += 1;
  }
  const shown = value.toLocaleString(settings.value.language, { maximumSignificantDigits: 3 });
  return `${shown} ${units[place]}`;
}

export function duration(seconds: number | null): string {
  if (seconds === null) return "–";
  const whole = Math.round(seconds);
  if (whole < 60) return t("seconds", { count: whole });
  if (whole < 3600) return t("minutes", { count: Math.round(whole / 60) });
  const hours = Math.floor(whole / 3600);
  return t("hours", { hours, minutes: Math.round((whole % 3600) / 60) });
}
