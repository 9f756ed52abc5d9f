// A button that copies a text, and confirms it for two seconds.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { notify } from "../table/store";
import { t } from "./texts";

const COPIED_MS = 2000;

interface Props {
  text: () => string;
  label: string;
  action: string;
  look?: "button" | "tool";
}

export function CopyButton({ text, label, action, look = "button" }: Props): JSX.Element {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text());
      setCopied(true);
      setTimeout(() => setCopied(false), COPIED_MS);
    } catch {
      notify(t("copy_failed"), true);
    }
  };
  return (
    <button type="button" class={look} data-action={action} onClick={() => void copy()}>
      {copied ? t("copied") : label}
    </button>
  );
}
