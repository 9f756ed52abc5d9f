// Ask a bot what it would do here: its whole distribution as bars, how sure it is, and why.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { signal } from "@preact/signals";
import { api } from "../api";
import { plainSigns } from "../cards/sign";
import { lookOf } from "../games/look";
import type { Advice, BotFacts, Table } from "../messages";
import { named, t } from "../text";
import { sentence, socket } from "../table/store";

/** The latest advice; it marks its action on the table as long as the position is the same. */
export const advice = signal<Advice | null>(null);
const chosenBot = signal<Record<string, string>>({});

const BARS_MAX = 8;

/** How sure: words for a share, so that colour is not the only sign. */
export function sureness(confidence: number): "high" | "middle" | "low" {
  return confidence >= 0.7 ? "high" : confidence >= 0.45 ? "middle" : "low";
}

export function HintPanel({ table, mine }: { table: Table; mine: boolean }): JSX.Element | null {
  const game = table.setup.game;
  const [bots, setBots] = useState<BotFacts[]>([]);
  const [waiting, setWaiting] = useState(false);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    api.bots(game).then(setBots, (e: unknown) => setError(sentence(e)));
  }, [game]);
  const fair = bots.filter((bot) => !bot.oracle || table.setup.open_cards);
  const bot = chosenBot.value[game] ?? adviser(fair);
  const position = table.position;
  const current =
    advice.value &&
    advice.value.table === table.table &&
    advice.value.game === table.game &&
    advice.value.ply === position?.ply
      ? advice.value
      : null;

  const hint = async () => {
    setWaiting(true);
    setError(null);
    try {
      advice.value = await socket.ask<Advice>({
        type: "hint",
        table: table.table,
        bot: bot ?? null,
      });
    } catch (e) {
      setError(sentence(e));
    } finally {
      setWaiting(false);
    }
  };

  return (
    <section class="hint" aria-label={t("hint")}>
      <div class="hint-head">
        <h2>{t("hint")}</h2>
        <select
          aria-label={t("hint_bot")}
          value={bot}
          onChange={(event) => {
            chosenBot.value = { ...chosenBot.value, [game]: event.currentTarget.value };
          }}
        >
          {fair.map((each) => (
            <option value={each.name} key={each.name}>
              {each.name}
              {each.oracle ? ` (${t("oracle")})` : ""}
            </option>
          ))}
        </select>
        <button
          type="button"
          class="button"
          disabled={!mine || waiting || fair.length === 0}
          data-action="hint"
          onClick={() => void hint()}
        >
          {waiting ? t("hint_waiting") : t("hint_ask")}
        </button>
      </div>
      {waiting && <div class="progress" role="progressbar" aria-label={t("hint_waiting")} />}
      {error && (
        <p class="error" role="alert">
          {error}
        </p>
      )}
      {!mine && !current && <p class="quiet">{t("hint_on_turn")}</p>}
      {current && <AdviceView advice={current} game={game} />}
    </section>
  );
}

/** Who is asked unless somebody else is chosen: a searcher that answers soon. */
function adviser(bots: BotFacts[]): string | undefined {
  const wanted = ["reader_normal", "pimc_normal", "ismcts_normal", "rollout_normal", "mcts_normal"];
  return (
    wanted.find((name) => bots.some((bot) => bot.name === name)) ??
    bots.find((bot) => bot.kind === "search")?.name ??
    bots[0]?.name
  );
}

interface Bar {
  action: number;
  name: string;
  share: number; // the length of the bar
  value: number | null;
}

/** Bars of a distribution; a bot that judges options by their chance to win gives those. */
export function barsOf(told: Advice): { bars: Bar[]; chances: boolean } {
  const options = told.explain["options"];
  if (told.candidates.length <= 1 && Array.isArray(options)) {
    const bars = (options as Partial<Record<"action" | "win", number> & { name: string }>[])
      .filter((each) => typeof each.win === "number" && typeof each.name === "string")
      .map((each) => ({
        action: each.action ?? -1,
        name: each.name as string,
        share: each.win as number,
        value: null,
      }));
    if (bars.length > 1) return { bars, chances: true };
  }
  return { bars: told.candidates, chances: false };
}

export function AdviceView({ advice: told, game }: { advice: Advice; game: string }): JSX.Element {
  const look = lookOf(game);
  const label = (name: string) => look?.label(name) ?? plainSigns(name);
  const level = sureness(told.confidence);
  const { bars, chances } = barsOf(told);
  const top = bars.slice(0, BARS_MAX);
  const rest = bars.slice(BARS_MAX);
  const restShare = rest.reduce((sum, each) => sum + each.share, 0);
  const forced = told.explain["ended"] === "forced" || (bars.length === 1 && told.worlds === 0);
  return (
    <div class="advice" role="status">
      <p class="advice-best">
        <b>{told.bot}</b>: <strong>{label(told.name)}</strong>
      </p>
      {forced && <p class="quiet">{t("hint_forced")}</p>}
      {!chances && (
        <div class={`sure sure-${level}`}>
          <span>{t(`sure_${level}`)}</span>
          <span class="sure-bar" aria-hidden="true">
            <i style={{ width: percent(told.confidence) }} />
          </span>
          <span>{percent(told.confidence)}</span>
        </div>
      )}
      <table class="bars">
        <caption class="visually-hidden">{t("hint_bars")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("action")}</th>
            <th scope="col">{chances ? t("chance_to_win") : t("share")}</th>
            {bars.some((each) => each.value !== null) && <th scope="col">{t("value")}</th>}
          </tr>
        </thead>
        <tbody>
          {top.map((each) => (
            <tr key={each.name} class={each.name === told.name ? "best" : ""}>
              <th scope="row">{label(each.name)}</th>
              <td>
                <span class="bar" aria-hidden="true">
                  <i style={{ width: percent(each.share) }} />
                </span>
                {percent(each.share)}
              </td>
              {each.value !== null && <td>{number(each.value)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {rest.length > 0 && !chances && (
        <p class="quiet">{t("hint_rest", { count: rest.length, share: percent(restShare) })}</p>
      )}
      <Why advice={told} label={label} />
    </div>
  );
}

function Why({
  advice: told,
  label,
}: {
  advice: Advice;
  label: (name: string) => string;
}): JSX.Element {
  const facts: [string, string][] = [];
  if (told.method) facts.push([t("why_method"), named("method", told.method)]);
  if (told.worlds !== null) facts.push([t("why_worlds"), number(told.worlds)]);
  if (told.simulations !== null) facts.push([t("why_simulations"), number(told.simulations)]);
  if (told.reward) facts.push([t("why_reward"), named("reward", told.reward)]);
  facts.push([t("why_seconds"), told.seconds.toFixed(2)]);
  const extra = Object.entries(told.explain).filter(([key]) => !KNOWN.has(key));
  return (
    <details class="why">
      <summary>{t("why")}</summary>
      <dl>
        {facts.map(([name, value]) => (
          <>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </>
        ))}
        {extra.map(([key, value]) => (
          <>
            <dt>{named("explain", key).replaceAll("_", " ")}</dt>
            <dd>
              <Said value={value} label={label} />
            </dd>
          </>
        ))}
      </dl>
    </details>
  );
}

/** What the fields above the details already tell, and what is about the machine only. */
const KNOWN = new Set(
  (
    "method worlds simulations reward actions candidates action seconds bot visits options " +
    "game seat nodes threads policy engine oracle iterations depth"
  ).split(" "),
);

/** Whatever a bot said: numbers as bars where they are shares, else plainly. */
function Said({ value, label }: { value: unknown; label: (name: string) => string }): JSX.Element {
  if (typeof value === "number") return <>{number(value)}</>;
  if (typeof value === "string") return <>{label(value)}</>;
  if (typeof value === "boolean") return <>{value ? t("yes") : t("no")}</>;
  if (Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === "number")) {
    return <Histogram of={value.map((each, i) => [String(i), each as number])} />;
  }
  if (Array.isArray(value) && value.length > 0 && value.every(isRow)) {
    const columns = Object.keys(value[0] as object).filter((key) => key !== "action");
    return (
      <table class="said">
        <thead>
          <tr>
            {columns.map((key) => (
              <th scope="col" key={key}>
                {named("explain", key).replaceAll("_", " ")}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {value.slice(0, 12).map((row, i) => (
            <tr key={i}>
              {columns.map((key) => (
                <td key={key}>
                  <Said value={(row as Record<string, unknown>)[key]} label={label} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    );
  }
  if (Array.isArray(value)) {
    return (
      <ul>
        {value.slice(0, 12).map((each, i) => (
          <li key={i}>
            <Said value={each} label={label} />
          </li>
        ))}
      </ul>
    );
  }
  if (value && typeof value === "object") {
    const entries = Object.entries(value);
    if (entries.length > 0 && entries.every(([, each]) => typeof each === "number")) {
      return <Histogram of={entries.map(([key, each]) => [label(key), each as number])} />;
    }
    return (
      <dl>
        {entries.slice(0, 16).map(([key, each]) => (
          <>
            <dt>{label(key).replaceAll("_", " ")}</dt>
            <dd>
              <Said value={each} label={label} />
            </dd>
          </>
        ))}
      </dl>
    );
  }
  return <>–</>;
}

/** A mapping of plain values: a row of a table. */
function isRow(value: unknown): boolean {
  return (
    value !== null &&
    typeof value === "object" &&
    !Array.isArray(value) &&
    Object.values(value).every((each) => each === null || typeof each !== "object")
  );
}

function Histogram({ of }: { of: [string, number][] }): JSX.Element {
  const most = Math.max(...of.map(([, value]) => Math.abs(value)), 1e-9);
  const shares = of.every(([, value]) => value >= 0 && value <= 1);
  return (
    <div class="histogram">
      {of.map(([name, value]) => (
        <div key={name}>
          <span>{name}</span>
          <span class="bar" aria-hidden="true">
            <i style={{ width: percent(Math.abs(value) / most) }} />
          </span>
          <span>{shares ? percent(value) : number(value)}</span>
        </div>
      ))}
    </div>
  );
}

export function percent(share: number): string {
  return `${Math.round(100 * share)}%`;
}

export function number(value: number): string {
  if (Number.isInteger(value)) return value.toLocaleString();
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2);
}
