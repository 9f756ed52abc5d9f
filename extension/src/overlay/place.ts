// Where the overlay is: at its saved place, but always inside the window.
import type { HTMLAttributes } from "preact";
import type { Settings } from "../settings";

const STEP = 20; // pixels for an arrow key
const MARGIN = 8;
const KEYS: Readonly<Record<string, [number, number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

type Place = Pick<Settings, "left" | "top">;

export function place(host: HTMLElement, { left, top }: Place): void {
  const box = host.getBoundingClientRect();
  const right = Math.max(MARGIN, window.innerWidth - box.width - MARGIN);
  const bottom = Math.max(MARGIN, window.innerHeight - box.height - MARGIN);
  const within = (value: number, high: number) => Math.min(Math.max(value, MARGIN), high);
  host.style.left = `${within(left ?? right, right)}px`;
  host.style.top = `${within(top ?? MARGIN, bottom)}px`;
}

/** The handlers of the handle that moves the overlay. */
export function move(
  host: HTMLElement,
  change: (place: Place) => void,
): Pick<HTMLAttributes<HTMLHeadingElement>, "onPointerDown" | "onKeyDown"> {
  const at = (): { left: number; top: number } => {
    const { left, top } = host.getBoundingClientRect();
    return { left, top };
  };
  return {
    onPointerDown(event) {
      const handle = event.currentTarget;
      const from = at();
      handle.setPointerCapture(event.pointerId);
      handle.onpointermove = (now) =>
        place(host, {
          left: from.left + now.clientX - event.clientX,
          top: from.top + now.clientY - event.clientY,
        });
      handle.onpointerup = handle.onpointercancel = () => {
        handle.onpointermove = handle.onpointerup = handle.onpointercancel = null;
        change(at());
      };
    },
    onKeyDown(event) {
      const by = KEYS[event.key];
      if (!by) return;
      event.preventDefault();
      const { left, top } = at();
      place(host, { left: left + by[0], top: top + by[1] });
      change(at());
    },
  };
}
