// The tab Evaluation: strength over training with intervals, the weakest cells, every file with what
// can be done with it, and a second run to compare with.
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { http } from "../api";
import type { Created, EvalCell, JobCells, WeightsFile } from "../messages";
import { number, percent, ratio, when } from "../numbers";
import { go } from "../route";
import { sentence, notify } from "../table/store";
import { training } from "./api";
import { Chart, type Line } from "./chart";
import { latest } from "./heat_map";
import { all, attempt, chosen, details, isLive, summary } from "./store";
import { t } from "./texts";
import { bytes, steps } from "./units";
import { WideTable } from "./wide_table";
import { NameOptions } from "../name_options";

const FIGURES = ["score", "win_rate", "bid_accuracy"] as const;
type Figure = (typeof FIGURES)[number];
const OPPONENTS_MAX = 3; // columns of the plot
const FILES_SHOWN = 6;
const SHOWN = 8; // weaknesses
const gamesEach = signal(200);

export function EvaluationTab(): JSX.Element | null {
  const [other, setOther] = useState("");
  const [otherCells, setOtherCells] = useState<EvalCell[]>([]);
  const report = details.value;
  const now = summary();
  const run = chosen.value;
  useEffect(() => {
    setOtherCells([]);
    if (other)
      training.run(other).then(
        (found) => setOtherCells(found.evaluations),
        (e: unknown) => notify(sentence(e), true),
      );
  }, [other]);
  if (!report || !now || run === null) return null;
  const rivals = (all.value?.runs ?? []).filter(
    (each) => each.run !== run && each.game === report.summary.game,
  );
  return (
    <>
      <section class="panel" aria-labelledby="curves-title">
        <div class="hint-head">
          <h2 id="curves-title">{t("curves")}</h2>
          <span class="grow" />
          <label class="inline">
            <span>{t("compare")}</span>
            <select
              value={other}
              data-choice="compare"
              onChange={(event) => setOther(event.currentTarget.value)}
            >
              <option value="">{t("compare_none")}</option>
              <NameOptions names={rivals.map((each) => each.run)} />
            </select>
          </label>
          {isLive(now) && (
            <button
              type="button"
              class="button small"
              data-action="evaluate-now"
              onClick={() =>
                void attempt(() => training.tell(run, "evaluate"), t("evaluate_asked"))
              }
            >
              {t("evaluate_now")}
            </button>
          )}
        </div>
        {report.evaluations.length === 0 ? (
          <p class="quiet">{t("no_evaluation")}</p>
        ) : (
          <>
            <Plots cells={report.evaluations} run={run} other={other} others={otherCells} />
            <p class="quiet">{t("interval")}</p>
          </>
        )}
      </section>
      {report.evaluations.length > 0 && (
        <Weaknesses cells={latest(report.evaluations)} other={other} others={latest(otherCells)} />
      )}
      <Files files={report.files} run={run} />
      <Jobs jobs={report.jobs} run={run} />
    </>
  );
}

interface PlotsProps {
  cells: EvalCell[];
  run: string;
  other: string;
  others: EvalCell[];
}

/** Three figures by three opponents; with another run, all table sizes of both together. */
function Plots({ cells, run, other, others }: PlotsProps): JSX.Element {
  const opponents = [...new Set(cells.map((cell) => cell.opponent))]
    .sort((a, b) => rank(cells, b) - rank(cells, a))
    .slice(0, OPPONENTS_MAX);
  const figures = FIGURES.filter((figure) => cells.some((cell) => cell[figure] !== null));
  return (
    <div class="plots" style={{ "--columns": opponents.length }}>
      {figures.flatMap((figure) =>
        opponents.map((opponent) => {
          const own = cells.filter((cell) => cell.opponent === opponent);
          const theirs = others.filter((cell) => cell.opponent === opponent);
          const x = [...new Set([...own, ...theirs].map((cell) => cell.step))].sort(
            (a, b) => a - b,
          );
          const lines = other
            ? [mean(run, own, x, figure, 0), mean(other, theirs, x, figure, 1)]
            : bySize(own, x, figure);
          const share = figure !== "score";
          return (
            <Chart
              key={`${figure}.${opponent}`}
              title={t("against", { figure: t(`figure_${figure}`), opponent })}
              x={x}
              lines={lines}
              height={170}
              {...(share ? { format: share_, zero: [0, 1] as [number, number] } : {})}
            />
          );
        }),
      )}
    </div>
  );
}

const share_ = (value: number | null | undefined) =>
  value === null || value === undefined ? "–" : percent(value);

/** How often an opponent was met: bots at every evaluation, old snapshots once. */
function rank(cells: EvalCell[], opponent: string): number {
  return cells.filter((cell) => cell.opponent === opponent).length;
}

function bySize(cells: EvalCell[], x: number[], figure: Figure): Line[] {
  const counts = [...new Set(cells.map((cell) => cell.players))].sort((a, b) => a - b);
  const lines = counts.map((players, place): Line => {
    const at = (step: number) =>
      cells.findLast((cell) => cell.players === players && cell.step === step);
    const band =
      figure === "win_rate"
        ? { low: x.map((s) => at(s)?.low ?? null), high: x.map((s) => at(s)?.high ?? null) }
        : {};
    return {
      label: t("players_of", { count: players }),
      values: x.map((step) => at(step)?.[figure] ?? null),
      colour: place + 1,
      points: true,
      ...band,
    };
  });
  return counts.length > 1
    ? [...lines, { ...mean(t("all_sizes"), cells, x, figure, 0), dashed: true }]
    : lines;
}

function mean(label: string, cells: EvalCell[], x: number[], figure: Figure, colour: number): Line {
  const values = x.map((step) => {
    const found = cells.flatMap((cell) => (cell.step === step ? (cell[figure] ?? []) : []));
    return found.length ? found.reduce((a, b) => a + b, 0) / found.length : null;
  });
  return { label, values, colour, points: true };
}

interface WeaknessProps {
  cells: EvalCell[];
  other: string;
  others: EvalCell[];
}

function Weaknesses({ cells, other, others }: WeaknessProps): JSX.Element {
  const sorted = [...cells].sort((a, b) => a.win_rate / a.even - b.win_rate / b.even);
  return (
    <section class="panel" aria-labelledby="weak-title">
      <h2 id="weak-title">{t("weaknesses")}</h2>
      <Cells cells={sorted.slice(0, SHOWN)} label={t("weaknesses")} other={other} others={others} />
      <p class="quiet">{t("weakness_help")}</p>
    </section>
  );
}

interface CellsProps {
  cells: EvalCell[];
  label: string;
  other?: string;
  others?: EvalCell[];
}

function Cells({ cells, label, other = "", others = [] }: CellsProps): JSX.Element {
  return (
    <WideTable
      label={label}
      head={[
        t("opponent"),
        t("seats"),
        t("strength"),
        t("wins"),
        t("interval_95"),
        t("score"),
        t("games"),
        ...(other ? [other] : []),
      ]}
    >
      {cells.map((cell) => {
        const same = others.find(
          (each) => each.opponent === cell.opponent && each.players === cell.players,
        );
        return (
          <tr key={`${cell.opponent}.${cell.players}`}>
            <th scope="row">{cell.opponent}</th>
            <td>{cell.players}</td>
            <td>{ratio(cell.win_rate / (cell.even || 1))}</td>
            <td>{percent(cell.win_rate)}</td>
            <td>
              {percent(cell.low)}–{percent(cell.high)}
            </td>
            <td>{number(cell.score)}</td>
            <td>{cell.games}</td>
            {other && (
              <td>
                {same
                  ? `${percent(same.win_rate)} (${percent(same.low)}–${percent(same.high)})`
                  : "–"}
              </td>
            )}
          </tr>
        );
      })}
    </WideTable>
  );
}

/** Open a table with this network on every other seat. */
async function play(run: string, file: string): Promise<void> {
  try {
    const made = await training.player(run, file);
    const others = Array.from({ length: made.players - 1 }, () => ({ kind: "bot", bot: made.bot }));
    const { table } = await http<Created>("/tables", {
      game: made.game,
      options: made.options,
      seats: [{ kind: "me" }, ...others],
    });
    go(`/table/${table}`);
  } catch (e) {
    notify(sentence(e), true);
  }
}

function Files({ files, run }: { files: WeightsFile[]; run: string }): JSX.Element {
  const [open, setOpen] = useState(false);
  const shown = open ? files : files.slice(0, FILES_SHOWN);
  return (
    <section class="panel" aria-labelledby="files-title">
      <div class="hint-head">
        <h2 id="files-title">{t("files")}</h2>
        <span class="grow" />
        <label class="inline">
          <span>{t("games_each")}</span>
          <input
            type="number"
            class="short"
            min={2}
            max={100000}
            value={gamesEach.value}
            data-field="games-each"
            onInput={(event) => (gamesEach.value = Number(event.currentTarget.value) || 2)}
          />
        </label>
      </div>
      <WideTable
        labelledBy="files-title"
        head={[t("step"), t("file"), t("size"), t("written"), ""]}
      >
        {shown.map((file) => (
          <tr key={file.name} data-file={file.name}>
            <th scope="row">{steps(file.step)}</th>
            <td>
              {t(file.kind === "snapshot" ? "snapshot" : "checkpoint_kind")}{" "}
              <small class="quiet">{/(LATEST|FINAL)/.exec(file.name)?.[1]}</small>
            </td>
            <td>{bytes(file.bytes)}</td>
            <td>{when(file.written)}</td>
            <td class="row">
              <button
                type="button"
                class="button small"
                data-action="play-against"
                onClick={() => void play(run, file.name)}
              >
                {t("play_against")}
              </button>
              <button
                type="button"
                class="button small"
                data-action="evaluate-file"
                onClick={() =>
                  void attempt(() => training.evaluate(run, file.name, gamesEach.value))
                }
              >
                {t("evaluate")}
              </button>
              <button
                type="button"
                class="button small"
                data-action="leaderboard"
                onClick={() =>
                  void attempt(
                    () => training.leaderboard(run, file.name, 50),
                    t("leaderboard_asked"),
                  )
                }
              >
                {t("leaderboard")}
              </button>
            </td>
          </tr>
        ))}
      </WideTable>
      {!open && files.length > FILES_SHOWN && (
        <button type="button" class="button" onClick={() => setOpen(true)}>
          {t("show_all", { count: files.length })}
        </button>
      )}
    </section>
  );
}

function Jobs({ jobs, run }: { jobs: JobCells[]; run: string }): JSX.Element | null {
  if (jobs.length === 0) return null;
  return (
    <section class="panel" aria-labelledby="jobs-title">
      <h2 id="jobs-title">{t("jobs")}</h2>
      {jobs.map((job) => (
        <article key={job.job} class="job-result" data-job={job.state}>
          <div class="hint-head">
            <h3>
              {t(job.kind === "leaderboard" ? "job_leaderboard" : "job_evaluation")}{" "}
              <small class="quiet">{job.file.replace(".safetensors", "")}</small>
            </h3>
            <span class="tag">{t(`job_${job.state}`)}</span>
            <span class="quiet">{when(job.started)}</span>
            <span class="grow" />
            {job.state === "running" && (
              <button
                type="button"
                class="button small"
                onClick={() => void attempt(() => training.stopJob(run, job.job))}
              >
                {t("stop")}
              </button>
            )}
            {job.kind === "leaderboard" && job.state === "done" && (
              <a href="#/arena">{t("job_leaderboard")}</a>
            )}
          </div>
          {job.cells && <Cells cells={job.cells} label={t("jobs")} />}
          {job.lines.length > 0 && <pre tabIndex={0}>{job.lines.join("\n")}</pre>}
        </article>
      ))}
    </section>
  );
}
