// The joker of Dubito: a fool's cap with three bells, and a grin. Own drawing, 100 x 140.
import type { JSX } from "preact";

const LINE = {
  stroke: "var(--court-line)",
  "stroke-width": 1.2,
  "stroke-linejoin": "round",
} as const;

export function Joker(): JSX.Element {
  return (
    <g>
      <path d="M50 58c-4-16-14-24-30-20 2 10 6 20 12 28z" fill="#b3392f" {...LINE} />
      <path d="M50 58c4-16 14-24 30-20-2 10-6 20-12 28z" fill="#2f5d9b" {...LINE} />
      <path d="M32 66c0-20 8-34 18-40 10 6 18 20 18 40-10-6-26-6-36 0z" fill="#d9a520" {...LINE} />
      <path
        d="M34 65c10-6 22-6 32 0v14c0 12-7 22-16 22s-16-10-16-22z"
        fill="var(--court-skin)"
        {...LINE}
      />
      <path d="M32 66c10-7 26-7 36 0l-1 5c-10-6-24-6-34 0z" fill="#3c7d4b" {...LINE} />
      <path d="M40 78h6M54 78h6M50 79v6l-2 1.5" fill="none" {...LINE} stroke-linecap="round" />
      <path d="M40 88c6 8 14 8 20 0-4 1.5-16 1.5-20 0z" fill="#b3392f" {...LINE} />
      <path d="M30 106l20 8 20-8-6-9-14 8-14-8z" fill="#d9a520" {...LINE} />
      <g fill="#d9a520" {...LINE}>
        <circle cx="19" cy="39" r="3.5" />
        <circle cx="81" cy="39" r="3.5" />
        <circle cx="50" cy="24" r="3.5" />
      </g>
    </g>
  );
}
