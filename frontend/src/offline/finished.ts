// A finished game as a row of this device's records: the twin of kibitz/table/finished.py.
import type { RecordReply } from "../messages";
import type { State } from "./engine";
import { historyData, recordId } from "./projection";
import { Refusal } from "./refusal";
import { blank, recordLine, rulesOf, type Rules } from "./rules";
import type { Shelf } from "./shelf";
import type { RecordRow } from "./store";
import { ME, outcomeOf, returnsOf, seatOf, type Table } from "./table";
import { peeks } from "./undo";
import { playOn } from "./worlds";

export function finished(table: Table): RecordRow {
  const state = table.state as State;
  const seat = seatOf(table, ME);
  const record = recordLine(table.rules, state, table.seed);
  return {
    id: recordId(table),
    record,
    seal: table.seal ?? "",
    salt: table.salt,
    botSalt: table.botSalt,
    seed: String(table.seed),
    summary: {
      record: recordId(table),
      table: table.id,
      game: table.setup.game,
      title: table.rules.facts.title,
      options: table.setup.options,
      seats: table.seats.map(({ name }) => name),
      bots: table.seats.map(({ bot }) => bot),
      your_seat: seat,
      returns: returnsOf(table),
      outcome: outcomeOf(table),
      plies: table.ply,
      peeks: peeks(table),
      resigned: table.resigned,
      origin: table.game === 1 ? table.setup.origin : null,
      bids: seat === null ? null : (table.scene.bidsMet?.(state.events(), seat) ?? null),
      review: null,
      ended: table.moved,
    },
  };
}

/** A record as the engine replays it: from its chance and its actions. */
export async function replay(
  shelf: Shelf,
  line: string,
): Promise<{ rules: Rules; state: State; game: string }> {
  const { game, options, chance, actions } = parsed(line);
  const { games } = await shelf.index();
  if (!games.some(({ name }) => name === game)) {
    throw new Refusal("unknown_game", `there is no game ${game}`);
  }
  const { engine } = await shelf.game(game);
  const rules = rulesOf(engine, options);
  const state = blank(rules);
  const illegal = playOn(rules, state, chance, actions);
  if (illegal !== null) {
    state.free();
    throw new Refusal("bad_record", `the record has the illegal action ${illegal}`);
  }
  return { rules, state, game };
}

/** The seed and the first `ply` actions of a finished game, to play it again from there. */
export async function dealOf(
  shelf: Shelf,
  row: RecordRow,
  ply: number,
): Promise<{ seed: bigint; actions: number[]; botSalt: string }> {
  const { game, options, actions } = parsed(row.record);
  const { engine } = await shelf.game(game);
  const rules = rulesOf(engine, options);
  const state = blank(rules);
  try {
    const seed = BigInt(row.seed);
    state.seed(seed);
    for (const action of actions) state.apply(action);
    if (recordLine(rules, state, seed) === row.record)
      return { seed, actions: actions.slice(0, ply), botSalt: row.botSalt ?? row.salt };
  } catch {
    // Refused below, in words.
  } finally {
    state.free();
  }
  throw new Refusal("bad_setup", "the seed of that game does not give its deal");
}

interface Recorded {
  game: string;
  options: Rules["options"];
  chance: unknown[];
  actions: number[];
}

function parsed(line: string): Recorded {
  let record: Partial<Recorded> | null = null;
  try {
    record = JSON.parse(line) as Partial<Recorded> | null;
  } catch {
    // Refused below, in words.
  }
  if (!record?.game || !record.options || !record.chance || !record.actions) {
    throw new Refusal("bad_record", "a record must be one line of JSON");
  }
  return record as Recorded;
}

export async function recordReply(shelf: Shelf, row: RecordRow): Promise<RecordReply> {
  const { rules, state, game } = await replay(shelf, row.record);
  const { scene } = await shelf.game(game);
  const events = scene.publicHistory(scene.see(rules, state, 0));
  const history = historyData(rules, scene, events, row.summary.seats, 0);
  state.free();
  const { summary, record, seal, salt, seed } = row;
  return { summary, record, seal, salt, seed, history };
}
