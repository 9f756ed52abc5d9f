// The back of a card: a lattice with a watching eye, for a kibitzer sees everything. Own drawing.
import type { JSX } from "preact";

const LATTICE = (() => {
  let path = "";
  for (let i = -14; i < 11; i++) path += `M${i * 10} 8l124 124M${i * 10 + 100} 8l-124 124`;
  return path;
})();

export function Back(): JSX.Element {
  return (
    <g>
      <rect x="6" y="6" width="88" height="128" rx="5" fill="var(--back-ground)" />
      <svg x="8" y="8" width="84" height="124" viewBox="8 8 84 124">
        <path d={LATTICE} stroke="var(--back-line)" stroke-width="1.5" fill="none" />
      </svg>
      <ellipse
        cx="50"
        cy="70"
        rx="27"
        ry="21"
        fill="var(--back-ground)"
        stroke="var(--back-line)"
        stroke-width="1.5"
      />
      <path d="M28 70c10-15 34-15 44 0-10 15-34 15-44 0z" fill="var(--back-eye)" />
      <circle cx="50" cy="70" r="8.5" fill="var(--back-ground)" />
      <circle cx="53" cy="67" r="2.5" fill="var(--back-eye)" />
    </g>
  );
}
