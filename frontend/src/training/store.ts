// What the training page knows: the runs, the one that is looked at, and its live metrics.
import { signal } from "@preact/signals";
import type { LiveReport, RunSummary, RunsReport, RunReport, TrainingFacts } from "../messages";
import { sentence, notify } from "../table/store";
import { training } from "./api";
import { Columns } from "./columns";

const POLL_MS = 2000; // between two looks at all runs
const RETRY_MS = 1500;

export const facts = signal<TrainingFacts | null>(null);
export const all = signal<RunsReport | null>(null);
export const chosen = signal<string | null>(null); // the id of the run that is looked at
export const details = signal<RunReport | null>(null);
export const live = signal<LiveReport | null>(null);
export const columns = new Columns(); // of the chosen run; `live` changes when they do
export const error = signal<string | null>(null);

let timer = 0;
let socket: WebSocket | null = null;
let offset = 0;
let retry = 0;

export const isLive = (summary: RunSummary | undefined): boolean =>
  summary !== undefined &&
  ["starting", "running", "paused", "evaluating", "stopping"].includes(summary.state);

/** The latest known state of the chosen run. */
export function summary(): RunSummary | undefined {
  const report = live.value?.summary;
  if (report && report.run === chosen.value) return report;
  return all.value?.runs.find((run) => run.run === chosen.value);
}

/** Start looking, until the function that is returned is called. */
export function enter(): () => void {
  let left = false;
  const poll = async () => {
    if (document.visibilityState !== "hidden") await refresh();
    if (!left) timer = window.setTimeout(() => void poll(), POLL_MS);
  };
  if (!facts.value)
    training.facts().then(
      (report) => (facts.value = report),
      (e: unknown) => (error.value = sentence(e)),
    );
  void poll();
  return () => {
    left = true;
    clearTimeout(timer);
    choose(null);
  };
}

export async function refresh(): Promise<void> {
  try {
    all.value = await training.runs();
    error.value = null;
    if (details.value?.jobs.some((job) => job.state === "running")) await look();
  } catch (e) {
    error.value = sentence(e);
  }
}

/** Look at another run, or at none. */
export function choose(run: string | null): void {
  if (run === chosen.value) return;
  chosen.value = run;
  details.value = null;
  live.value = null;
  columns.clear();
  offset = 0;
  hangUp();
  if (run !== null) {
    void look();
    listen(run);
  }
}

/** Ask for everything about the chosen run. */
export async function look(): Promise<void> {
  const run = chosen.value;
  if (run === null) return;
  try {
    const report = await training.run(run);
    if (run === chosen.value) details.value = report;
  } catch (e) {
    if (run === chosen.value) error.value = sentence(e);
  }
}

function hangUp(): void {
  clearTimeout(retry);
  socket?.close();
  socket = null;
}

/** The run's own socket: it reconnects by itself, and continues where it was. */
function listen(run: string): void {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const line = new WebSocket(
    `${scheme}://${location.host}/api/training/runs/${encodeURIComponent(run)}/live?offset=${offset}`,
  );
  socket = line;
  line.onmessage = (event) => {
    if (line === socket) hear(JSON.parse(String(event.data)) as LiveReport);
  };
  line.onclose = () => {
    if (line !== socket) return;
    retry = window.setTimeout(() => run === chosen.value && listen(run), RETRY_MS);
  };
}

function hear(report: LiveReport): void {
  const before = live.value;
  if (report.again) columns.clear();
  columns.append(report.rows);
  offset = report.offset;
  live.value = report;
  const changed =
    before === null ||
    before.evaluations !== report.evaluations ||
    before.summary.state !== report.summary.state ||
    before.pool.length !== report.pool.length;
  if (changed) void look();
}

/** Do something, and show why if it is refused; returns whether it was done. */
export async function attempt(
  work: () => Promise<unknown>,
  done = "",
  after: () => Promise<unknown> = () => refresh().then(look),
): Promise<boolean> {
  try {
    await work();
    if (done) notify(done);
    await after();
    return true;
  } catch (e) {
    notify(sentence(e), true);
    return false;
  }
}
