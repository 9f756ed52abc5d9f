// Where the page is: the part of the address behind #, so that the server need not know our pages
// and a shared position never leaves the browsers that open it.
import { computed, signal } from "@preact/signals";

const hash = signal(typeof location === "undefined" ? "" : location.hash);

export interface Route {
  page: string; // the first word, "" for the lobby
  rest: string[];
}

export function parseRoute(text: string): Route {
  const parts = text.replace(/^#\/?/, "").split("/").filter(Boolean).map(safeDecode);
  return { page: parts[0] ?? "", rest: parts.slice(1) };
}

function safeDecode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export const route = computed(() => parseRoute(hash.value));

export function go(path: string): void {
  location.hash = path;
}

export function followAddress(): void {
  addEventListener("hashchange", () => {
    hash.value = location.hash;
  });
}
