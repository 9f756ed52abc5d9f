// Seats of the site and seats of Kibitz. The site numbers its chairs, and some are empty: players at
// 1, 2 and 5 are seats 0, 1 and 2 of Kibitz. Both go clockwise in ascending order.
import { Refused } from "../refused";
import { PLAYERS_MAX, PLAYERS_MIN } from "../site/events";
import type { Player } from "../site/events";

export class Seats {
  readonly chairs: readonly number[];

  constructor(readonly players: readonly Player[]) {
    this.chairs = players.map((each) => each.seat).sort((a, b) => a - b);
    const count = this.chairs.length;
    if (count < PLAYERS_MIN || count > PLAYERS_MAX)
      throw new Refused(
        `This table has ${count} players; Kibitz advises tables of ${PLAYERS_MIN} to ${PLAYERS_MAX}.`,
      );
  }

  get count(): number {
    return this.chairs.length;
  }

  /** The seat of Kibitz for a chair of the site. */
  of(chair: number): number {
    const seat = this.chairs.indexOf(chair);
    if (seat < 0) throw new Refused(`The site names seat ${chair}, where nobody plays.`);
    return seat;
  }

  name(seat: number): string {
    const found = this.players.find((each) => each.seat === this.chairs[seat]);
    return found?.name ?? `seat ${seat}`;
  }

  next(seat: number): number {
    return (seat + 1) % this.count;
  }
}
