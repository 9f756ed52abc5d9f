// The tab League: agents that train against each other's snapshots; all together, or one alone.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { AgentReport, LeagueReport } from "../messages";
import { percent } from "../numbers";
import { sentence, notify } from "../table/store";
import { training, type AgentSetup } from "./api";
import { attempt, facts } from "./store";
import { t } from "./texts";
import { steps } from "./units";
import { WideTable } from "./wide_table";
import { GameOptions } from "./game_options";
import { NameOptions } from "../name_options";

const POLL_MS = 2000;

interface Draft {
  name: string;
  game: string;
  agents: (Omit<AgentSetup, "values"> & { text: string })[];
}

const fresh = (game: string): Draft => ({
  name: "league",
  game,
  agents: [
    { name: "main", role: "main", recipe: "ppo", text: "minutes=60" },
    { name: "exploiter", role: "exploiter", recipe: "ppo", text: "minutes=50" },
  ],
});

export function LeagueTab(): JSX.Element {
  const [leagues, setLeagues] = useState<LeagueReport[] | null>(null);
  const [draft, setDraft] = useState<Draft | null>(null);
  const refresh = () =>
    training.leagues().then(setLeagues, (e: unknown) => notify(sentence(e), true));
  useEffect(() => {
    void refresh();
    const timer = setInterval(() => void refresh(), POLL_MS);
    return () => clearInterval(timer);
  }, []);
  const act = (work: () => Promise<unknown>) => attempt(work, "", refresh);
  const edit = (league: LeagueReport) =>
    setDraft({
      name: league.league,
      game: league.game,
      agents: league.agents.map((agent) => ({
        name: agent.agent,
        role: agent.role,
        recipe: agent.recipe,
        text: Object.entries(agent.values)
          .map(([key, value]) => `${key}=${value}`)
          .join("\n"),
      })),
    });
  const first = facts.value?.recipes[0]?.game ?? "";
  return (
    <>
      <section class="panel" aria-labelledby="leagues-title">
        <div class="hint-head">
          <h2 id="leagues-title">{t("leagues")}</h2>
          <span class="grow" />
          <button
            type="button"
            class="button small"
            data-action="new-league"
            onClick={() => setDraft(fresh(first))}
          >
            {t("new_league")}
          </button>
        </div>
        <p class="quiet">
          {t("league_text")} {t("league_alone")}
        </p>
        {leagues?.length === 0 && !draft && <p class="quiet">{t("no_league")}</p>}
      </section>
      {draft && (
        <Editor
          draft={draft}
          change={setDraft}
          save={async () => {
            const agents = draft.agents.map(({ text, ...agent }) => ({
              ...agent,
              values: values(text),
            }));
            if (await act(() => training.saveLeague(draft.name, draft.game, agents)))
              setDraft(null);
          }}
        />
      )}
      {leagues?.map((league) => (
        <League league={league} act={act} edit={() => edit(league)} key={league.league} />
      ))}
    </>
  );
}

function values(text: string): Record<string, string> {
  const pairs = text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line): [string, string] => {
      const at = line.indexOf("=");
      return at < 0 ? [line, ""] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    });
  return Object.fromEntries(pairs);
}

interface EditorProps {
  draft: Draft;
  change: (draft: Draft | null) => void;
  save: () => Promise<void>;
}

function Editor({ draft, change, save }: EditorProps): JSX.Element {
  const recipes = facts.value?.recipes ?? [];
  const put = (place: number, part: Partial<Draft["agents"][number]>) =>
    change({
      ...draft,
      agents: draft.agents.map((agent, i) => (i === place ? { ...agent, ...part } : agent)),
    });
  return (
    <section class="panel" aria-label={t("new_league")}>
      <div class="form-grid">
        <label class="field">
          <span>{t("name")}</span>
          <input
            value={draft.name}
            maxLength={64}
            data-field="league-name"
            onInput={(event) => change({ ...draft, name: event.currentTarget.value.trim() })}
          />
        </label>
        <label class="field">
          <span>{t("which_game")}</span>
          <select
            value={draft.game}
            data-choice="league-game"
            onChange={(event) => change({ ...draft, game: event.currentTarget.value })}
          >
            <GameOptions recipes={recipes} />
          </select>
        </label>
      </div>
      {draft.agents.map((agent, place) => (
        <fieldset class="agent-edit" key={place}>
          <legend>
            {t("agent")} {place + 1}
          </legend>
          <label class="field">
            <span>{t("name")}</span>
            <input
              value={agent.name}
              maxLength={64}
              onInput={(event) => put(place, { name: event.currentTarget.value.trim() })}
            />
          </label>
          <label class="field">
            <span>{t("role")}</span>
            <select
              value={agent.role}
              onChange={(event) =>
                put(place, { role: event.currentTarget.value as AgentSetup["role"] })
              }
            >
              <option value="main">{t("role_main")}</option>
              <option value="exploiter">{t("role_exploiter")}</option>
            </select>
          </label>
          <label class="field">
            <span>{t("recipe")}</span>
            <select
              value={agent.recipe}
              onChange={(event) => put(place, { recipe: event.currentTarget.value })}
            >
              <NameOptions
                names={recipes
                  .filter((each) => each.game === draft.game)
                  .map((each) => each.recipe)}
              />
            </select>
          </label>
          <label class="field">
            <span>{t("agent_settings")}</span>
            <textarea
              rows={4}
              value={agent.text}
              data-field={`agent-${place}`}
              onInput={(event) => put(place, { text: event.currentTarget.value })}
            />
          </label>
          {draft.agents.length > 1 && (
            <button
              type="button"
              class="button small"
              onClick={() =>
                change({ ...draft, agents: draft.agents.filter((_, i) => i !== place) })
              }
            >
              {t("remove")}
            </button>
          )}
        </fieldset>
      ))}
      <div class="row">
        <button
          type="button"
          class="button primary"
          data-action="save-league"
          onClick={() => void save()}
        >
          {t("save")}
        </button>
        <button
          type="button"
          class="button"
          onClick={() =>
            change({
              ...draft,
              agents: [
                ...draft.agents,
                {
                  name: `agent${draft.agents.length + 1}`,
                  role: "exploiter",
                  recipe: "ppo",
                  text: "",
                },
              ],
            })
          }
        >
          {t("add_agent")}
        </button>
      </div>
    </section>
  );
}

interface LeagueProps {
  league: LeagueReport;
  act: (work: () => Promise<unknown>) => Promise<boolean>;
  edit: () => void;
}

function League({ league, act, edit }: LeagueProps): JSX.Element {
  const title = `league-${league.league}`;
  const going = league.state === "running";
  const busy = going || league.agents.some((agent) => active(agent));
  return (
    <section class="panel" aria-labelledby={title} data-league={league.league}>
      <div class="hint-head">
        <h2 id={title}>{league.league}</h2>
        <span class={`tag run-state ${league.state}`}>{t(`state_${league.state}`)}</span>
        <span class="grow" />
        {!busy && (
          <button type="button" class="button small" onClick={edit}>
            {t("edit")}
          </button>
        )}
        {busy ? (
          <button
            type="button"
            class="button small"
            data-action="stop-league"
            onClick={() => void act(() => training.league(league.league, "stop"))}
          >
            {t("stop_all")}
          </button>
        ) : (
          <button
            type="button"
            class="button small primary"
            data-action="start-league"
            onClick={() => void act(() => training.league(league.league, "start"))}
          >
            {t("start_all")}
          </button>
        )}
      </div>
      <WideTable
        labelledBy={title}
        head={[t("agent"), t("role"), t("plays"), t("step"), t("restarts"), t("tab_settings"), ""]}
      >
        {league.agents.map((agent) => (
          <tr key={agent.agent} data-agent={agent.agent} data-state={agent.state}>
            <th scope="row">
              <a href={`#/training/live/${agent.run}`}>{agent.agent}</a>{" "}
              <span class={`tag run-state ${agent.state}`}>{t(`state_${agent.state}`)}</span>
            </th>
            <td>{t(`role_${agent.role}`)}</td>
            <td>{agent.plays.length > 0 ? `← ${agent.plays.join(", ")}` : "–"}</td>
            <td>
              {steps(agent.step)} {active(agent) && `(${percent(agent.progress)})`}
            </td>
            <td>{agent.restarts}</td>
            <td>
              <code>
                {Object.entries(agent.values)
                  .map(([key, value]) => `${key}=${value}`)
                  .join(" ") || "–"}
              </code>
            </td>
            <td>
              <button
                type="button"
                class="button small"
                data-action={active(agent) ? "stop-agent" : "start-agent"}
                onClick={() =>
                  void act(() =>
                    training.agent(league.league, agent.agent, active(agent) ? "stop" : "start"),
                  )
                }
              >
                {active(agent) ? t("stop") : t("start")}
              </button>
            </td>
          </tr>
        ))}
      </WideTable>
      <details>
        <summary>{t("log")}</summary>
        <pre class="log" tabIndex={0}>
          {league.lines.join("\n")}
        </pre>
      </details>
      <pre class="command" tabIndex={0}>
        {league.command}
      </pre>
    </section>
  );
}

const active = (agent: AgentReport): boolean =>
  ["starting", "running", "paused", "evaluating", "stopping"].includes(agent.state);
