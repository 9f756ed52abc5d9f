// The server's HTTP routes, answered on this device: those that a page needs to play, to look at its
// finished games and to carry them elsewhere. What needs a server is refused by name.
import type {
  AskAdvisor,
  AskAdvisorHint,
  AskAnnonces,
  AskExplore,
  AskHint,
  AskPosition,
  AskReview,
  AskScene,
  JobReply,
  RecordReply,
  RecordSummary,
  ServerFacts,
  Session,
} from "../messages";
import { WORLDS } from "./advice/evaluation";
import { adviceOf, prepare } from "./advice/game";
import { tableHint } from "./advice/hint";
import { review, reviewSum } from "./advice/review";
import { annoncesOf } from "./annonces";
import type { Options } from "./facts";
import { recordReply, replay } from "./finished";
import type { Hall } from "./hall";
import { positionAt } from "./projection";
import { Refusal } from "./refusal";
import type { RecordRow } from "./store";
import { ME } from "./table";
import { sampleOf } from "./worlds";

const JOB_SECONDS = 60;

export type Answer = { status: number; body: unknown } | { status: number; text: string };

export async function route(
  hall: Hall,
  method: string,
  path: string,
  body: unknown,
): Promise<Answer> {
  try {
    return await routed(hall, method, path, body);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { status: 400, body: { code: error.code, sentence: error.message } };
  }
}

async function routed(hall: Hall, method: string, path: string, body: unknown): Promise<Answer> {
  const url = new URL(path, "http://local");
  const parts = url.pathname.split("/").filter(Boolean).map(decodeURIComponent);
  const facts = await hall.shelf.index();
  const [first, second, third, fourth] = parts;
  const found = (data: unknown): Answer => ({ status: 200, body: data });

  if (first === "server") {
    const { version, protocol } = facts;
    const server: ServerFacts = {
      version,
      protocol,
      passphrase: false,
      address: null,
      training: false,
      session: session(hall),
    };
    return found(server);
  }
  if (first === "session") {
    hall.name = (body as { name?: string | null }).name ?? hall.name;
    return found(session(hall));
  }
  if (first === "games" && second === undefined) return found(facts.games);
  if (first === "games" && second !== undefined) {
    const game = facts.games.find(({ name }) => name === second);
    if (!game) throw new Refusal("unknown_game", `there is no game ${second}`);
    if (third === "bots") return found(facts.bots[second] ?? []);
    if (third === "rules") return { status: 200, text: facts.rules[second] ?? "" };
    return found(game);
  }
  if (first === "tables" && method === "GET") {
    await hall.open();
    return found(hall.tables());
  }
  if (first === "daily" && method === "GET") return found([]);
  if (first === "records" && method === "POST") return found(await takeRecords(hall, body));
  if (first === "records" && second === "export") {
    return found({ records: await hall.store.records() });
  }
  if (first === "records" && second === undefined) return found(await records(hall, url));
  if (first === "records" && second !== undefined) {
    const row = await record(hall, second);
    if (third !== "positions") return found(await reply(hall, row));
    const seat = url.searchParams.get("seat");
    const { rules, state, game } = await replay(hall.shelf, row.record);
    const { scene } = await hall.shelf.game(game);
    const where = seat === null ? null : Number(seat);
    const position = positionAt(rules, scene, state, Number(fourth), where, true);
    state.free();
    return found(position);
  }
  if (first === "analysis" && second === "tables" && third !== undefined && fourth === "hint") {
    await hall.open();
    return found(await tableHint(hall.shelf, hall.table(third), body as AskHint));
  }
  if (first === "analysis" && second === "scenes") {
    const { scene, newScene } = await import("./explorer/answers");
    if (method === "POST") return found(await scene(hall.shelf, body as AskScene, hall.seed()));
    const options = readOptions(url.searchParams.get("options") ?? "{}");
    return found(await newScene(hall.shelf, third ?? "", options, hall.seed()));
  }
  if (first === "analysis" && second === "explore") {
    const { explore } = await import("./explorer/answers");
    return found(await explore(hall.shelf, body as AskExplore, hall.seed()));
  }
  if (first === "analysis" && second === "advisor") {
    const { advise, advisorHint, readPosition } = await import("./advisor/answers");
    if (third === "read") return found(await readPosition(hall.shelf, body as AskPosition));
    if (third === "hint") return found(await advisorHint(hall.shelf, body as AskAdvisorHint));
    return found(await advise(hall.shelf, body as AskAdvisor));
  }
  if (first === "analysis" && second === "reviews" && method === "POST") {
    return { status: 202, body: await beginReview(hall, body as AskReview) };
  }
  if (first === "analysis" && second === "annonces" && method === "POST") {
    const asked = body as AskAnnonces;
    const steps = async () => (await annoncesOf())(hall.shelf, asked);
    return { status: 202, body: hall.jobs.begin("annonces", steps, asked.seconds ?? JOB_SECONDS) };
  }
  if (first === "analysis" && second === "jobs" && third !== undefined) {
    return found(method === "DELETE" ? hall.jobs.stop(third) : hall.jobs.find(third));
  }
  throw new Refusal("not_offline", "this needs a server");
}

function readOptions(text: string): Options {
  let found: unknown = null;
  try {
    found = JSON.parse(text);
  } catch {
    // Refused below, in words.
  }
  if (typeof found !== "object" || found === null || Array.isArray(found)) {
    throw new Refusal("bad_question", "options must be a JSON object");
  }
  return found as Options;
}

/** Review each decision of a seat in a finished game of this device, or of any record. */
async function beginReview(hall: Hall, asked: AskReview): Promise<JobReply> {
  const row = asked.record ? await record(hall, asked.record) : null;
  const line = row?.record ?? asked.line ?? "";
  const steps = async () => {
    const { rules, state, game } = await replay(hall.shelf, line);
    const { scene } = await hall.shelf.game(game);
    await prepare(hall.shelf, rules);
    return review({
      ...{ rules, scene, advice: await adviceOf(game), end: state, seat: asked.seat },
      sample: await sampleOf(game),
      worlds: asked.worlds ?? WORLDS,
      tables: asked.tables ?? true,
      unfinished: row !== null && row.summary.resigned !== null,
    });
  };
  return hall.jobs.begin("review", steps, asked.seconds ?? JOB_SECONDS, async (found) => {
    if (found.judged.length < found.decisions) return;
    if (row?.summary.your_seat !== asked.seat) return;
    // One that was stopped or ran out of time counts until a complete one takes its place.
    if (found.ended !== "all" && (await record(hall, row.id)).summary.review) return;
    const summary = { ...row.summary, review: reviewSum(found) };
    await hall.store.putRecord({ ...row, summary });
  });
}

const session = (hall: Hall): Session => ({ player: ME, name: hall.name, token: null });

async function records(hall: Hall, url: URL): Promise<RecordSummary[]> {
  const asked = (name: string) => url.searchParams.get(name);
  const before = Number(asked("before") ?? Infinity);
  const game = asked("game");
  return (await hall.store.records())
    .map(({ summary }) => summary)
    .filter(({ ended }) => ended < before)
    .filter((each) => game === null || each.game === game)
    .toSorted((a, b) => b.ended - a.ended)
    .slice(0, Number(asked("limit") ?? 50));
}

async function record(hall: Hall, id: string): Promise<RecordRow> {
  const row = (await hall.store.records()).find((each) => each.id === id);
  if (!row) throw new Refusal("unknown_record", "there is no such record");
  return row;
}

const reply = (hall: Hall, row: RecordRow): Promise<RecordReply> => recordReply(hall.shelf, row);

/** Take finished games from another device: rows that it has exported, each replayed first. */
async function takeRecords(hall: Hall, body: unknown): Promise<{ taken: number }> {
  const rows = (body as { records?: RecordRow[] }).records;
  if (!Array.isArray(rows)) throw new Refusal("bad_record", "this is not a file of records");
  for (const row of rows) {
    const { state } = await replay(hall.shelf, row.record);
    const done = state.done || row.summary.resigned !== null;
    state.free();
    if (!done) throw new Refusal("bad_record", "a record of a game that is not over");
  }
  for (const row of rows) await hall.store.putRecord(row);
  return { taken: rows.length };
}
