// Whatever a bot says of itself: numbers, texts, lists, tables; shares as bars.
import type { JSX } from "preact";
import { named, t } from "../text";
import { number, percent } from "./numbers";

/** Whatever a bot said: numbers as bars where they are shares, else plainly. */
export function Said({
  value,
  label,
}: {
  value: unknown;
  label: (name: string) => string;
}): JSX.Element {
  if (typeof value === "number") return <>{number(value)}</>;
  if (typeof value === "string") return <>{label(value)}</>;
  if (typeof value === "boolean") return <>{value ? t("yes") : t("no")}</>;
  if (Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === "number")) {
    return <Histogram of={value.map((each, i) => [String(i), each as number])} />;
  }
  if (Array.isArray(value) && value.length > 0 && value.every(isRow)) {
    const columns = Object.keys(value[0] as object).filter((key) => key !== "action");
    return (
      <table class="said">
        <thead>
          <tr>
            {columns.map((key) => (
              <th scope="col" key={key}>
                {named("explain", key).replaceAll("_", " ")}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {value.slice(0, 12).map((row, i) => (
            <tr key={i}>
              {columns.map((key) => (
                <td key={key}>
                  <Said value={(row as Record<string, unknown>)[key]} label={label} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    );
  }
  if (Array.isArray(value)) {
    return (
      <ul>
        {value.slice(0, 12).map((each, i) => (
          <li key={i}>
            <Said value={each} label={label} />
          </li>
        ))}
      </ul>
    );
  }
  if (value && typeof value === "object") {
    const entries = Object.entries(value);
    if (entries.length > 0 && entries.every(([, each]) => typeof each === "number")) {
      return <Histogram of={entries.map(([key, each]) => [label(key), each as number])} />;
    }
    return (
      <dl class="facts-list">
        {entries.slice(0, 16).map(([key, each]) => (
          <>
            <dt>{label(key).replaceAll("_", " ")}</dt>
            <dd class={each !== null && typeof each === "object" ? "wide" : ""}>
              <Said value={each} label={label} />
            </dd>
          </>
        ))}
      </dl>
    );
  }
  return <>–</>;
}

/** A mapping of plain values: a row of a table. */
function isRow(value: unknown): boolean {
  return (
    value !== null &&
    typeof value === "object" &&
    !Array.isArray(value) &&
    Object.values(value).every((each) => each === null || typeof each !== "object")
  );
}

export function Histogram({ of }: { of: [string, number][] }): JSX.Element {
  const most = Math.max(...of.map(([, value]) => Math.abs(value)), 1e-9);
  const shares = of.every(([, value]) => value >= 0 && value <= 1);
  return (
    <div class="histogram">
      {of.map(([name, value]) => (
        <div key={name}>
          <span>{name}</span>
          <span class="bar" aria-hidden="true">
            <i style={{ width: percent(Math.abs(value) / most) }} />
          </span>
          <span>{shares ? percent(value) : number(value)}</span>
        </div>
      ))}
    </div>
  );
}
