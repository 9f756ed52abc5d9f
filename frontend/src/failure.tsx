// What went wrong, read out by screen readers as soon as it appears; nothing while there is no text.
import type { JSX } from "preact";

export function Failure({ text }: { text: string | null | undefined }): JSX.Element | null {
  return text ? (
    <p class="error" role="alert">
      {text}
    </p>
  ) : null;
}
