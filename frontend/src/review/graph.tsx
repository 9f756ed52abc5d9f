// The chance to win, decision by decision, drawn by uPlot; loaded when a review is shown. A click
// shows the nearest decision. Errors are dots in the colour of their grade.
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import type { ReviewReply } from "../messages";
import { percent } from "../numbers";
import { usePlot } from "../plot";
import { isError } from "./grades";
import { t } from "./texts";

const HEIGHT = 150;
const DOT = 4.5; // radius in CSS pixels

interface Props {
  reply: ReviewReply;
  ply: number; // the position that is shown
  plies: number;
  title: string;
  onPick: (ply: number) => void;
}

interface Point {
  ply: number;
  value: number;
  error: number;
}

/** The chances that are known, and how the game ended. */
export function pointsOf(reply: ReviewReply, plies: number): Point[] {
  const points = reply.judged.flatMap(({ ply, chance }) =>
    chance ? [{ ply, value: chance.value, error: chance.error }] : [],
  );
  return reply.outcome === null || points.length === 0
    ? points
    : [...points, { ply: plies, value: reply.outcome, error: 0 }];
}

/** The chance at a position: between two that are known, on the line that joins them. */
export function chanceAt(points: readonly Point[], ply: number): number | null {
  const after = points.findIndex((point) => point.ply >= ply);
  const next = points[after];
  if (!next) return null;
  const before = points[after - 1] ?? next;
  const way = next.ply === before.ply ? 1 : (ply - before.ply) / (next.ply - before.ply);
  return before.value + way * (next.value - before.value);
}

function colour(name: string): string {
  const probe = document.createElement("span");
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  const found = getComputedStyle(probe).color;
  probe.remove();
  return found;
}

export function Graph({ reply, ply, plies, title, onPick }: Props): JSX.Element | null {
  const points = pointsOf(reply, plies);
  const now = useRef({ reply, points, ply, onPick });
  now.current = { reply, points, ply, onPick };
  const data: uPlot.AlignedData = [
    points.map((point) => point.ply),
    points.map((point) => Math.max(0, point.value - point.error)),
    points.map((point) => Math.min(1, point.value + point.error)),
    points.map((point) => point.value),
  ];
  const { place, change } = usePlot(
    (element) =>
      new uPlot(
        options(element, () => now.current),
        data,
        element,
      ),
    HEIGHT,
    [points.length > 1],
  );
  useEffect(() => change((plot) => plot.setData(data)), [reply]);
  useEffect(() => change((plot) => plot.redraw()), [ply]);
  if (points.length < 2) return null;
  const last = points.at(-1);
  return (
    <figure class="chance-graph" data-points={points.length}>
      <figcaption>{title}</figcaption>
      <div
        ref={place}
        role="img"
        aria-label={t("chance_graph_says", {
          first: percent(points[0]?.value ?? 0),
          last: percent(last?.value ?? 0),
        })}
      />
    </figure>
  );
}

function options(
  element: HTMLElement,
  now: () => {
    reply: ReviewReply;
    points: readonly Point[];
    ply: number;
    onPick: (ply: number) => void;
  },
): uPlot.Options {
  const ink = colour("--ink-2");
  const grid = { stroke: colour("--line"), width: 1 };
  const line = colour("--accent");
  const colours = {
    inaccuracy: colour("--gold"),
    mistake: colour("--warn"),
    blunder: colour("--red"),
  } as Record<string, string>;
  const axis = { stroke: ink, grid, ticks: grid, font: "11px system-ui" };
  return {
    width: element.clientWidth || 300,
    height: HEIGHT,
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, y: false },
    scales: { x: { time: false }, y: { range: [0, 1] } },
    axes: [
      { ...axis, show: false },
      {
        ...axis,
        splits: [0, 0.5, 1],
        values: (_, ticks) => ticks.map((tick) => percent(tick)),
        size: 54,
      },
    ],
    series: [
      {},
      { stroke: "transparent", points: { show: false } },
      { stroke: "transparent", points: { show: false } },
      { stroke: line, width: 2, points: { show: false } }, // last: above the band
    ],
    bands: [{ series: [2, 1], fill: colour("--accent-soft") }],
    hooks: {
      ready: [
        (u) =>
          u.over.addEventListener("click", () => {
            const ply = u.data[0][u.cursor.idx ?? -1];
            if (ply !== undefined) now().onPick(ply);
          }),
      ],
      draw: [
        (u) => {
          const { reply, points, ply } = now();
          const scale = devicePixelRatio;
          const { ctx } = u;
          for (const judged of reply.judged) {
            // A long game's chances are played out at some decisions only; every error has a dot.
            const chance = chanceAt(points, judged.ply);
            if (chance === null || !isError(judged)) continue;
            ctx.beginPath();
            ctx.fillStyle = colours[judged.grade] ?? line;
            ctx.arc(
              u.valToPos(judged.ply, "x", true),
              u.valToPos(chance, "y", true),
              DOT * scale,
              0,
              2 * Math.PI,
            );
            ctx.fill();
          }
          const at = u.valToPos(ply, "x", true);
          if (at < u.bbox.left || at > u.bbox.left + u.bbox.width) return;
          ctx.strokeStyle = ink;
          ctx.lineWidth = scale;
          ctx.beginPath();
          ctx.moveTo(at, u.bbox.top);
          ctx.lineTo(at, u.bbox.top + u.bbox.height);
          ctx.stroke();
        },
      ],
    },
  };
}
