// Reviews under way on this device, one at a time: the twin of kibitz/server/jobs.py. The work is cut
// into steps, between which the worker answers the page and lets bots move.
import type { JobReply, ReviewReply } from "../../messages";
import { Refusal } from "../refusal";

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

  /** Start a review that ends after so many seconds; `done` gets one that has looked at every
      decision. */
  begin(
    steps: () => Promise<Iterable<[number, ReviewReply]>>,
    seconds: number,
    done: (found: ReviewReply) => Promise<void>,
  ): JobReply {
    const id = this.name();
    const job: Job = {
      reply: { job: id, kind: "review", state: "waiting", progress: 0, refusal: null } as JobReply,
      stopped: false,
    };
    this.jobs.set(id, job);
    for (const old of [...this.jobs.keys()].slice(0, -KEPT)) this.jobs.delete(old);
    this.queue = this.queue.then(() => this.run(job, steps, seconds, done));
    return job.reply;
  }

  private async run(
    job: Job,
    steps: () => Promise<Iterable<[number, ReviewReply]>>,
    seconds: number,
    done: (found: ReviewReply) => Promise<void>,
  ): Promise<void> {
    const over = this.now() + seconds;
    const put = (part: Partial<JobReply>) => (job.reply = { ...job.reply, ...part });
    try {
      for (const [progress, review] of await steps()) {
        const late = this.now() >= over && progress < 1;
        const ended = job.stopped ? "stopped" : late ? "time" : "all";
        put({ state: "running", progress, review: { ...review, ended } });
        if (ended !== "all") break;
        await new Promise((resolve) => setTimeout(resolve));
      }
      put({ state: job.stopped ? "stopped" : "done", progress: 1 });
      const { review } = job.reply;
      if (review && review.judged.length >= review.decisions) await done(review);
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
