// What is filled in on the tab Train. It stays while one looks at other tabs.
import { signal } from "@preact/signals";
import type { Values } from "./api";

export interface Filled {
  game: string;
  recipe: string;
  name: string;
  values: Values; // those that differ from the recipe's defaults
  weights: string; // "run/file", or ""
}

export const filled = signal<Filled>({
  game: "",
  recipe: "ppo",
  name: "",
  values: {},
  weights: "",
});

export function fill(part: Partial<Filled>): void {
  filled.value = { ...filled.value, ...part };
}
