// What a bot said: its distribution as bars, how sure it is, what will come of it, and why.
// The same view in the hint, the explorer and the advisor.
import type { JSX } from "preact";
import { Signs, plainSigns } from "../cards/sign";
import { lookOf } from "../games/look";
import type { BotFacts, HintTold, Outlook, SeatTold } from "../messages";
import { named, t, type Key } from "../text";
import { seatName } from "../table/names";
import { number, percent } from "./numbers";
import { Histogram, Said } from "./said";

const BARS_MAX = 8;

/** Who is asked unless somebody else is chosen: a searcher that answers soon. */
export function adviser(bots: readonly BotFacts[]): string | undefined {
  const wanted = ["reader_normal", "pimc_normal", "ismcts_normal", "rollout_normal", "mcts_normal"];
  return (
    wanted.find((name) => bots.some((bot) => bot.name === name)) ??
    bots.find((bot) => bot.kind === "search")?.name ??
    bots[0]?.name
  );
}

interface ChoiceProps {
  bots: readonly BotFacts[];
  value: string | undefined;
  onChange: (name: string) => void;
}

export function BotChoice({ bots, value, onChange }: ChoiceProps): JSX.Element {
  return (
    <select
      aria-label={t("hint_bot")}
      value={value ?? ""}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      {bots.map((each) => (
        <option value={each.name} key={each.name}>
          {each.name}
          {each.oracle ? ` (${t("oracle")})` : ""}
        </option>
      ))}
    </select>
  );
}

export function HintView({
  told,
  seats,
}: {
  told: HintTold;
  seats: readonly SeatTold[];
}): JSX.Element {
  const look = lookOf(told.game);
  const label = (name: string) => look?.label(name) ?? plainSigns(name);
  // What was never thought of says nothing: the bars are for the rest.
  const thought = told.shares.filter((each) => each.share >= 0.005 || each.value !== null);
  const top = thought.slice(0, BARS_MAX);
  const rest = told.shares.filter((each) => !top.includes(each));
  const valued = told.shares.some((each) => each.value !== null);
  return (
    <div class="advice" role="status">
      <p class="advice-best">
        <b>{told.bot}</b>:{" "}
        <strong>
          <Signs text={label(told.name)} />
        </strong>
      </p>
      <div class={`sure sure-${told.level}`}>
        <span>{t(`level_${told.level}`)}</span>
        <span class="sure-bar" aria-hidden="true">
          <i style={{ width: percent(told.confidence) }} />
        </span>
        <span>{percent(told.confidence)}</span>
      </div>
      {top.length > 1 && (
        <table class="bars">
          <caption class="visually-hidden">{t("hint_bars")}</caption>
          <thead>
            <tr>
              <th scope="col">{t("action")}</th>
              <th scope="col">{t(`shares_${told.shares_are}`)}</th>
              {valued && <th scope="col">{t("value")}</th>}
            </tr>
          </thead>
          <tbody>
            {top.map((each) => (
              <tr key={each.action} class={each.action === told.action ? "best" : ""}>
                <th scope="row">
                  <Signs text={label(each.name)} />
                </th>
                <td>
                  <span class="bar" aria-hidden="true">
                    <i style={{ width: percent(each.share) }} />
                  </span>
                  <span class="bar-number">{percent(each.share)}</span>
                </td>
                {valued && (
                  <td>
                    {each.value === null ? "–" : number(each.value)}
                    {each.error !== null && each.error > 0 && (
                      <small> ± {number(each.error)}</small>
                    )}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {told.shares.length === 1 && told.shares_are !== "certain" && (
        <p class="quiet">{t("hint_forced")}</p>
      )}
      {rest.length > 0 && top.length > 1 && (
        <p class="quiet">
          {t("hint_rest", {
            count: rest.length,
            share: percent(rest.reduce((sum, each) => sum + each.share, 0)),
          })}
        </p>
      )}
      {told.outlook && <OutlookView outlook={told.outlook} seats={seats} />}
      <Why told={told} label={label} />
    </div>
  );
}

/** What comes after the advised move: the chance of each total, and what is to be expected. */
function OutlookView({
  outlook,
  seats,
}: {
  outlook: Outlook;
  seats: readonly SeatTold[];
}): JSX.Element {
  const range = (low: number, high: number) =>
    low === high ? number(low) : `${number(low)}–${number(high)}`;
  return (
    <div class="outlook">
      <h3>{t("outlook")}</h3>
      <p class="quiet">
        {outlook.by === "solver"
          ? t("outlook_solver", { worlds: outlook.worlds })
          : t("outlook_playouts", { worlds: outlook.worlds, player: outlook.player ?? "" })}
      </p>
      <dl class="facts-list">
        <dt>{t("expected")}</dt>
        <dd>
          {number(outlook.expected)} <small>± {number(outlook.error)}</small>{" "}
          <small>{named("unit", outlook.reward)}</small>
        </dd>
        {outlook.contract !== null && (
          <>
            <dt>
              {t("contract_made")}
              {outlook.contract_seat !== null && ` (${seatName(seats, outlook.contract_seat)})`}
            </dt>
            <dd>{percent(outlook.contract)}</dd>
          </>
        )}
        {outlook.win !== null && (
          <>
            <dt>{t("win_share")}</dt>
            <dd>{percent(outlook.win)}</dd>
          </>
        )}
      </dl>
      {outlook.totals.length > 0 && (
        <>
          <p class="quiet">{t(`totals_${outlook.unit}` as Key)}</p>
          <Histogram
            of={outlook.totals.map((total) => [range(total.low, total.high), total.share])}
          />
        </>
      )}
    </div>
  );
}

/** What the lines above already tell, and what is about the machine only. */
const KNOWN = new Set(
  (
    "method worlds simulations reward actions candidates action seconds bot visits " +
    "game seat nodes threads policy engine oracle iterations depth ended options"
  ).split(" "),
);

function Why({ told, label }: { told: HintTold; label: (name: string) => string }): JSX.Element {
  const facts: [string, string][] = [];
  if (told.method) facts.push([t("why_method"), named("method", told.method)]);
  if (told.worlds !== null) facts.push([t("why_worlds"), number(told.worlds)]);
  if (told.simulations !== null) facts.push([t("why_simulations"), number(told.simulations)]);
  if (told.expected !== null) facts.push([t("expected"), number(told.expected)]);
  if (told.reward) facts.push([t("why_reward"), named("reward", told.reward)]);
  facts.push([t("why_seconds"), told.seconds.toFixed(2)]);
  const extra = Object.entries(told.explain).filter(([key]) => !KNOWN.has(key));
  return (
    <details class="why">
      <summary>{t("why")}</summary>
      <dl class="facts-list">
        {facts.map(([name, value]) => (
          <>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </>
        ))}
        {extra.map(([key, value]) => (
          <>
            <dt>{named("explain", key).replaceAll("_", " ")}</dt>
            <dd class={value !== null && typeof value === "object" ? "wide" : ""}>
              <Said value={value} label={label} />
            </dd>
          </>
        ))}
      </dl>
    </details>
  );
}
