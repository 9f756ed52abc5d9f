// The table in the DOM: the card turned up for trump, and the buttons for bids and cards.
import { Refused } from "../refused";
import { CLICK_PATIENCE_MS, DEALING_MS, DOM, LOOK_EVERY_MS } from "./assumptions";
import { NO_TRUMP, TRUMP_PATIENCE_MS, bidLabel } from "./assumptions";
import { labelOf, readLabel } from "./cards";

const BID = 52; // the action id of a bid of 0

const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** The label of the trump card on the table now; null if there is none. */
export function trumpLabel(): string | null {
  return document.querySelector(DOM.trump)?.getAttribute("aria-label")?.trim() || null;
}

/**
 * Find the card turned up for the round that was just dealt; null if `stale` says that nobody wants
 * to know any more. While cards are dealt, the card of the last round may still lie there: the same
 * card counts only once it was away in between, or after the dealing is over.
 */
export async function findTrump(
  previous: string | null,
  stale: () => boolean,
): Promise<number | null> {
  const begin = performance.now();
  let wasAway = previous === null;
  let last: string | null = null;
  while (performance.now() - begin < TRUMP_PATIENCE_MS) {
    if (stale()) return null;
    const label = trumpLabel();
    wasAway ||= label !== previous || performance.now() - begin > DEALING_MS;
    if (label !== null && wasAway && label === last) return read(label);
    last = label;
    await wait(LOOK_EVERY_MS);
  }
  throw new Refused("The trump card is not on the page, so there is no advice in this round.");
}

function read(label: string): number {
  const card = readLabel(label);
  if (card !== null) return card;
  if (label.includes(NO_TRUMP))
    throw new Refused("This round is played without trump, which Kibitz cannot advise here.");
  throw new Refused(`The trump card is labelled "${label.slice(0, 40)}", which is unknown.`);
}

/** Click the button of an action once it is there; `stale` says that it must not be clicked. */
export async function click(action: number, stale: () => boolean): Promise<void> {
  const isBid = action >= BID;
  const label = isBid ? bidLabel(action - BID) : labelOf(action);
  const place = isBid ? DOM.bids : DOM.hand;
  const begin = performance.now();
  while (performance.now() - begin < CLICK_PATIENCE_MS) {
    if (stale()) return;
    const found = [...document.querySelectorAll<HTMLElement>(`${place} [aria-label]`)].filter(
      (each) => each.getAttribute("aria-label") === label && !isDisabled(each),
    );
    if (found.length > 1) break;
    if (found.length === 1) return found[0]!.click();
    await wait(LOOK_EVERY_MS);
  }
  throw new Refused(`Autoplay cannot find "${label}" on the page: please play it yourself.`);
}

const isDisabled = (element: HTMLElement): boolean =>
  element.matches(":disabled, [aria-disabled=true]");
