// The tab Train: a form made from the recipe's settings, the same as a command line, start and
// resume.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Preset, RecipeField, RecipeForm } from "../messages";
import { go } from "../route";
import { settings } from "../settings";
import { games, sentence, notify } from "../table/store";
import { french } from "../text";
import { errorText } from "../text/errors";
import { training, type Start } from "./api";
import { fill, filled } from "./form";
import { helpFr, recipeText } from "./help.fr";
import { all, attempt, details, facts, isLive, refresh, summary } from "./store";
import { find, t } from "./texts";
import { steps } from "./units";
import { Failure } from "../failure";
import { GameOptions } from "./game_options";
import { NameOptions } from "../name_options";

const CHECK_MS = 300; // after the last keystroke, until the settings are checked

export function TrainTab(): JSX.Element {
  const [form, setForm] = useState<RecipeForm | null>(null);
  const [presets, setPresets] = useState<Preset[]>([]);
  const [command, setCommand] = useState("");
  const [refused, setRefused] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [preset, setPreset] = useState("");
  const at = filled.value;
  const recipes = facts.value?.recipes ?? [];

  useEffect(() => {
    if (!at.game && recipes[0]) fill({ game: recipes[0].game });
  }, [recipes.length]);
  useEffect(() => {
    if (!at.game) return;
    training.form(at.game, at.recipe).then(setForm, (e: unknown) => setRefused(sentence(e)));
  }, [at.game, at.recipe]);
  useEffect(() => {
    training.presets().then(setPresets, () => undefined);
  }, []);
  useEffect(() => {
    if (!at.game) return;
    const timer = setTimeout(() => {
      training.command(asked()).then(
        (report) => {
          setCommand(report.command);
          setRefused(report.refusal && errorText(report.refusal.code, report.refusal.sentence));
        },
        (e: unknown) => setRefused(sentence(e)),
      );
    }, CHECK_MS);
    return () => clearTimeout(timer);
  }, [at]);

  if (!facts.value || !form) return <p role="status">{refused ?? t("loading")}</p>;
  const own = recipes.filter((each) => each.game === at.game);
  const groups = [...new Set(form.fields.map((field) => field.group))];
  const fitting = presets.filter((each) => each.game === at.game && each.recipe === at.recipe);

  const start = async () => {
    setBusy(true);
    try {
      const { run } = await training.start(asked());
      notify(t("started", { run }));
      await refresh();
      go(`/training/live/${run}`);
    } catch (e) {
      setRefused(sentence(e));
    }
    setBusy(false);
  };

  return (
    <>
      <section class="panel" aria-labelledby="new-run">
        <h2 id="new-run">{t("new_run")}</h2>
        <div class="form-grid">
          <label class="field">
            <span>{t("which_game")}</span>
            <select
              value={at.game}
              data-choice="train-game"
              onChange={(event) =>
                fill({ game: event.currentTarget.value, recipe: "ppo", values: {}, weights: "" })
              }
            >
              <GameOptions recipes={recipes} />
            </select>
          </label>
          <label class="field">
            <span>
              {t("recipe")}
              <small>{recipeText(form.about, settings.value.language)}</small>
            </span>
            <select
              value={at.recipe}
              data-choice="recipe"
              onChange={(event) => fill({ recipe: event.currentTarget.value, values: {} })}
            >
              <NameOptions names={own.map((each) => each.recipe)} />
            </select>
          </label>
          <label class="field">
            <span>
              {t("name")}
              <small>{t("name_help")}</small>
            </span>
            <input
              value={at.name}
              maxLength={64}
              data-field="name"
              onInput={(event) => fill({ name: event.currentTarget.value.trim() })}
            />
          </label>
          <label class="field">
            <span>{t("preset")}</span>
            <select
              value={preset}
              onChange={(event) => {
                setPreset(event.currentTarget.value);
                const found = fitting.find((each) => each.name === event.currentTarget.value);
                fill({ values: { ...(found?.values ?? {}) } });
              }}
            >
              <option value="">{t("preset_none")}</option>
              <NameOptions names={fitting.map((each) => each.name)} />
            </select>
          </label>
          <Weights game={at.game} />
        </div>
        {form.reached && (
          <p class="quiet">
            {t("reached", { text: recipeText(form.reached, settings.value.language) })}
          </p>
        )}
        {groups.map((group, place) => (
          <Group
            key={`${at.game}.${at.recipe}.${group}`}
            name={group}
            fields={form.fields.filter((field) => field.group === group)}
            open={place === 0}
          />
        ))}
        <Failure text={refused} />
        <div class="row">
          <button
            type="button"
            class="button primary"
            disabled={busy || refused !== null || facts.value.needs.torch !== null}
            data-action="start-run"
            onClick={() => void start()}
          >
            {t("start")}
          </button>
          {Object.keys(at.values).length > 0 && (
            <button type="button" class="button" onClick={() => fill({ values: {} })}>
              {t("reset")}
            </button>
          )}
        </div>
        <Command text={command} />
      </section>
      <Resume />
    </>
  );
}

function asked(): Start {
  const at = filled.value;
  const [run, file] = at.weights.split("/");
  return {
    game: at.game,
    recipe: at.recipe,
    name: at.name || null,
    values: at.values,
    weights_run: at.weights ? (run ?? null) : null,
    weights: at.weights ? (file ?? null) : null,
  };
}

function Command({ text }: { text: string }): JSX.Element {
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => notify(t("copied")),
      () => notify(t("copy_failed"), true),
    );
  return (
    <div>
      <div class="hint-head">
        <h3 id="command-title">{t("command")}</h3>
        <span class="grow" />
        <button type="button" class="button small" onClick={() => void copy()}>
          {t("copy")}
        </button>
      </div>
      <pre class="command" tabIndex={0} role="region" aria-labelledby="command-title">
        {text}
      </pre>
    </div>
  );
}

/** Weights to start from: files of the run that is looked at, if it is of the same game. */
function Weights({ game }: { game: string }): JSX.Element {
  const report = details.value;
  const files = report && report.summary.game === game ? report.files : [];
  return (
    <label class="field">
      <span>{t("weights")}</span>
      <select
        value={filled.value.weights}
        onChange={(event) => fill({ weights: event.currentTarget.value })}
      >
        <option value="">{t("weights_none")}</option>
        {files.map((file) => (
          <option value={`${report?.summary.run}/${file.name}`} key={file.name}>
            {report?.summary.run} · {steps(file.step)} ·{" "}
            {t(file.kind === "snapshot" ? "snapshot" : "checkpoint_kind")}
          </option>
        ))}
      </select>
    </label>
  );
}

interface GroupProps {
  name: string;
  fields: RecipeField[];
  open: boolean;
}

function Group({ name, fields, open }: GroupProps): JSX.Element {
  const changed = fields.filter((field) => field.name in filled.value.values).length;
  return (
    <details class="group" open={open} data-group={name}>
      <summary>
        {t("show_group", { group: find(`group_${name}`) ?? name, count: fields.length })}
        {changed > 0 && <span class="tag">{t("changed", { count: changed })}</span>}
      </summary>
      <div class="form-grid">
        {fields.map((field) => (
          <Setting field={field} key={field.name} />
        ))}
      </div>
    </details>
  );
}

function bounds(field: RecipeField): string {
  if (field.low !== null && field.high !== null)
    return t("range", { low: field.low, high: field.high });
  return field.low !== null && field.low >= 1 ? t("at_least", { low: field.low }) : "";
}

export function Setting({ field }: { field: RecipeField }): JSX.Element {
  const given = filled.value.values[field.name];
  const value = given ?? field.default;
  const put = (text: string) => {
    const values = { ...filled.value.values };
    if (text === field.default) delete values[field.name];
    else values[field.name] = text;
    fill({ values });
  };
  const own = settings.value.language === "fr" ? helpFr[field.name] : undefined;
  const range = bounds(field);
  const help = `${own === undefined ? field.help : french(own)}${range ? ` (${range})` : ""}`;
  const marked = given === undefined ? "" : " changed";
  if (field.kind === "flag")
    return (
      <label class={`check${marked}`}>
        <input
          type="checkbox"
          checked={value === "true"}
          data-setting={field.name}
          onChange={(event) => put(String(event.currentTarget.checked))}
        />
        <span>
          <code>{field.name}</code>
          <small>{help}</small>
        </span>
      </label>
    );
  const single = field.kind === "text" && field.choices.length > 0;
  return (
    <label class={`field${marked}`}>
      <span>
        <code>{field.name}</code>
        <small>{help}</small>
      </span>
      {single ? (
        <select
          value={value}
          data-setting={field.name}
          onChange={(event) => put(event.currentTarget.value)}
        >
          {field.choices.map((choice) => (
            <option value={choice} key={choice}>
              {choice || "–"}
            </option>
          ))}
        </select>
      ) : (
        <input
          value={value}
          data-setting={field.name}
          inputMode={field.kind === "integer" || field.kind === "number" ? "decimal" : "text"}
          onInput={(event) => put(event.currentTarget.value)}
        />
      )}
    </label>
  );
}

/** Resume a stopped run, from any of its checkpoints. */
function Resume(): JSX.Element | null {
  const [file, setFile] = useState("");
  const report = details.value;
  const now = summary();
  if (!report || !now || isLive(now) || !all.value?.runs.length) return null;
  const run = report.summary.run;
  const same =
    report.summary.game === filled.value.game && report.summary.recipe === filled.value.recipe;
  const resume = async () => {
    const values = same ? filled.value.values : {};
    if (await attempt(() => training.resume(run, file || null, values), t("resumed", { run })))
      go(`/training/live/${run}`);
  };
  const title = games.value.find((each) => each.name === report.summary.game)?.title;
  return (
    <section class="panel" aria-labelledby="resume-run">
      <h2 id="resume-run">
        {t("resume_run")} <small class="quiet">{`${run} · ${title ?? report.summary.game}`}</small>
      </h2>
      <div class="row">
        <label class="inline">
          <span>{t("checkpoint")}</span>
          <select value={file} onChange={(event) => setFile(event.currentTarget.value)}>
            <option value="">{t("newest")}</option>
            {report.files
              .filter((each) => each.kind === "checkpoint")
              .map((each) => (
                <option value={each.name} key={each.name}>
                  {steps(each.step)} · {each.name.replace(/^.*_CHKPT_|\.safetensors$/g, "")}
                </option>
              ))}
          </select>
        </label>
        <button
          type="button"
          class="button"
          onClick={() => void resume()}
          data-action="resume-from"
        >
          {t("go_on")}
        </button>
      </div>
      {same && <p class="quiet">{t("resume_help")}</p>}
    </section>
  );
}
