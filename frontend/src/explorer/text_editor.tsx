// A folded text to edit and apply: the whole scene, or its hands. `apply` returns what is wrong.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Failure } from "../failure";
import { t } from "./texts";

interface Props {
  title: string;
  help?: string;
  written: string;
  rows: number;
  choice?: string; // this and `action` mark the parts for tests
  action?: string;
  apply: (text: string) => string | null;
}

export function TextEditor(props: Props): JSX.Element {
  const { title, help, written, rows, choice, action, apply } = props;
  const [text, setText] = useState(written);
  const [bad, setBad] = useState<string | null>(null);
  useEffect(() => setText(written), [written]);
  return (
    <details class="as-text">
      <summary>{title}</summary>
      {help && <p class="quiet">{help}</p>}
      <textarea
        rows={rows}
        spellcheck={false}
        aria-label={title}
        data-choice={choice}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <Failure text={bad} />
      <button type="button" class="button" data-action={action} onClick={() => setBad(apply(text))}>
        {t("apply")}
      </button>
    </details>
  );
}
