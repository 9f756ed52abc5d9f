// Buttons for calls: what the games' bidding boxes are built from.
import type { ComponentChildren, JSX } from "preact";
import "./styles.css";

interface CallProps {
  onClick: (() => void) | null;
  children: ComponentChildren;
  label?: string;
  kind?: "plain" | "pass" | "strong" | "danger";
  hinted?: boolean;
  title?: string;
  pressed?: boolean;
  action?: string;
  keyed?: string; // what is typed to choose it
}

export function Call({
  onClick,
  children,
  label,
  kind = "plain",
  hinted,
  title,
  pressed,
  action,
  keyed,
}: CallProps): JSX.Element {
  return (
    <button
      type="button"
      class={`call call-${kind}${hinted ? " hinted" : ""}`}
      disabled={onClick === null}
      aria-label={label}
      aria-pressed={pressed}
      title={title}
      data-action={action}
      data-key={keyed}
      onClick={() => onClick?.()}
    >
      {children}
    </button>
  );
}

export function Moves({
  title,
  children,
}: {
  title: string;
  children: ComponentChildren;
}): JSX.Element {
  return (
    <div class="moves" role="group" aria-label={title}>
      <span class="moves-title">{title}</span>
      <div class="moves-row">{children}</div>
    </div>
  );
}
