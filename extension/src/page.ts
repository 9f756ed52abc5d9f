// Runs in the page's own world: forwards the table's console events to the content script. The
// site's call goes through unchanged, and nothing else of the page is touched.
import type { Logged } from "./messages";
import { TAG } from "./site/assumptions";

const SIZE_MAX = 20_000; // characters of one event
const original = console.log;

console.log = function log(...args: unknown[]): void {
  original.apply(console, args);
  if (args[0] === TAG) forward(args[1], args[2]);
};

function forward(name: unknown, data: unknown): void {
  let plain: unknown = null; // the content script refuses anything else
  try {
    const text = JSON.stringify(data ?? null);
    if (text.length <= SIZE_MAX) plain = JSON.parse(text);
  } catch {
    plain = null;
  }
  const message: Logged = { kibitz: "logged", name: String(name).slice(0, 100), data: plain };
  window.postMessage(message, window.location.origin);
}
