// On a phone the result is folded away, so that the bar below the felt says who wants another game.
import { render } from "preact";
import { afterEach, expect, test, vi } from "vitest";
import type { Result, SeatInfo, TableMessage } from "../src/messages";
import { EndBar } from "../src/table/end_buttons";

afterEach(() => {
  render(null, document.body);
  vi.unstubAllGlobals();
});

function drawn(phone: boolean, rematch: number[]): string | null {
  const nothing = () => undefined;
  const media = { matches: phone, addEventListener: nothing, removeEventListener: nothing };
  vi.stubGlobal("matchMedia", () => media);
  const person = (seat: number, name: string) =>
    ({ seat, kind: "person", name, label: "", side: [seat], you: seat === 0 }) as SeatInfo;
  const table = { table: "t", you: 0, rematch, seats: [person(0, "Luc"), person(1, "Ann")] };
  const result = { record_id: "t.1" };
  render(null, document.body);
  render(
    <EndBar table={table as unknown as TableMessage} result={result as unknown as Result} />,
    document.body,
  );
  return document.body.textContent;
}

test("a partner who waits for a rematch is seen on a phone", () => {
  expect(drawn(true, [])).toBe("RematchReplay and review");
  expect(drawn(true, [1])).toMatch(/^Another game\? Ann would like one\.Rematch/);
  expect(drawn(true, [0])).toMatch(/^Waiting for the others/);
  expect(drawn(false, [1])).toBe("");
});
