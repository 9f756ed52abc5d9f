// A folded text: to copy where `copy` names the button's action, to edit where `apply` takes another
// text and returns what is wrong with it. The hands, the deal in one line, the whole scene.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Failure } from "../failure";
import { CopyButton } from "./copy_button";
import { t } from "./texts";

interface Props {
  title: string;
  help?: string;
  written: string;
  rows: number;
  choice?: string; // this and `action` mark the parts for tests
  action?: string;
  copy?: string;
  apply?: (text: string) => string | null;
}

export function TextEditor(props: Props): JSX.Element {
  const { title, help, written, rows, choice, action, copy, apply } = props;
  const [text, setText] = useState(written);
  const [bad, setBad] = useState<string | null>(null);
  useEffect(() => setText(written), [written]);
  return (
    <details class="as-text">
      <summary>{title}</summary>
      {help && <p class="quiet">{help}</p>}
      <textarea
        rows={rows}
        readOnly={!apply}
        spellcheck={false}
        aria-label={title}
        data-choice={choice}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <Failure text={bad} />
      <div class="as-text-buttons">
        {copy && <CopyButton text={() => written} label={t("copy_text")} action={copy} />}
        {apply && (
          <button
            type="button"
            class="button"
            data-action={action}
            disabled={text.trim() === "" || text === written}
            onClick={() => setBad(apply(text.trim()))}
          >
            {t("apply")}
          </button>
        )}
      </div>
    </details>
  );
}
