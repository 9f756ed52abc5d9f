// A uPlot in an element: as wide as its place, and drawn anew when the colours, the language or one
// of `inputs` changes.
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type uPlot from "uplot";
import { settings } from "./settings";

interface Plot {
  place: RefObject<HTMLDivElement | null>;
  plot: RefObject<uPlot | null>;
}

export function usePlot(
  make: (element: HTMLDivElement) => uPlot,
  height: number,
  inputs: readonly unknown[],
): Plot {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const { theme, language } = settings.value;
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const draw = () => {
      plot.current?.destroy();
      plot.current = make(element);
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
  return { place, plot };
}
