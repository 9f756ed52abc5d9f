// Checks the setup of a local table: the twin of `Setup.check` in kibitz/table/setup.py.
import type { Setup } from "../messages";
import { Refusal } from "./refusal";
import type { Rules } from "./rules";
import { PACE_MS, STAND_IN, type CheckedSetup } from "./table";

export function checkSetup(setup: Setup, rules: Rules): CheckedSetup {
  const given = setup.seats ?? [];
  const usual = Array.from({ length: rules.players }, (_, i) =>
    i === 0 ? { kind: "me" as const } : { kind: "bot" as const, bot: STAND_IN },
  );
  const wishes = given.length > 0 ? given : usual;
  if (wishes.length !== rules.players) {
    const { title } = rules.facts;
    const text = `${title} here needs ${rules.players} seats, not ${wishes.length}`;
    throw new Refusal("bad_setup", text);
  }
  if (wishes.filter((wish) => wish.kind === "me").length > 1) {
    throw new Refusal("bad_setup", "you can take only one seat");
  }
  if (setup.origin && wishes.some((wish) => wish.kind === "open")) {
    throw new Refusal("bad_setup", "a deal that somebody may know is played against bots only");
  }
  const seats = wishes.map((wish) => ({
    kind: wish.kind,
    bot: wish.kind === "bot" ? (wish.bot ?? STAND_IN) : null,
  }));
  const standIn = setup.stand_in ?? STAND_IN;
  for (const bot of [...seats.map((seat) => seat.bot), standIn]) {
    if (bot !== null && !(bot in rules.facts.bots)) {
      const known = Object.keys(rules.facts.bots).join(", ");
      throw new Refusal("unknown_bot", `${rules.facts.name} has no player ${bot}; it has ${known}`);
    }
  }
  const clock = setup.clock ?? null;
  return {
    game: setup.game,
    options: rules.chosen,
    seats,
    clock: clock && { increment: 0, ...clock },
    open_cards: (setup.open_cards ?? false) || seats.every((seat) => seat.kind === "bot"),
    pace_ms: setup.pace_ms ?? PACE_MS,
    listed: setup.listed ?? true,
    stand_in: standIn,
    origin: setup.origin
      ? { record: setup.origin.record, ply: setup.origin.ply ?? 0, day: null }
      : null,
  };
}
