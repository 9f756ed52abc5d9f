// Reviews and annonces under way on this device, one at a time: the twin of kibitz/server/jobs.py. The
// work is cut into steps, between which the worker answers the page and lets bots move.
import type { AnnoncesReply, JobReply, ReviewReply } from "../../messages";
import { Refusal } from "../refusal";

interface Found {
  review: ReviewReply;
  annonces: AnnoncesReply;
}

/** Progress from 0 to 1, and what has been found so far. */
export type Steps<T> = Iterable<[number, T]> | AsyncIterable<[number, T]>;

interface Job {
  reply: JobReply;
  stopped: boolean;
}

const KEPT = 16; // jobs that have ended

export class Jobs {
  private readonly jobs = new Map<string, Job>();
  private queue: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly now: () => number,
    private readonly name: () => string, // of the next job
  ) {}

  /** Start a job that ends after so many seconds; `done` gets what it has found by then. */
  begin<K extends keyof Found>(
    kind: K,
    steps: () => Promise<Steps<Found[K]>>,
    seconds: number,
    done: (found: Found[K]) => Promise<void> = () => Promise.resolve(),
  ): JobReply {
    const id = this.name();
    const job: Job = {
      reply: { job: id, kind, state: "waiting", progress: 0, refusal: null },
      stopped: false,
    };
    this.jobs.set(id, job);
    for (const old of [...this.jobs.keys()].slice(0, -KEPT)) this.jobs.delete(old);
    this.queue = this.queue.then(() => this.run(job, kind, steps, seconds, done));
    return job.reply;
  }

  private async run<K extends keyof Found>(
    job: Job,
    kind: K,
    steps: () => Promise<Steps<Found[K]>>,
    seconds: number,
    done: (found: Found[K]) => Promise<void>,
  ): Promise<void> {
    const over = this.now() + seconds;
    const put = (part: Partial<JobReply>) => (job.reply = { ...job.reply, ...part });
    let latest: Found[K] | null = null;
    try {
      for await (const [progress, found] of await steps()) {
        const late = this.now() >= over && progress < 1;
        const ended = job.stopped ? "stopped" : late ? "time" : "all";
        latest = { ...found, ended };
        put({ state: "running", progress, [kind]: latest });
        if (ended !== "all") break;
        await new Promise((resolve) => setTimeout(resolve));
      }
      put({ state: job.stopped ? "stopped" : "done", progress: 1 });
      if (latest) await done(latest);
    } catch (error) {
      if (!(error instanceof Refusal)) console.error(error);
      const code = error instanceof Refusal ? error.code : "bot_failed";
      put({ state: "failed", refusal: { code, sentence: (error as Error).message } });
    }
  }

  find(id: string): JobReply {
    return this.job(id).reply;
  }

  stop(id: string): JobReply {
    const job = this.job(id);
    job.stopped = true;
    return job.reply;
  }

  private job(id: string): Job {
    const job = this.jobs.get(id);
    if (!job) throw new Refusal("unknown_job", "you have no such job");
    return job;
  }
}
