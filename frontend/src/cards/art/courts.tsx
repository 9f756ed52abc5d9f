// King, queen and jack: own drawings, each half a figure that is turned about the middle of the
// card. Colours are CSS variables of the suit (cards.css), so that a four-colour deck and the dark
// theme need no second drawing. Coordinates are those of the card, 100 x 140; a half ends at y=70.
import type { JSX } from "preact";

const LINE = {
  stroke: "var(--court-line)",
  "stroke-width": 1,
  "stroke-linejoin": "round",
} as const;

function Face(): JSX.Element {
  return (
    <g>
      <path
        d="M42 37c0-7 16-7 16 0v6c0 6-4 10-8 10s-8-4-8-10z"
        fill="var(--court-skin)"
        {...LINE}
      />
      <path
        d="M45 40.5h3M52 40.5h3M50 41v4l-1.3 1M47.5 49c1.7 1 3.3 1 5 0"
        fill="none"
        {...LINE}
        stroke-linecap="round"
      />
    </g>
  );
}

/** Shoulders and robe, the same cut for all; `children` is what lies over the breast. */
function Robe({ children }: { children?: JSX.Element | JSX.Element[] }): JSX.Element {
  return (
    <g>
      <path d="M21 70c0-10 8-16 19-18h20c11 2 19 8 19 18z" fill="var(--court-a)" {...LINE} />
      <path
        d="M29 70c0-7 3-12 8-16l6-1.5 7 9 7-9 6 1.5c5 4 8 9 8 16z"
        fill="var(--court-b)"
        {...LINE}
      />
      <path d="M38 54l12 16 12-16-5-2-7 8-7-8z" fill="var(--court-gold)" {...LINE} />
      {children}
    </g>
  );
}

function Ermine(): JSX.Element {
  const spots: [number, number][] = [
    [33, 63],
    [30, 67.5],
    [36, 68],
    [67, 63],
    [70, 67.5],
    [64, 68],
  ];
  return (
    <g fill="var(--court-gold)">
      {spots.map(([x, y]) => (
        <path d={`M${x} ${y - 1.8}l1.2 1.8-1.2 1.8-1.2-1.8z`} />
      ))}
    </g>
  );
}

function King(): JSX.Element {
  return (
    <g>
      {/* the sword behind the shoulder */}
      <path d="M73.5 22l1.8 3v29h-3.6V25z" fill="var(--court-steel)" {...LINE} />
      <path d="M68.5 54h10v2.5h-10z" fill="var(--court-gold)" {...LINE} />
      <path d="M72.3 56.5h2.4V63h-2.4z" fill="var(--court-a)" {...LINE} />
      {/* long hair, robe, beard */}
      <path d="M39 36c-2 6-3 12-2 18h26c1-6 0-12-2-18z" fill="var(--court-hair)" {...LINE} />
      <Robe>
        <Ermine />
      </Robe>
      <Face />
      <path
        d="M42 44c1 2 2 3 4 3l1.5 2.6c1.7.7 3.3.7 5 0L54 47c2 0 3-1 4-3 .6 9-3 16-8 16s-8.6-7-8-16z"
        fill="var(--court-hair)"
        {...LINE}
      />
      <path
        d="M45 46.8c2-1.4 4-1.2 5 .2 1-1.4 3-1.6 5-.2-2 1.2-4 1.4-5 .4-1 1-3 .8-5-.4z"
        fill="var(--court-line)"
      />
      {/* crown: a band, three arches, three balls */}
      <path d="M38 36l-3-13 8 6 7-10 7 10 8-6-3 13z" fill="var(--court-gold)" {...LINE} />
      <path d="M38 33.5h24V37H38z" fill="var(--court-a)" {...LINE} />
      <g fill="var(--court-gold)" {...LINE}>
        <circle cx="35" cy="22" r="1.8" />
        <circle cx="50" cy="18.5" r="1.8" />
        <circle cx="65" cy="22" r="1.8" />
      </g>
    </g>
  );
}

function Queen(): JSX.Element {
  return (
    <g>
      {/* a veil and long hair */}
      <path d="M36 33c-4 8-5 16-4 24h36c1-8 0-16-4-24z" fill="var(--court-veil)" {...LINE} />
      <path d="M40 35c-3 6-3 12-2 17h24c1-5 1-11-2-17z" fill="var(--court-hair)" {...LINE} />
      <Robe>
        <g fill="var(--court-line)">
          <circle cx="45" cy="55.5" r="1" />
          <circle cx="47.5" cy="58.5" r="1" />
          <circle cx="50" cy="61.5" r="1" />
          <circle cx="52.5" cy="58.5" r="1" />
          <circle cx="55" cy="55.5" r="1" />
        </g>
      </Robe>
      <Face />
      <path d="M48.5 48.7c.8-.7 2.2-.7 3 0-.8 1.2-2.2 1.2-3 0z" fill="var(--court-lips)" />
      {/* a low crown */}
      <path
        d="M40 34l-2-8 5.5 3.5L47 24l3 4.5 3-4.5 3.5 5.5L62 26l-2 8z"
        fill="var(--court-gold)"
        {...LINE}
      />
      <path d="M40 33h20v2.5H40z" fill="var(--court-a)" {...LINE} />
      {/* a flower in the hand */}
      <path d="M71 46c1 7 0 13-4 18" fill="none" stroke="var(--court-leaf)" stroke-width="1.6" />
      <path d="M70.5 54c3-2.5 5-2 6.5-.5-2 2-4.5 2.2-6.5.5z" fill="var(--court-leaf)" {...LINE} />
      <g fill="var(--court-a)" {...LINE}>
        <circle cx="71" cy="38" r="3" />
        <circle cx="75" cy="41" r="3" />
        <circle cx="73.5" cy="45.5" r="3" />
        <circle cx="68.5" cy="45.5" r="3" />
        <circle cx="67" cy="41" r="3" />
      </g>
      <circle cx="71" cy="42" r="2.2" fill="var(--court-gold)" {...LINE} />
      <path d="M63 64c1-3 4-4 7-2l-1 4c-2 1-5 1-6-2z" fill="var(--court-skin)" {...LINE} />
    </g>
  );
}

function Jack(): JSX.Element {
  return (
    <g>
      {/* a halberd */}
      <path d="M27.2 22h2.2v48h-2.2z" fill="var(--court-wood)" {...LINE} />
      <path d="M28.3 14l2.2 8-2.2 3-2.2-3z" fill="var(--court-steel)" {...LINE} />
      <path d="M29.4 26c5-2 7 0 7.5 5-.5 4-3 5-7.5 3z" fill="var(--court-steel)" {...LINE} />
      <path d="M27.2 28l-4 2 4 2z" fill="var(--court-steel)" {...LINE} />
      {/* a page's hair */}
      <path
        d="M39 34c-2 5-2 11 0 16 4 1 18 1 22 0 2-5 2-11 0-16z"
        fill="var(--court-hair)"
        {...LINE}
      />
      <Robe>
        <path d="M50 61v9M45 66l5 3 5-3" fill="none" {...LINE} />
      </Robe>
      <Face />
      {/* a flat cap with a feather */}
      <path d="M36 32c0-8 7-11 15-11s14 4 14 10c-9-2-20-2-29 1z" fill="var(--court-a)" {...LINE} />
      <path d="M35 33c9-4 22-4 31-1l-.5 3.5c-9-2.8-21-2.8-30 .5z" fill="var(--court-b)" {...LINE} />
      <path d="M61 28c2-8 8-12 15-11-1 6-6 11-13 12.5z" fill="var(--court-gold)" {...LINE} />
      <path d="M62 28.5c4-3 8-6 12-10" fill="none" {...LINE} />
    </g>
  );
}

const FIGURE: Record<string, () => JSX.Element> = { K: King, Q: Queen, J: Jack };

/** The picture of a court card between its corners. */
export function Court({ rank, suit }: { rank: string; suit: JSX.Element }): JSX.Element {
  const Half = FIGURE[rank] ?? Jack;
  return (
    <g transform="translate(50 70) scale(.86 1) translate(-50 -70)">
      <rect
        x="19.5"
        y="14"
        width="61"
        height="112"
        rx="4"
        fill="var(--court-ground)"
        stroke="var(--court-frame)"
        stroke-width="1.2"
      />
      {[0, 180].map((turn) => (
        <g transform={`rotate(${turn} 50 70)`}>
          <Half />
          <g
            transform={`translate(${rank === "J" ? 63 : 22} ${rank === "J" ? 37 : 17}) scale(.56 .48)`}
          >
            {suit}
          </g>
        </g>
      ))}
      <path d="M19.5 70h61" stroke="var(--court-line)" stroke-width="1.2" />
    </g>
  );
}
