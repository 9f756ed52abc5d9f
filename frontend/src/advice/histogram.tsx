// Bars for numbers with names: shares of one, or any values.
import type { JSX } from "preact";
import { barWidth, number, percent } from "../numbers";

export function Histogram({ of }: { of: [string, number][] }): JSX.Element {
  const most = Math.max(...of.map(([, value]) => Math.abs(value)), 1e-9);
  const shares = of.every(([, value]) => value >= 0 && value <= 1);
  return (
    <div class="histogram">
      {of.map(([name, value]) => (
        <div key={name}>
          <span>{name}</span>
          <span class="bar" aria-hidden="true">
            <i style={{ width: barWidth(Math.abs(value) / most) }} />
          </span>
          <span>{shares ? percent(value) : number(value)}</span>
        </div>
      ))}
    </div>
  );
}
