// The options of a select whose texts are the values: names of bots, runs, recipes and presets.
import type { JSX } from "preact";

export function NameOptions({ names }: { names: readonly string[] }): JSX.Element {
  return (
    <>
      {names.map((name) => (
        <option value={name} key={name}>
          {name}
        </option>
      ))}
    </>
  );
}
