// Long work on the server: started, asked after twice a second, stopped when the page is left.
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { http, remove } from "../api";
import type { JobReply } from "../messages";
import { t } from "./texts";
import { sentence } from "../table/store";
import { Failure } from "../failure";

const ASK_MS = 500;

export interface Job {
  reply: JobReply | null;
  running: boolean;
  error: string | null;
  start: (path: string, body: unknown) => Promise<void>;
  stop: () => Promise<void>;
}

export function useJob(): Job {
  const [reply, setReply] = useState<JobReply | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [starting, setStarting] = useState(false);
  const current = useRef<string | null>(null);
  const running = starting || reply?.state === "running" || reply?.state === "waiting";

  const take = (job: JobReply) => {
    setReply(job);
    if (job.refusal) setError(job.refusal.sentence);
    if (job.state !== "running" && job.state !== "waiting") current.current = null;
  };

  useEffect(() => {
    if (!running || !reply) return undefined;
    const timer = setTimeout(() => {
      http<JobReply>(`/analysis/jobs/${reply.job}`).then(take, (e: unknown) => {
        current.current = null;
        setReply(null);
        setError(sentence(e));
      });
    }, ASK_MS);
    return () => clearTimeout(timer);
  }, [reply]);

  // The page is closed: stop the computation.
  useEffect(
    () => () => {
      if (current.current) void remove(`/analysis/jobs/${current.current}`).catch(() => undefined);
    },
    [],
  );

  return {
    reply,
    running,
    error,
    start: async (path, body) => {
      setError(null);
      setReply(null);
      setStarting(true);
      try {
        const job = await http<JobReply>(path, body);
        current.current = job.job;
        take(job);
      } catch (e) {
        setError(sentence(e));
      } finally {
        setStarting(false);
      }
    },
    stop: async () => {
      if (!reply) return;
      try {
        take(await remove<JobReply>(`/analysis/jobs/${reply.job}`));
      } catch (e) {
        setError(sentence(e));
      }
    },
  };
}

export function JobView({ job }: { job: Job }): JSX.Element {
  const progress = job.reply?.progress ?? 0;
  return (
    <>
      {job.running && (
        <div class="job">
          <progress max={1} value={progress} aria-label={t("progress")} />
          <span>{Math.round(100 * progress)}%</span>
          <button type="button" class="button small" onClick={() => void job.stop()}>
            {t("stop")}
          </button>
        </div>
      )}
      <Failure text={job.error} />
    </>
  );
}
