// What a person chose about the page itself. Kept in this browser only; nothing of it is sent.
import { effect, signal } from "@preact/signals";

export type Theme = "auto" | "light" | "dark";
export type Language = "en" | "fr";
export type Speed = "off" | "fast" | "normal" | "slow";

export interface Settings {
  theme: Theme;
  language: Language;
  speed: Speed; // of animations, and of how fast moves of others are shown
  deck: "two" | "four"; // colours
  letters: "english" | "french"; // on court cards
  level: number; // of the opponents, from 1
  sounds: boolean;
  reviews: boolean; // a review begins by itself when a game ends
  name: string; // shown to others at a table
}

const KEY = "kibitz.settings";

function defaults(): Settings {
  const french = typeof navigator !== "undefined" && navigator.language?.startsWith("fr");
  const still =
    typeof matchMedia !== "undefined" && matchMedia("(prefers-reduced-motion: reduce)").matches;
  return {
    theme: "auto",
    language: french ? "fr" : "en",
    speed: still ? "off" : "normal",
    deck: "two",
    letters: french ? "french" : "english",
    level: 4,
    sounds: false,
    reviews: true,
    name: "",
  };
}

function load(): Settings {
  const all = defaults();
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    if (kept && typeof kept === "object") return { ...all, ...kept };
  } catch {
    // Storage may be forbidden or damaged: the defaults do.
  }
  return all;
}

export const settings = signal<Settings>(load());

export function change(part: Partial<Settings>): void {
  settings.value = { ...settings.value, ...part };
}

/** Milliseconds for which a move of somebody else stays on the table before the next is shown. */
export const PACE: Record<Speed, number> = { off: 0, fast: 250, normal: 700, slow: 1500 };

/** Keeps the page and the browser's store in step with the settings. Called once. */
export function applySettings(): void {
  effect(() => {
    const { theme, language, deck, speed } = settings.value;
    const root = document.documentElement;
    root.lang = language;
    if (theme === "auto") delete root.dataset["theme"];
    else root.dataset["theme"] = theme;
    root.dataset["deck"] = deck;
    root.dataset["speed"] = speed;
    try {
      localStorage.setItem(KEY, JSON.stringify(settings.value));
    } catch {
      // A private window: the choice lasts as long as the page.
    }
  });
}
