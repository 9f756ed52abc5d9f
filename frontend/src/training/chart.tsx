// A line chart by uPlot, with the page's colours. The values under the pointer are in its legend.
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { usePlot } from "../plot";
import { metric, steps } from "./units";
import type { Column } from "./columns";

export interface Line {
  label: string;
  values: Column;
  colour?: number; // of the palette, from 0
  low?: Column; // an interval around the values
  high?: Column;
  points?: boolean;
  dashed?: boolean;
}

interface ChartProps {
  title: string;
  x: number[];
  lines: Line[];
  height?: number;
  format?: (value: number | null | undefined) => string;
  zero?: [number, number]; // what the scale shows at least
}

export const PALETTE = 6;
const FAINT = "2e"; // alpha of an interval's band

/** Colours as the browser resolves them: a canvas does not resolve CSS variables. */
function resolve(variable: string, within: HTMLElement): string {
  const probe = document.createElement("span");
  probe.style.color = `var(${variable})`;
  within.append(probe);
  const found = getComputedStyle(probe).color;
  probe.remove();
  const parts = found.match(/[\d.]+/g)?.map(Number) ?? [0, 0, 0];
  const scale = found.startsWith("color(") ? 255 : 1;
  const hex = parts.slice(0, 3).map((part) =>
    Math.round(part * scale)
      .toString(16)
      .padStart(2, "0"),
  );
  return `#${hex.join("")}`;
}

function shape(lines: Line[]): string {
  return lines
    .map((line) => `${line.label}/${line.colour}/${line.low ? 1 : 0}/${line.points}/${line.dashed}`)
    .join("|");
}

function dataOf(x: number[], lines: Line[]): uPlot.AlignedData {
  const columns: Column[] = [];
  for (const line of lines) {
    columns.push(line.values);
    if (line.low && line.high) columns.push(line.low, line.high);
  }
  return [x, ...columns] as uPlot.AlignedData;
}

export function Chart(props: ChartProps): JSX.Element {
  const { title, x, lines, height = 190 } = props;
  const { place, change } = usePlot(
    (element) => new uPlot(options(props, element, height), dataOf(x, lines), element),
    height,
    [shape(lines)],
  );

  useEffect(() => change((plot) => plot.setData(dataOf(x, lines))), [x, x.length, x.at(-1), lines]);

  return (
    <figure class="chart" data-chart={title} data-points={x.length}>
      <figcaption>{title}</figcaption>
      <div ref={place} />
    </figure>
  );
}

function options(props: ChartProps, element: HTMLElement, height: number): uPlot.Options {
  const format = props.format ?? metric;
  const ink = resolve("--ink-2", element);
  const grid = { stroke: resolve("--line", element), width: 1 };
  const axis = { stroke: ink, grid, ticks: grid, font: "11px system-ui" };
  const series: uPlot.Series[] = [
    { label: "", value: (_, v) => (v === null || v === undefined ? "" : steps(v)) },
  ];
  const bands: uPlot.Band[] = [];
  props.lines.forEach((line, i) => {
    const stroke = resolve(`--line-${((line.colour ?? i) % PALETTE) + 1}`, element);
    series.push({
      label: line.label,
      stroke,
      width: 2,
      spanGaps: true,
      points: { show: line.points ?? false, size: 6 },
      ...(line.dashed ? { dash: [6, 4] } : {}),
      value: (_, v) => format(v),
    });
    if (line.low && line.high) {
      const edge: uPlot.Series = {
        label: "",
        class: "band-edge", // its row of the legend is hidden
        stroke: "transparent",
        points: { show: false },
      };
      series.push({ ...edge, spanGaps: true }, { ...edge, spanGaps: true });
      bands.push({ series: [series.length - 1, series.length - 2], fill: stroke + FAINT });
    }
  });
  const [least, most] = props.zero ?? [null, null];
  return {
    width: element.clientWidth || 300,
    height,
    series,
    bands,
    scales: {
      x: { time: false },
      y: {
        range: (_, low, high) => {
          const from = Math.min(low ?? 0, least ?? Infinity);
          const to = Math.max(high ?? 1, most ?? -Infinity);
          const room = (to - from || Math.abs(to) || 1) * 0.06;
          return [least === null ? from - room : from, most === null ? to + room : to];
        },
      },
    },
    axes: [
      { ...axis, values: (_, ticks) => ticks.map(steps), size: 34 },
      { ...axis, values: (_, ticks) => ticks.map((tick) => format(tick)), size: 58 },
    ],
    legend: { live: true },
    cursor: { drag: { x: true, y: false } },
  };
}
