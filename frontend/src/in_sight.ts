// A strip of links that is wider than a phone: its current link is always in sight.
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

/** Returns the ref of the strip; it scrolls, and nothing else does, when `current` changes. */
export function useCurrentInSight(current: unknown): RefObject<HTMLElement | null> {
  const strip = useRef<HTMLElement>(null);
  useEffect(() => {
    const scroll = () => {
      const box = strip.current?.getBoundingClientRect();
      const link = strip.current?.querySelector("[aria-current]")?.getBoundingClientRect();
      if (!strip.current || !box || !link) return;
      strip.current.scrollLeft += link.left + link.width / 2 - (box.left + box.width / 2);
    };
    scroll();
    window.addEventListener("resize", scroll);
    return () => window.removeEventListener("resize", scroll);
  }, [current]);
  return strip;
}
