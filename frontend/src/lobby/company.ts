// Who plays beside you: chosen above, and heeded by the seats of the form below.
import { signal } from "@preact/signals";
import type { SeatSetup } from "../messages";
import { companySeats } from "./setup/choice";

export const COMPANIES = ["bots", "friend", "device"] as const;
export type Company = (typeof COMPANIES)[number];

export const company = signal<Company>("bots");

/** The seats with one open for a friend: the partner's in a team game, else the next one. */
export function withFriend(seats: readonly SeatSetup[], teams: boolean): SeatSetup[] {
  const home = seats.findIndex((seat) => seat.kind === "me");
  if (home < 0 || seats.some((seat) => seat.kind === "open")) return [...seats];
  const [friend] = companySeats(seats.length, home, teams, 1);
  return seats.map((seat, i) => (i === friend ? { kind: "open" } : seat));
}
