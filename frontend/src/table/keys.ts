// Playing by keyboard. The focus waits on the first thing that can be played; digits and arrows
// choose, Enter plays. U undoes a move, H asks for a hint, P passes or plays, D doubts.
import { useEffect, useRef } from "preact/hooks";
import { nextStage, intermission } from "./intermission";

const CHOICES =
  ".play-table .call:not(:disabled), .play-table .hand-card.playable, .play-table .cell.legal";
const TYPING_MS = 900; // between the digits of one number

function choices(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(CHOICES)];
}

/** Whether a key belongs to a field, a dialog or the browser, and not to the game. */
function elsewhere(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement;
  return (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName) ||
    target.closest("dialog") !== null
  );
}

let typed = "";
let typedAt = 0;

/** The choice that a number stands for: a call of that value, else the card at that place. */
function byNumber(digit: string, now: number): HTMLElement | undefined {
  typed = now - typedAt < TYPING_MS ? typed + digit : digit;
  typedAt = now;
  const all = choices();
  const keyed = all.filter((each) => each.dataset["key"] !== undefined);
  if (keyed.length > 0) {
    return (
      keyed.find((each) => each.dataset["key"] === typed) ??
      keyed.find((each) => each.dataset["key"] === digit) ??
      keyed.find((each) => each.dataset["key"]?.startsWith(typed))
    );
  }
  const place = Number(typed);
  return all[place - 1] ?? all[Number(digit) - 1];
}

function step(by: number): HTMLElement | undefined {
  const all = choices();
  const at = all.indexOf(document.activeElement as HTMLElement);
  return at < 0 ? all[0] : all[(at + by + all.length) % all.length];
}

const STEPS: Record<string, number> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
};

function press(action: string): void {
  document
    .querySelector<HTMLButtonElement>(`.play [data-action="${action}"]:not(:disabled)`)
    ?.click();
}

const LETTERS: Record<string, string[]> = {
  u: ["undo"],
  h: ["hint"],
  p: ["pass", "lay"],
  d: ["doubt"],
};

/** Listens for the keys of a table. */
export function useKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (elsewhere(event)) return;
      if (event.key === "Enter" && event.repeat) event.preventDefault(); // one press, one card
      if (intermission.value?.stage === "trick" && /^(Enter| |Escape)$/.test(event.key)) {
        event.preventDefault();
        nextStage();
        return;
      }
      if (intermission.value) {
        if (event.key === "Escape") nextStage();
        return;
      }
      const by = STEPS[event.key];
      const wanted = /^\d$/.test(event.key)
        ? byNumber(event.key, Date.now())
        : by === undefined
          ? undefined
          : step(by);
      if (wanted) {
        event.preventDefault();
        wanted.focus();
      }
      for (const action of LETTERS[event.key.toLowerCase()] ?? []) press(action);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}

/** Keeps the focus on what can be played, unless it is somewhere else on purpose. */
export function useFocus(mine: boolean, key: string): void {
  useEffect(() => {
    if (!mine) return;
    const now = document.activeElement;
    const free = !now || now === document.body || now.id === "main" || now.closest(".play-table");
    if (free && !choices().includes(now as HTMLElement)) {
      choices()[0]?.focus({ preventScroll: true });
    }
  }, [mine, key]);
  const held = useRef<Element | null>(null); // what had the focus last, at the table
  // What had the focus may vanish at any drawing, not only with a new position. While others play
  // the hand keeps it.
  useEffect(() => {
    const now = document.activeElement;
    const lost = !now || now === document.body;
    if (lost && mine) choices()[0]?.focus({ preventScroll: true });
    else if (lost && held.current && !held.current.isConnected) {
      document.querySelector<HTMLElement>(".play-table .hand")?.focus({ preventScroll: true });
    }
  });
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      held.current = target instanceof Element && target.closest(".play-table") ? target : null;
    };
    addEventListener("focusin", onFocus);
    return () => removeEventListener("focusin", onFocus);
  }, []);
}
