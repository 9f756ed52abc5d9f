// The tab Settings: presets, all runs with what they use, the log, and cleaning up.
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Preset } from "../messages";
import { number, percent, when } from "../numbers";
import { go } from "../route";
import { sentence, notify } from "../table/store";
import { training } from "./api";
import { fill, filled } from "./form";
import { all, attempt, choose, chosen, facts, isLive, live, summary } from "./store";
import { t } from "./texts";
import { bytes, duration, steps } from "./units";
import { WideTable } from "./wide_table";

export function SettingsTab(): JSX.Element {
  return (
    <>
      <Presets />
      <History />
      <Cleaning />
      <Log />
    </>
  );
}

function Presets(): JSX.Element {
  const [presets, setPresets] = useState<Preset[]>([]);
  const [name, setName] = useState("");
  const refresh = () =>
    training.presets().then(setPresets, (e: unknown) => notify(sentence(e), true));
  useEffect(() => void refresh(), []);
  const at = filled.value;
  const save = () => training.savePreset(at.game, at.recipe, name, at.values).then(refresh);
  return (
    <section class="panel" aria-labelledby="presets-title">
      <h2 id="presets-title">{t("presets")}</h2>
      <p class="quiet">{t("presets_help")}</p>
      <div class="row">
        <label class="inline">
          <span>{t("name")}</span>
          <input
            value={name}
            maxLength={32}
            data-field="preset-name"
            onInput={(event) => setName(event.currentTarget.value.trim())}
          />
        </label>
        <button
          type="button"
          class="button small"
          disabled={!name || !at.game}
          data-action="save-preset"
          onClick={() => void attempt(save)}
        >
          {t("save")}
        </button>
      </div>
      {presets.length === 0 && <p class="quiet">{t("no_preset")}</p>}
      <ul class="preset-list">
        {presets.map((preset) => (
          <li key={`${preset.game}.${preset.recipe}.${preset.name}`} data-preset={preset.name}>
            <b>{preset.name}</b>{" "}
            <span class="quiet">
              {preset.game} {preset.recipe} · {Object.keys(preset.values).length}
            </span>
            <span class="grow" />
            <button
              type="button"
              class="button small"
              onClick={() => {
                const { game, recipe, values } = preset;
                fill({ game, recipe, values: { ...values } });
                go("/training/train");
              }}
            >
              {t("load")}
            </button>
            <button
              type="button"
              class="button small"
              onClick={() => void attempt(() => training.removePreset(preset).then(refresh))}
            >
              {t("delete")}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function History(): JSX.Element | null {
  const report = all.value;
  if (!report) return null;
  const machine = report.machine;
  return (
    <section class="panel" aria-labelledby="history-title">
      <h2 id="history-title">{t("history")}</h2>
      <p class="quiet">
        {t("machine")} {t("cpu")}{" "}
        {t("cores", { used: number(machine.cpu * machine.cores), count: machine.cores })} ·{" "}
        {t("memory")}{" "}
        {t("of_total", { used: bytes(machine.memory), total: bytes(machine.memory_total) })} ·{" "}
        {t("disk")} {t("of_total", { used: bytes(machine.disk), total: bytes(machine.disk_total) })}
      </p>
      <WideTable
        labelledBy="history-title"
        head={[
          t("run"),
          t("game"),
          t("step"),
          t("time"),
          t("written"),
          t("disk"),
          t("cpu"),
          t("memory"),
        ]}
      >
        {report.runs.map((run) => (
          <tr key={run.run} data-run={run.run}>
            <th scope="row">
              <a href={`#/training/live/${run.run}`}>{run.run}</a>{" "}
              <span class={`tag run-state ${run.state}`}>{t(`state_${run.state}`)}</span>
            </th>
            <td>
              {run.title} {run.recipe}
            </td>
            <td>{steps(run.step)}</td>
            <td>{duration(run.seconds)}</td>
            <td>{when(run.updated)}</td>
            <td>{bytes(run.bytes)}</td>
            <td>{run.cpu === null ? "–" : percent(run.cpu)}</td>
            <td>{run.memory === null ? "–" : bytes(run.memory)}</td>
          </tr>
        ))}
      </WideTable>
      {facts.value && <p class="quiet">{t("folder", { folder: facts.value.folder })}</p>}
    </section>
  );
}

function Cleaning(): JSX.Element | null {
  const [checkpoints, setCheckpoints] = useState(1);
  const [snapshots, setSnapshots] = useState(10);
  const run = chosen.value;
  const now = summary();
  if (run === null || !now) return null;
  const clean = async () => {
    const report = await training.clean(run, checkpoints, snapshots);
    notify(t("freed", { size: bytes(report.bytes) }));
  };
  const remove = async () => {
    await training.remove(run);
    choose(null);
    go("/training/settings");
  };
  const count = (label: string, value: number, put: (value: number) => void) => (
    <label class="inline">
      <span>{label}</span>
      <input
        type="number"
        class="short"
        min={0}
        max={1000}
        value={value}
        onInput={(event) => put(Math.max(0, Number(event.currentTarget.value) || 0))}
      />
    </label>
  );
  return (
    <section class="panel" aria-labelledby="clean-title">
      <h2 id="clean-title">
        {t("clean")} <small class="quiet">{`${run} · ${bytes(now.bytes)}`}</small>
      </h2>
      <div class="row">
        {count(t("keep_checkpoints"), checkpoints, setCheckpoints)}
        {count(t("keep_snapshots"), snapshots, setSnapshots)}
        <button type="button" class="button small" onClick={() => void attempt(clean)}>
          {t("clean")}
        </button>
        <span class="grow" />
        <button
          type="button"
          class="button small danger"
          disabled={isLive(now)}
          data-action="delete-run"
          onClick={() => confirm(t("delete_sure", { run })) && void attempt(remove)}
        >
          {t("delete_run")}
        </button>
      </div>
    </section>
  );
}

/** The end of the run's log; it follows the end unless one has scrolled up. */
function Log(): JSX.Element | null {
  const place = useRef<HTMLPreElement>(null);
  const lines = live.value?.lines ?? [];
  useEffect(() => {
    const box = place.current;
    if (box && box.scrollHeight - box.scrollTop - box.clientHeight < 80)
      box.scrollTop = box.scrollHeight;
  }, [lines.length, lines.at(-1)]);
  if (chosen.value === null) return null;
  return (
    <section class="panel" aria-labelledby="log-title">
      <h2 id="log-title">{t("log")}</h2>
      {lines.length === 0 ? (
        <p class="quiet">{t("no_log")}</p>
      ) : (
        <pre class="log" ref={place} tabIndex={0} role="region" aria-labelledby="log-title">
          {lines.join("\n")}
        </pre>
      )}
    </section>
  );
}
