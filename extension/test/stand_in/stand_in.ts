// A stand-in for the site, which tests cannot reach: the DOM of a table and its console events, from
// the same assumptions as the extension, with the timing of a real table (cards are dealt for a
// while, the trump card of the last round lies there meanwhile, buttons appear late). It knows no
// rules: the test behind it plays the game and says what happens; clicks are kept for the test.
import { DOM, EVENTS, TAG, TRUMP_LABEL, bidLabel } from "../../src/site/assumptions";
import { labelOf, showCard, suitOf, writeCard } from "../../src/site/cards";

interface View {
  players: { name: string; note: string; turn: boolean }[];
  trick: number[];
  hand: number[];
  playable: number[]; // cards that may be clicked now
  bids: number[]; // buttons of the bid panel; none if it is not the own turn to bid
  trump: number | null;
  isDealing: boolean; // the trump card changes only after the dealing
}

const standIn = {
  dealMs: 160,
  panelMs: 40,
  clicks: [] as string[], // "bid 2" or "QH"
  /** Show a table and log events, in this order. */
  step(view: View, events: [keyof typeof EVENTS, unknown][]): void {
    show(view);
    for (const [kind, data] of events) console.log(TAG, EVENTS[kind], data);
  },
  /** Log anything, as a site that has changed would. */
  log(name: string, data: unknown): void {
    console.log(TAG, name, data);
  },
};
declare global {
  interface Window {
    standIn: typeof standIn;
  }
}
window.standIn = standIn;

const at = (id: string): HTMLElement => document.getElementById(id)!;

function show(view: View): void {
  at("players").replaceChildren(
    ...view.players.map(({ name, note, turn }) => {
      const div = document.createElement("div");
      div.className = turn ? "player turn" : "player";
      div.textContent = `${name} ${note}`;
      return div;
    }),
  );
  at("trick").replaceChildren(...view.trick.map((card) => face(card, "div")));
  at("hand").replaceChildren(
    ...view.hand.map((card) => {
      const button = face(card, "button") as HTMLButtonElement;
      button.disabled = !view.playable.includes(card);
      button.onclick = () => standIn.clicks.push(writeCard(card));
      return button;
    }),
  );
  at("panel").replaceChildren();
  if (view.bids.length > 0) window.setTimeout(() => showBids(view.bids), standIn.panelMs);
  if (view.isDealing) {
    window.setTimeout(() => at("stock").replaceChildren(), standIn.dealMs / 2);
    window.setTimeout(() => showTrump(view.trump), standIn.dealMs);
  } else showTrump(view.trump);
}

function showBids(bids: number[]): void {
  const panel = document.createElement("div");
  panel.setAttribute("data-testid", attribute(DOM.bids));
  for (const bid of bids) {
    const button = document.createElement("button");
    button.setAttribute("aria-label", bidLabel(bid));
    button.textContent = String(bid);
    button.onclick = () => {
      standIn.clicks.push(`bid ${bid}`);
      panel.remove();
    };
    panel.append(button);
  }
  at("panel").replaceChildren(panel);
}

function showTrump(card: number | null): void {
  if (card === null) return at("stock").replaceChildren();
  const shown = face(card, "div");
  shown.setAttribute("data-testid", attribute(DOM.trump));
  shown.setAttribute("aria-label", TRUMP_LABEL + labelOf(card));
  at("stock").replaceChildren(shown);
}

function face(card: number, tag: "div" | "button"): HTMLElement {
  const made = document.createElement(tag);
  made.className = suitOf(card) === 1 || suitOf(card) === 2 ? "card red" : "card";
  made.setAttribute("aria-label", labelOf(card));
  made.textContent = showCard(card);
  return made;
}

/** The value of an attribute selector like [data-testid=hand]. */
const attribute = (selector: string): string => /=([\w-]+)\]/.exec(selector)![1]!;
