// The user's settings, in chrome.storage.local. Whatever is stored is checked when it is read; a
// value that does not fit becomes its default.

export interface Settings {
  server: string; // address of `kibitz serve --extension`
  token: string; // that it prints
  bot: string; // who advises; "kibitz" is the evaluation
  worlds: number; // for the outlook
  autoplay: boolean;
  delay: number; // milliseconds that advice is shown before autoplay acts
  trumpLead: "free" | "broken"; // house rules that the site does not log
  miss: "zero" | "tricks" | "other"; // other: advise on each round alone
  left: number | null; // the overlay's place
  top: number | null;
  minimised: boolean;
}

export const DELAY_MIN = 50;
export const DELAY_MAX = 2000;
export const DEFAULTS: Settings = {
  server: "http://127.0.0.1:8642",
  token: "",
  bot: "kibitz",
  worlds: 60,
  autoplay: false,
  delay: 1000,
  trumpLead: "free",
  miss: "zero",
  left: null,
  top: null,
  minimised: false,
};
const KEY = "settings";

export function checked(stored: unknown): Settings {
  const found = { ...DEFAULTS };
  if (typeof stored !== "object" || stored === null) return found;
  const given = stored as Partial<Record<keyof Settings, unknown>>;
  const text = (value: unknown, most: number): value is string =>
    typeof value === "string" && value.length <= most;
  const within = (value: unknown, low: number, high: number): value is number =>
    typeof value === "number" && value >= low && value <= high;
  if (text(given.server, 200) && address(given.server)) found.server = address(given.server)!;
  if (text(given.token, 200)) found.token = given.token.trim();
  if (text(given.bot, 100) && given.bot) found.bot = given.bot;
  if (within(given.worlds, 0, 2000)) found.worlds = Math.round(given.worlds);
  if (typeof given.autoplay === "boolean") found.autoplay = given.autoplay;
  if (within(given.delay, DELAY_MIN, DELAY_MAX)) found.delay = given.delay;
  if (given.trumpLead === "free" || given.trumpLead === "broken") found.trumpLead = given.trumpLead;
  if (given.miss === "zero" || given.miss === "tricks" || given.miss === "other")
    found.miss = given.miss;
  if (within(given.left, 0, 10_000)) found.left = given.left;
  if (within(given.top, 0, 10_000)) found.top = given.top;
  if (typeof given.minimised === "boolean") found.minimised = given.minimised;
  return found;
}

/** The origin of a server's address; null if it is not one. */
export function address(text: string): string | null {
  try {
    const url = new URL(text.trim());
    return url.protocol === "http:" || url.protocol === "https:" ? url.origin : null;
  } catch {
    return null;
  }
}

export async function load(): Promise<Settings> {
  return checked((await chrome.storage.local.get(KEY))[KEY]);
}

let saving: Promise<void> = Promise.resolve();

/** Change some settings. One change after the other, so that none undoes another. */
export function save(change: Partial<Settings>): Promise<void> {
  saving = saving.then(async () => {
    await chrome.storage.local.set({ [KEY]: { ...(await load()), ...change } });
  });
  return saving;
}

/** Wait until all changes are stored. */
export const saved = (): Promise<void> => saving;

/** Call back at every change, here or in another page of the extension. */
export function onChange(listener: (settings: Settings) => void): void {
  chrome.storage.local.onChanged.addListener((changes) => {
    const change = changes[KEY];
    if (change) listener(checked(change.newValue));
  });
}
