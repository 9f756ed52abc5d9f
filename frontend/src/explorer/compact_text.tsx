// The deal as one line of text (CFN, like FEN in chess): to copy, or to paste another one.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { notify } from "../table/store";
import { t } from "./texts";

interface Props {
  text: string;
  onChange: (text: string) => void;
}

export function CompactText({ text, onChange }: Props): JSX.Element {
  const [typed, setTyped] = useState(text);
  const [copied, setCopied] = useState(false);
  useEffect(() => setTyped(text), [text]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      setTimeout(() => setCopied(false), 2000);
    } catch {
      notify(t("copy_failed"), true);
    }
  };
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
        <button type="button" class="button" data-action="copy-text" onClick={() => void copy()}>
          {copied ? t("copied") : t("copy_text")}
        </button>
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
