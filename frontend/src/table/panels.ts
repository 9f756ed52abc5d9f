// What is unfolded at a table on a phone: the score, and the sheet with hint and history.
import { signal } from "@preact/signals";

export const scoreOpen = signal(false);
export const sheetOpen = signal(false);

export function foldPanels(): void {
  scoreOpen.value = false;
  sheetOpen.value = false;
}
