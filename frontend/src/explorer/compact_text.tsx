// The deal as one line of text (CFN, like FEN in chess): to copy, or to paste another one.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { CopyButton } from "./copy_button";
import { t } from "./texts";

interface Props {
  text: string;
  onChange: (text: string) => void;
}

export function CompactText({ text, onChange }: Props): JSX.Element {
  const [typed, setTyped] = useState(text);
  useEffect(() => setTyped(text), [text]);
  return (
    <details class="as-text compact-text">
      <summary>{t("compact_text")}</summary>
      <p class="quiet">{t("compact_text_help")}</p>
      <textarea
        rows={4}
        spellcheck={false}
        aria-label={t("compact_text")}
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      <div class="compact-text-buttons">
        <CopyButton text={() => text} label={t("copy_text")} action="copy-text" />
        <button
          type="button"
          class="button"
          data-action="apply-text"
          disabled={typed.trim() === "" || typed === text}
          onClick={() => onChange(typed.trim())}
        >
          {t("apply")}
        </button>
      </div>
    </details>
  );
}
