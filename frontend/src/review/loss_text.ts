// Losses with their units: points, or the chance to win in per cent.
import { errorOf, percent, percentError, within } from "../numbers";
import { find } from "./texts";

/** A loss with its unit: "12.5 points", "8% of a win". */
export function lossText(loss: number, reward: string, error: number | null = null): string {
  return `${lossNumber(loss, reward, error)} ${find(`unit_${reward}`, { count: loss }) ?? reward}`;
}

export function errorNumber(error: number, reward: string): string {
  return reward === "outcome" || reward === "soft" ? percentError(error) : errorOf(error);
}

export function lossNumber(loss: number, reward: string, error: number | null = null): string {
  if (reward !== "outcome" && reward !== "soft") return within(loss, error);
  return loss > 0 && loss < 0.01 ? percentError(loss) : percent(loss); // small, but not "0%"
}
