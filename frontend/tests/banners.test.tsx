// Somebody is gone: a bot is offered once the server allows it, and not before.
import { render } from "preact";
import { afterEach, expect, test } from "vitest";
import type { SeatInfo, TableMessage } from "../src/messages";
import { Banners } from "../src/table/banners";
import type { Attended } from "../src/table/store";

afterEach(() => render(null, document.body));

function drawn(take_over_at: number | null, you: number | null = 0): string {
  const seat = (place: number, part: Partial<SeatInfo>) =>
    ({
      ...{ seat: place, kind: "person", name: `P${place}`, label: "", side: [place] },
      ...{ away: false, here: true, you: place === you, take_over_at: null, ...part },
    }) as SeatInfo;
  const table = {
    ...{ table: "t", you, undo: null, status: "playing" },
    seats: [seat(0, {}), seat(1, { here: false, take_over_at })],
  } as unknown as TableMessage;
  render(<Banners at={{ table, ahead: 0 } as Attended} live />, document.body);
  const button = document.querySelector('[data-action="take-over"]');
  return `${button ? "offered" : "not offered"}: ${document.body.textContent}`;
}

test("a bot is offered when it is allowed", () => {
  const now = Date.now() / 1000;
  expect(drawn(now + 30)).toMatch(/^not offered: .*P1.* (29|30) /);
  expect(drawn(now - 1)).toMatch(/^offered: .*P1.*Let a bot play/);
  expect(drawn(now - 1, null)).toBe("not offered: ");
});
