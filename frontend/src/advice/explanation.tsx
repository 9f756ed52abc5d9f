// A bot's explanation of its choice: numbers, texts, lists, tables; shares as bars.
import type { JSX } from "preact";
import { wordOf } from "../games/words";
import { find, t } from "./texts";
import { number } from "../numbers";
import { Histogram } from "./histogram";

interface Props {
  game: string;
  value: unknown;
  label: (name: string) => string; // of an action
}

/** What a figure of a bot is called by its game or by us. */
function known(game: string, key: string): string | undefined {
  return wordOf(game, `explain_${key}`) ?? find(`explain_${key}`);
}

/** What a figure of a bot is called: by its game, by us, or by the bot itself. */
export function heading(game: string, key: string): string {
  return known(game, key) ?? key.replaceAll("_", " ");
}

/** Whatever a bot said: numbers as bars where they are shares, else plainly. */
export function Explanation({ game, value, label }: Props): JSX.Element {
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
                {heading(game, key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {value.slice(0, 12).map((row, i) => (
            <tr key={i}>
              {columns.map((key) => (
                <td key={key}>
                  <Explanation
                    game={game}
                    value={(row as Record<string, unknown>)[key]}
                    label={label}
                  />
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
            <Explanation game={game} value={each} label={label} />
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
            <dt>{known(game, key) ?? label(key).replaceAll("_", " ")}</dt>
            <dd class={each !== null && typeof each === "object" ? "wide" : ""}>
              <Explanation game={game} value={each} label={label} />
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
