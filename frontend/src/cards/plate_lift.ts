// Your own plate is at the lower rim of the felt, where the bidding box opens. While you bid, the
// plate stands on the box, if the felt is high enough. It stays there until the auction is over:
// nothing jumps between two calls.
import { useLayoutEffect, useRef, useState } from "preact/hooks";

const height = (element: Element | null | undefined) =>
  element?.getBoundingClientRect().height ?? 0;

/** How far the box reaches into the felt, in pixels; null while there is none. */
function overlap(felt: HTMLElement): number | null {
  const box = felt.parentElement?.querySelector(".front .bidding")?.getBoundingClientRect();
  if (!box) return null;
  const { bottom, left, right, top } = felt.getBoundingClientRect();
  if (box.left >= right || box.right <= left) return 0; // beside it, as on a phone sideways
  const covered = Math.max(0, Math.ceil(bottom - box.top));
  const opposite = [...felt.querySelectorAll(".ring-seat:not(.home)")].filter(
    (seat) => seat.getBoundingClientRect().top < top + 20,
  );
  const needed =
    Math.max(0, ...opposite.map(height)) +
    height(felt.querySelector(".auction")) +
    height(felt.querySelector(".ring-seat.home"));
  return bottom - top - covered >= needed ? covered : 0;
}

/** The felt, and by how many pixels the own plate is lifted. */
export function usePlateLift(bidding: boolean) {
  const felt = useRef<HTMLDivElement>(null);
  const [lift, setLift] = useState(0);
  const measure = () => felt.current && overlap(felt.current);
  useLayoutEffect(() => setLift((now) => (bidding ? (measure() ?? now) : 0)));
  useLayoutEffect(() => {
    const again = () => setLift(measure() ?? 0);
    addEventListener("resize", again);
    return () => removeEventListener("resize", again);
  }, []);
  return { felt, lift: bidding ? lift : 0 };
}
