// Buttons for calls: what the games' bidding boxes are built from.
import type { ComponentChildren, JSX } from "preact";
import type { Scene } from "../games/look";
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
  asked,
  children,
}: {
  title: string;
  asked?: boolean; // the prompt above says it already
  children: ComponentChildren;
}): JSX.Element {
  return (
    <div class="moves" role="group" aria-label={title}>
      {!asked && <span class="moves-title">{title}</span>}
      <div class="moves-row">{children}</div>
    </div>
  );
}

interface KindProps {
  scene: Scene;
  kind: string; // of the legal actions
  style: CallProps["kind"];
  text: (name: string) => string;
}

/** A button for each legal action of a kind: pass, coinche. */
export function CallsOf({ scene, kind, style, text }: KindProps): JSX.Element {
  const calls = scene.position.legal.filter((action) => action.kind === kind);
  return (
    <>
      {calls.map(({ id, name }) => (
        <Call
          key={id}
          kind={style}
          hinted={id === scene.hinted}
          onClick={scene.act && (() => scene.act?.(id))}
          action={name}
        >
          {text(name)}
        </Call>
      ))}
    </>
  );
}

interface NumberProps {
  scene: Scene;
  values: number[];
  label: (value: number) => string;
  action: (value: number) => string;
  refused?: string; // why a number may not be bid
}

/** A button for each number of tricks, those that may not be bid too. */
export function NumberBids({ scene, values, label, action, refused }: NumberProps): JSX.Element {
  return (
    <>
      {values.map((value) => {
        const bid = scene.position.legal.find((l) => l.kind === "bid" && l.value === value);
        return (
          <Call
            key={value}
            kind="strong"
            label={label(value)}
            title={bid ? undefined : refused}
            hinted={bid !== undefined && bid.id === scene.hinted}
            onClick={bid && scene.act ? () => scene.act?.(bid.id) : null}
            action={action(value)}
            keyed={String(value)}
          >
            {value}
          </Call>
        );
      })}
    </>
  );
}
