// Reviews of finished games, by record and seat. One begins by itself when a game of ours ends and
// goes on while the person looks at the result, then at the replay; the server answers the rough
// look first and the finer one as it comes.
import { signal } from "@preact/signals";
import { http, remove } from "../api";
import type { JobReply, ReviewReply } from "../messages";
import { sentence } from "../table/store";

const ASK_MS = 500;
const AUTOMATIC_SECONDS = 30; // at most, for a review that nobody asked for

export interface Reviewed {
  job: string | null;
  running: boolean;
  progress: number;
  reply: ReviewReply | null;
  error: string | null;
}

export type Reviewable = { record: string } | { line: string };

const NONE: Reviewed = { job: null, running: false, progress: 0, reply: null, error: null };
const all = signal(new Map<string, Reviewed>());

export function keyOf(game: Reviewable, seat: number): string {
  return `${"record" in game ? game.record : game.line}/${seat}`;
}

export function reviewed(key: string): Reviewed {
  return all.value.get(key) ?? NONE;
}

function put(key: string, part: Partial<Reviewed>): void {
  all.value = new Map(all.value).set(key, { ...reviewed(key), ...part });
}

function take(key: string, job: JobReply): void {
  const running = job.state === "running" || job.state === "waiting";
  put(key, {
    job: job.job,
    running,
    progress: job.progress,
    reply: job.review ?? reviewed(key).reply,
    error: job.refusal ? job.refusal.sentence : null,
  });
  if (running) setTimeout(() => void ask(key, job.job), ASK_MS);
}

async function ask(key: string, job: string): Promise<void> {
  if (reviewed(key).job !== job || !reviewed(key).running) return;
  try {
    take(key, await http<JobReply>(`/analysis/jobs/${job}`));
  } catch (e) {
    put(key, { running: false, error: sentence(e) });
  }
}

/** Have a seat's decisions judged; `worlds` is the effort for each. */
export async function startReview(game: Reviewable, seat: number, worlds?: number): Promise<void> {
  const key = keyOf(game, seat);
  if (reviewed(key).running) return;
  put(key, { ...NONE, running: true });
  // Double-dummy tables of a whole match take longer than all decisions together.
  const effort = worlds === undefined ? { seconds: AUTOMATIC_SECONDS, tables: false } : { worlds };
  try {
    take(key, await http<JobReply>("/analysis/reviews", { ...game, seat, ...effort }));
  } catch (e) {
    put(key, { running: false, error: sentence(e) });
  }
}

export async function stopReview(game: Reviewable, seat: number): Promise<void> {
  const key = keyOf(game, seat);
  const { job } = reviewed(key);
  if (job === null) return;
  try {
    take(key, await remove<JobReply>(`/analysis/jobs/${job}`));
  } catch (e) {
    put(key, { running: false, error: sentence(e) });
  }
}
