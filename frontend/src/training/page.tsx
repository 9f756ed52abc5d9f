// The training room: six tabs around the runs of `kibitz train`, each with its own address.
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { useCurrentInSight } from "../in_sight";
import { percent } from "../numbers";
import { go, route } from "../route";
import { training } from "./api";
import { EvaluationTab } from "./evaluation";
import { LeagueTab } from "./league";
import { LiveTab } from "./live";
import { PoolTab } from "./opponent_pool";
import { SettingsTab } from "./settings_tab";
import { all, attempt, choose, chosen, enter, error, facts, isLive, summary } from "./store";
import { TrainTab } from "./train";
import { duration, steps } from "./units";
import { find, t } from "./texts";
import "./styles.css";
import { Failure } from "../failure";

const TABS = {
  train: TrainTab,
  live: LiveTab,
  evaluation: EvaluationTab,
  pool: PoolTab,
  league: LeagueTab,
  settings: SettingsTab,
};
type Tab = keyof typeof TABS;

export function TrainingPage(): JSX.Element {
  const [word, run] = route.value.rest;
  const tab: Tab = word !== undefined && word in TABS ? (word as Tab) : "train";
  useEffect(() => enter(), []);
  const latest = all.value?.runs[0]?.run ?? null;
  useEffect(() => choose(run ?? chosen.value ?? latest), [run, latest]);
  const Part = TABS[tab];
  const tabs = useCurrentInSight(tab);
  return (
    <div class="page training">
      <h1>{t("title")}</h1>
      <nav class="training-tabs" aria-label={t("tabs")} ref={tabs}>
        {(Object.keys(TABS) as Tab[]).map((each) => (
          <a
            key={each}
            href={`#/training/${each}${chosen.value ? `/${chosen.value}` : ""}`}
            aria-current={each === tab ? "page" : undefined}
            data-tab={each}
          >
            {t(`tab_${each}`)}
          </a>
        ))}
      </nav>
      <Failure text={error.value} />
      <Needs />
      {tab !== "league" && <RunBar tab={tab} />}
      <Part />
    </div>
  );
}

/** What is missing for training, and the command that installs it. */
function Needs(): JSX.Element | null {
  const needs = facts.value?.needs;
  if (!needs) return null;
  return (
    <>
      {(["torch", "native"] as const).map(
        (each) =>
          needs[each] && (
            <div class="panel" role="note" key={each}>
              <p>{t(`needs_${each}`)}</p>
              <pre>{needs[each]}</pre>
            </div>
          ),
      )}
    </>
  );
}

/** Which run is looked at, how far it is, and the buttons that control it. */
function RunBar({ tab }: { tab: Tab }): JSX.Element | null {
  const runs = all.value?.runs;
  if (!runs) return <p role="status">{t("loading")}</p>;
  if (runs.length === 0) return tab === "train" ? null : <p class="quiet">{t("no_run")}</p>;
  const now = summary();
  return (
    <section class="panel run-bar" aria-label={t("run")} data-state={now?.state}>
      <label class="inline">
        <span>{t("run")}</span>
        <select
          value={chosen.value ?? ""}
          data-choice="run"
          onChange={(event) => go(`/training/${tab}/${event.currentTarget.value}`)}
        >
          {runs.map((run) => (
            <option value={run.run} key={run.run}>
              {run.run} · {run.title}
            </option>
          ))}
        </select>
      </label>
      {now && (
        <>
          <span class={`tag run-state ${now.state}`}>{t(`state_${now.state}`)}</span>
          <span class="quiet">
            {find(`stage_${now.stage}`) ?? now.stage} · {t("step")} {steps(now.step)}
            {isLive(now) && ` · ${percent(now.progress)}`}
            {isLive(now) &&
              now.seconds_left !== null &&
              ` · ${t("left")} ${duration(now.seconds_left)}`}
          </span>
          <span class="grow" />
          <Controls />
        </>
      )}
    </section>
  );
}

function Controls(): JSX.Element {
  const now = summary();
  const run = chosen.value;
  if (!now || run === null) return <></>;
  const button = (word: string, label: string, work: () => Promise<unknown>) => (
    <button
      type="button"
      class="button small"
      data-action={`run-${word}`}
      onClick={() => void attempt(work)}
    >
      {label}
    </button>
  );
  const paused = now.state === "paused";
  const going = now.state === "running" || now.state === "evaluating" || paused;
  return (
    <span class="run-controls">
      {going && !paused && button("pause", t("pause"), () => training.tell(run, "pause"))}
      {paused && button("continue", t("go_on"), () => training.tell(run, "run"))}
      {going && button("stop", t("stop"), () => training.tell(run, "stop"))}
      {(now.state === "stopped" || now.state === "crashed") &&
        button("resume", t("go_on"), () => training.resume(run, null, {}))}
    </span>
  );
}
