// The table of scores beside the felt: a row for each seat or side, the total in bold.
import type { ComponentChildren, JSX } from "preact";
import { exact } from "../numbers";

interface Row {
  name: string;
  cells?: ComponentChildren[];
  total: ComponentChildren;
}

interface Props {
  head: string[];
  rows: Row[];
}

export function ScoreTable({ head, rows }: Props): JSX.Element {
  return (
    <table class="score-table">
      <thead>
        <tr>
          {head.map((text) => (
            <th scope="col" key={text}>
              {text}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, i) => (
          <tr key={i}>
            <th scope="row">{row.name}</th>
            {row.cells?.map((cell, j) => (
              <td key={j}>{cell}</td>
            ))}
            <td>
              <b>{typeof row.total === "number" ? exact(row.total) : row.total}</b>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
