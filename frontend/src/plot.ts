// A uPlot in an element: as wide as its place, and drawn anew when the colours, the language or one
// of `inputs` changes.
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type uPlot from "uplot";
import { settings } from "./settings";

interface Plot {
  place: RefObject<HTMLDivElement | null>;
  /** Change the plot, unless it was made in this turn: before its first drawing, when it has the
   * newest data anyway, a change would leave it empty. */
  change: (by: (plot: uPlot) => void) => void;
}

export function usePlot(
  make: (element: HTMLDivElement) => uPlot,
  height: number,
  inputs: readonly unknown[],
): Plot {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const fresh = useRef(false);
  const { theme, language } = settings.value;
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const draw = () => {
      plot.current?.destroy();
      plot.current = make(element);
      fresh.current = true;
      queueMicrotask(() => (fresh.current = false));
    };
    draw();
    const watch = new ResizeObserver(() =>
      plot.current?.setSize({ width: element.clientWidth, height }),
    );
    watch.observe(element);
    const scheme = matchMedia("(prefers-color-scheme: dark)");
    scheme.addEventListener("change", draw);
    return () => {
      watch.disconnect();
      scheme.removeEventListener("change", draw);
      plot.current?.destroy();
      plot.current = null;
    };
  }, [theme, language, height, ...inputs]);
  const change = (by: (plot: uPlot) => void) => {
    if (plot.current && !fresh.current) by(plot.current);
  };
  return { place, change };
}
