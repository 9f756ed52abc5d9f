// The advisor's answers: the twin of kibitz/server/handlers/advisor.py. Loaded when it is first asked.
import type {
  AdvisorReply,
  AskAdvisor,
  AskAdvisorHint,
  AskPosition,
  EntriesReply,
  HintReply,
} from "../../messages";
import { hint as ask } from "../advice/hint";
import type { GameChecks } from "../checks";
import type { Options } from "../facts";
import { rulesFor } from "../explorer/scenes";
import { viewData } from "../projection";
import { Refusal } from "../refusal";
import type { Shelf } from "../shelf";
import { sampleOf } from "../worlds";
import { readEntry } from "./entries";
import { enterText } from "./entry_text";
import type { About, Mirror } from "./mirror";

type Make = (about: About, checks: GameChecks) => Mirror<unknown>;
const modules = import.meta.glob<{ mirror: Make }>("../../games/*/mirror.ts");

/** How to make the advisor's game for a seat, once everything that it needs is loaded. */
async function mirrorOf(
  shelf: Shelf,
  { game, options, seat }: Pick<AskAdvisor, "game" | "options" | "seat">,
): Promise<() => Mirror<unknown>> {
  const { rules, scene, checks } = await rulesFor(shelf, game, (options ?? {}) as Options);
  if (!(Number.isInteger(seat) && seat >= 0 && seat < rules.players)) {
    const text = `${game} here has seats 0 to ${rules.players - 1}, not ${seat}`;
    throw new Refusal("bad_seat", text);
  }
  const load = modules[`../../games/${game}/mirror.ts`];
  if (!load) {
    const text = `${rules.facts.title} has no advisor; hints are available at a Kibitz table`;
    throw new Refusal("no_advisor", text);
  }
  const { mirror } = await load();
  const about = { rules, scene, sample: await sampleOf(game), seat };
  return () => mirror(about, checks);
}

/** Use a game for one answer, and free its worlds. */
async function answered<T>(
  shelf: Shelf,
  asked: Pick<AskAdvisor, "game" | "options" | "seat">,
  answer: (kept: Mirror<unknown>) => T,
): Promise<{ value: T; release: () => void }> {
  const make = await mirrorOf(shelf, asked);
  const { engine } = await shelf.game(asked.game);
  return engine.collect(() => answer(make()));
}

/** The state of the game, and what to enter next. */
export async function advise(shelf: Shelf, asked: AskAdvisor): Promise<AdvisorReply> {
  const given = (asked.entries ?? []).map(readEntry);
  const { value, release } = await answered(shelf, asked, (kept): AdvisorReply => {
    const refused = kept.enterAll(given);
    const { scene, rules } = kept.about;
    const worlds = kept.begun ? kept.worlds() : null;
    return {
      game: rules.facts.name,
      seat: kept.seat,
      accepted: kept.entries.length,
      refused: refused && { code: refused.code, sentence: refused.message },
      entries: kept.described,
      expects: kept.expects(),
      position: kept.begun ? viewData(scene, kept.view(), true, null, kept.entries.length) : null,
      worlds: worlds === null ? null : Number(worlds),
      returns: kept.done ? kept.world.returns() : null,
    };
  });
  release();
  return value;
}

/** The entries of a position that was given as one text. */
export async function readPosition(shelf: Shelf, asked: AskPosition): Promise<EntriesReply> {
  const { value, release } = await answered(shelf, asked, (kept) => {
    enterText(kept, asked.text);
    return { entries: kept.entries };
  });
  release();
  return value;
}

/** What a player would do, on the own turn. */
export async function advisorHint(shelf: Shelf, asked: AskAdvisorHint): Promise<HintReply> {
  const given = (asked.entries ?? []).map(readEntry);
  const { value, release } = await answered(shelf, asked, (kept) => {
    const refused = kept.enterAll(given);
    if (refused) throw refused;
    const view = kept.view();
    if (view.legal.length === 0) {
      const text = view.done ? "the game is over" : `seat ${kept.seat} has nothing to decide here`;
      throw new Refusal("no_decision", text);
    }
    const { rules, scene } = kept.about;
    return { rules, scene, view, state: kept.world };
  });
  try {
    return await ask(shelf, value, { bot: asked.bot ?? null, worlds: asked.worlds, seed: 0n });
  } finally {
    release();
  }
}
