// A table that scrolls sideways on a narrow page. An empty heading is that of the buttons of a row.
import type { ComponentChildren, JSX } from "preact";
import { t } from "./texts";

interface Props {
  label?: string;
  labelledBy?: string; // the id of a heading
  head: string[];
  children: ComponentChildren;
}

export function WideTable({ label, labelledBy, head, children }: Props): JSX.Element {
  return (
    <div
      class="scroll-x"
      tabIndex={0}
      role="region"
      aria-label={label}
      aria-labelledby={labelledBy}
    >
      <table class="plain">
        <thead>
          <tr>
            {head.map((text) => (
              <th scope="col" key={text}>
                {text || <span class="visually-hidden">{t("action")}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
