// Small signs for buttons, drawn: fonts differ in which of them they have.
import type { JSX } from "preact";

const PATHS = {
  first: "M5 5h3v14H5zM20 5v14L9 12z",
  back: "M18 5v14L7 12z",
  forward: "M6 5v14l11-7z",
  last: "M16 5h3v14h-3zM4 5v14l11-7z",
  pause: "M6 5h4v14H6zM14 5h4v14h-4z",
  undo: "M9 4v4h5a6 6 0 0 1 0 12H7v-3h7a3 3 0 0 0 0-6H9v4L3 9.5z",
  history:
    "M12 4a8 8 0 1 1-7.7 5.8l2.9.8A5 5 0 1 0 12 7v2.5L7.5 5.5 12 1.5zM11 9h2v3.4l2.7 1.9-1.2 1.6L11 13.5z",
  settings:
    "M10.3 2h3.4l.5 2.6 1.7.7 2.2-1.5 2.4 2.4-1.5 2.2.7 1.7 2.6.5v3.4l-2.6.5-.7 1.7 1.5 2.2-2.4 2.4-2.2-1.5-1.7.7-.5 2.6h-3.4l-.5-2.6-1.7-.7-2.2 1.5-2.4-2.4L5 16.2l-.7-1.7-2.6-.5v-3.4l2.6-.5L5 8.4 3.5 6.2l2.4-2.4 2.2 1.5 1.7-.7zM12 9a3.3 3.3 0 1 0 0 6.6A3.3 3.3 0 0 0 12 9z",
  leave: "M4 3h10v4h-2.5V5.5h-5v13h5V17H14v4H4zM15 8l5 4-5 4v-2.8H9v-2.4h6z",
  flag: "M5 2h2v20H5zM8 3h11l-3 4.5 3 4.5H8z",
  bulb: "M12 2a7 7 0 0 1 4 12.7V17H8v-2.3A7 7 0 0 1 12 2zM8.5 18.5h7V20h-7zM9.5 21h5v1h-5z",
  speech: "M3 4h18v12H11l-5 5v-5H3zM7 8v2h10V8zM7 11.5v2h7v-2z",
} as const;

export function Icon({ name }: { name: keyof typeof PATHS }): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} fill-rule="evenodd" />
    </svg>
  );
}
