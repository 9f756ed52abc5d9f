// The tab Live: the metrics of a run as they come, and how it does against whom.
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { percent } from "../numbers";
import { Chart, type Line } from "./chart";
import { smooth } from "./columns";
import { Heat, latestCells, type HeatCell } from "./heat_map";
import { columns, details, isLive, live, summary } from "./store";
import { find, t } from "./texts";
import { duration, metric, steps } from "./units";
import { Failure } from "../failure";

const CHARTS: ["reward" | "losses" | "entropy" | "kl" | "speed", string[]][] = [
  ["reward", ["reward"]],
  ["losses", ["policy_loss", "value_loss"]],
  ["entropy", ["entropy"]],
  ["kl", ["kl"]],
  ["speed", ["steps_per_second"]],
];
const KNOWN = new Set(["seconds", ...CHARTS.flatMap(([, names]) => names)]);
const smoothing = signal(0.6);

export function LiveTab(): JSX.Element | null {
  const report = live.value;
  const now = summary();
  if (!now) return null;
  const x = [...columns.steps];
  const line = (name: string): Line => ({
    label: find(`metric_${name}`) ?? name.replaceAll("_", " "),
    values: smooth(columns.column(name), smoothing.value, columns.stages),
  });
  const others = columns.names.filter((name) => !KNOWN.has(name));
  return (
    <>
      {now.state === "crashed" && <Crash />}
      <Failure text={report?.notice && t("notice", { sentence: report.notice })} />
      <section class="panel" aria-label={t("tab_live")}>
        <dl class="cards">
          <Card name={t("stage")} value={find(`stage_${now.stage}`) ?? (now.stage || "–")} />
          <Card name={t("step")} value={steps(now.step)} />
          {["reward", "policy_loss", "value_loss", "entropy", "kl"].map((name) => (
            <Card
              key={name}
              name={find(`metric_${name}`) ?? name}
              value={metric(columns.column(name).at(-1))}
            />
          ))}
          <Card name={t("speed")} value={steps(now.steps_per_second)} />
          <Card name={t("time")} value={duration(now.seconds)} />
          <Card name={t("left")} value={isLive(now) ? duration(now.seconds_left) : "–"} />
        </dl>
        <progress
          class="run-progress"
          aria-label={t("progress")}
          max={1}
          value={now.state === "finished" ? 1 : now.progress}
        />
        <label class="inline">
          <span>{t("smoothing")}</span>
          <input
            type="range"
            min={0}
            max={0.98}
            step={0.02}
            value={smoothing.value}
            onInput={(event) => (smoothing.value = Number(event.currentTarget.value))}
          />
        </label>
      </section>
      {x.length === 0 ? (
        <p class="quiet">{t("no_metrics")}</p>
      ) : (
        <section class="panel charts" aria-label={t("chart_losses")}>
          {CHARTS.filter(([, names]) => names.some((name) => columns.names.includes(name))).map(
            ([title, names]) => (
              <Chart key={title} title={t(`chart_${title}`)} x={x} lines={names.map(line)} />
            ),
          )}
          {others.length > 0 && (
            <details class="more-charts">
              <summary>{t("chart_other")}</summary>
              <div class="charts">
                {others.map((name) => (
                  <Chart
                    key={name}
                    title={find(`metric_${name}`) ?? name.replaceAll("_", " ")}
                    x={x}
                    lines={[line(name)]}
                    height={150}
                  />
                ))}
              </div>
            </details>
          )}
        </section>
      )}
      <Rates />
    </>
  );
}

function Card({ name, value }: { name: string; value: string }): JSX.Element {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Crash(): JSX.Element {
  const error = summary()?.error;
  const lines = (live.value?.lines ?? []).slice(-15);
  return (
    <section class="panel crash" role="alert">
      <p>{t("crashed_text")}</p>
      {error && <p>{error}</p>}
      <pre tabIndex={0}>{lines.join("\n")}</pre>
    </section>
  );
}

/** Win rates of the training so far, and of the last evaluation. */
function Rates(): JSX.Element | null {
  const report = live.value;
  if (!report) return null;
  const pool: HeatCell[] = report.pool
    .slice()
    .sort((a, b) => Number(b.kind === "bot") - Number(a.kind === "bot") || b.step - a.step)
    .slice(0, 12)
    .flatMap((one) =>
      Object.entries(one.by_players).map(([players, [wins, games]]) => ({
        opponent: one.name,
        players: Number(players),
        rate: games ? (wins ?? 0) / games : null,
        games: games ?? 0,
        even: null,
      })),
    );
  const last = latestCells(details.value?.evaluations ?? []);
  const counts = Object.keys(report.win_rates);
  return (
    <>
      <section class="panel" aria-labelledby="heat-title">
        <h2 id="heat-title">{t("heat")}</h2>
        <h3>{t("heat_training")}</h3>
        {pool.length > 0 ? <Heat cells={pool} /> : <p class="quiet">{t("heat_none")}</p>}
        {last.length > 0 && (
          <>
            <h3>{t("heat_evaluation")}</h3>
            <Heat cells={last} />
          </>
        )}
        <p class="quiet">{t("heat_help")}</p>
      </section>
      {counts.length > 0 && (
        <section class="panel" aria-labelledby="bars-title">
          <h2 id="bars-title">{t("bars")}</h2>
          <div class="rate-bars">
            {counts.map((count) => {
              const rate = report.win_rates[count] ?? null;
              const share = report.count_weights[count];
              return (
                <div key={count}>
                  <span>{t("players_of", { count })}</span>
                  <span class="rate-bar" aria-hidden="true">
                    <i style={{ width: `${100 * (rate ?? 0)}%` }} />
                    <b style={{ left: `${100 / Number(count)}%` }} />
                  </span>
                  <span>
                    {rate === null ? "–" : percent(rate)}{" "}
                    {share !== undefined && (
                      <small class="quiet">{t("played_share", { share: percent(share) })}</small>
                    )}
                  </span>
                </div>
              );
            })}
          </div>
        </section>
      )}
    </>
  );
}
