// Faces of the players: drawn from a few parts for bots, an initial for people.
import type { JSX } from "preact";
import type { SeatInfo } from "../messages";
import { personName } from "./names";
import { personaOf } from "./personas";
import "./avatar.css";

const SKIN = ["#f6d2b0", "#e8b48a", "#c98a5e", "#8d5a3b"];
const HAIR = ["#2d2320", "#6d4527", "#b8772f", "#d9b45a", "#9a9a98", "#8c2f1d"];
const COAT = ["#b3392f", "#27437c", "#2f6b63", "#a3721a", "#6a3d7a", "#24603a"];
const CUTS = [
  "M9 19c0-9 4-13 11-13s11 4 11 13c-2-4-4-6-6-7-4 2-11 2-13 1-2 2-2 4-3 6z", // short
  "M8 28c-2-15 2-23 12-23s14 8 12 23c-3-2-3-8-4-13-5 1-12 0-14-3-2 5-3 13-6 16z", // long
  "M10 15c1-7 5-9 10-9s9 2 10 9c-6-3-14-3-20 0z", // cropped
  "M8 21c-3-3-1-8 1-9 1-5 6-8 11-8s10 3 11 8c2 1 4 6 1 9-1-6-3-8-5-9-5 2-11 2-14 0-2 1-4 3-5 9z", // curls
];

/** A bot's face, by its number. */
export function Face({ face }: { face: number }): JSX.Element {
  const pick = <T,>(list: readonly T[], step: number) =>
    list[Math.floor(face / step) % list.length] as T;
  return (
    <svg class="avatar" viewBox="0 0 40 40" aria-hidden="true" focusable="false">
      <circle cx="20" cy="20" r="20" fill={`hsl(${(face * 47) % 360} 38% 78%)`} />
      <path d="M4 40c1-9 7-12 16-12s15 3 16 12z" fill={pick(COAT, 1)} />
      <ellipse cx="20" cy="19" rx="9.5" ry="11" fill={SKIN[(face * 7) % SKIN.length]} />
      <path d={pick(CUTS, 1)} fill={HAIR[(face * 5 + 1) % HAIR.length]} />
      <circle cx="16.3" cy="19" r="1.3" fill="#29231c" />
      <circle cx="23.7" cy="19" r="1.3" fill="#29231c" />
      <path d="M16 24.5c2.5 2 5.5 2 8 0" class="avatar-line" />
      {face % 3 === 1 && (
        <path
          d="M12.8 19a3.5 3.5 0 0 1 7 0 3.5 3.5 0 0 1-7 0zm7.4 0a3.5 3.5 0 0 1 7 0 3.5 3.5 0 0 1-7 0z"
          class="avatar-line"
        />
      )}
    </svg>
  );
}

export function Avatar({
  seats,
  seat,
}: {
  seats: readonly SeatInfo[];
  seat: number;
}): JSX.Element | null {
  const at = seats[seat];
  const persona = personaOf(seats, seat);
  if (persona) return <Face face={persona.face} />;
  if (!at || at.kind !== "person" || !at.name) return null;
  const hue = [...at.name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 360;
  return (
    <svg class="avatar" viewBox="0 0 40 40" aria-hidden="true" focusable="false">
      <circle cx="20" cy="20" r="20" fill={`hsl(${hue} 45% 36%)`} />
      <text x="20" y="27" class="avatar-initial">
        {[...personName(at.name)][0]?.toUpperCase()}
      </text>
    </svg>
  );
}
