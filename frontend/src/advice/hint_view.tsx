// What a bot said: its distribution as bars, how sure it is, what will come of it, and why.
// The same view in the hint, the explorer and the advisor.
import type { JSX } from "preact";
import { Signs, plainSigns } from "../cards/suit_signs";
import { lookOf } from "../games/look";
import { wordOf } from "../games/words";
import type { HintReply, Outlook, Position, SeatInfo } from "../messages";
import { isLocal } from "../offline/local";
import { find, t } from "./texts";
import { seatName } from "../table/names";
import { barWidth, errorOf, number, percent, percentError, ratio, within } from "../numbers";
import { Explanation, heading } from "./explanation";
import { adviserName, EVALUATION } from "./bot_choice";
import { versusText } from "./calls_text";
import { Histogram } from "./histogram";
import "./styles.css";

const BARS_MAX = 8;
const NORMAL_95 = 1.96; // from a standard error to the half-width of a 95 % interval

export function HintView({
  reply,
  seats,
  position,
}: {
  reply: HintReply;
  seats: readonly SeatInfo[];
  position?: Position | null; // that the bot was asked about
}): JSX.Element {
  const look = lookOf(reply.game);
  const chance = reply.reward === "outcome"; // values are chances to win
  const worth = (value: number, error: number | null) =>
    chance ? percent(value) : within(value, error);
  const label = (name: string) => look?.label(name, position ?? undefined) ?? plainSigns(name);
  // What was never thought of says nothing: the bars are for the rest.
  const thought = reply.shares.filter((each) => each.share >= 0.005 || each.value !== null);
  const top = thought.slice(0, BARS_MAX);
  const rest = reply.shares.filter((each) => !top.includes(each));
  const best = reply.shares.find((each) => each.action === reply.action);
  const equals = reply.shares.filter(
    (each) => each !== best && each.value !== null && each.value === best?.value,
  );
  const allEqual = equals.length > 0 && equals.length === reply.shares.length - 1; // no choice to be sure of
  const versus = versusText(reply, label);
  const valued = reply.shares.some((each) => each.value !== null);
  return (
    <div class="advice" role="status">
      <p class="advice-best">
        <b>{adviserName(reply.bot)}</b>
        {t("colon")}
        <strong>
          <Signs text={label(reply.name)} />
        </strong>
      </p>
      {equals.length > 0 && (
        <p class="quiet" data-equals>
          {allEqual
            ? t("hint_all_equal")
            : t("hint_equals", { names: equals.map((each) => label(each.name)).join(", ") })}
        </p>
      )}
      {versus && (
        <p class="advice-why" data-versus>
          <Signs text={versus} />
        </p>
      )}
      {reply.shares_are === "certain" ? (
        <p class="quiet" data-sole>
          {t(
            reply.shares.length === 1
              ? "hint_forced"
              : isLocal.value
                ? "hint_offline"
                : "hint_by_rule",
          )}
        </p>
      ) : (
        !allEqual && (
          <div class={`sure sure-${reply.level}`}>
            <span>{t(`level_${reply.level}`)}</span>
            <span class="sure-bar" aria-hidden="true">
              <i style={{ width: barWidth(reply.confidence) }} />
            </span>
            <span>{percent(reply.confidence)}</span>
          </div>
        )
      )}
      {top.length > 1 && (
        <table class="bars">
          <caption class="visually-hidden">{t("hint_bars")}</caption>
          <thead>
            <tr>
              <th scope="col">{t("action")}</th>
              <th scope="col">{t(`shares_${reply.shares_are}`)}</th>
              {valued && <th scope="col">{find(`value_${reply.reward}`) ?? t("value")}</th>}
            </tr>
          </thead>
          <tbody>
            {top.map((each) => (
              <tr key={each.action} class={each.action === reply.action ? "best" : ""}>
                <th scope="row">
                  <Signs text={label(each.name)} />
                </th>
                <td>
                  <span class="bar" aria-hidden="true">
                    <i style={{ width: barWidth(each.share) }} />
                  </span>
                  <span class="bar-number">{percent(each.share)}</span>
                </td>
                {valued && (
                  <td>
                    {each.value === null ? "–" : worth(each.value, each.error)}
                    {each.error !== null && each.error > 0 && (
                      <small> ± {chance ? percentError(each.error) : errorOf(each.error)}</small>
                    )}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {rest.length > 0 && top.length > 1 && (
        <p class="quiet">
          {t("hint_rest", {
            count: rest.length,
            share: percent(rest.reduce((sum, each) => sum + each.share, 0)),
          })}
        </p>
      )}
      {reply.reward === "match" && valued && <p class="quiet">{t("hint_match")}</p>}
      {reply.outlook && <OutlookView reply={reply} outlook={reply.outlook} seats={seats} />}
      <Why reply={reply} label={label} />
    </div>
  );
}

/** What comes after the advised move: the chance of each total, and what is to be expected. */
function OutlookView({
  reply: { game, bot, expected },
  outlook,
  seats,
}: {
  reply: HintReply;
  outlook: Outlook;
  seats: readonly SeatInfo[];
}): JSX.Element {
  const evaluated = bot === EVALUATION && expected !== null; // null where only one move is legal
  // The evaluation's chance to win is its own: what was played to the end shows only the totals.
  const apart = evaluated && outlook.reward === "outcome";
  const winError =
    outlook.reward === "outcome" && outlook.error !== null
      ? outlook.error * (evaluated ? 1 : NORMAL_95)
      : 0;
  const source = (
    <p class="quiet">
      {outlook.by === "solver"
        ? t("outlook_solver", { worlds: outlook.worlds })
        : (wordOf(game, "outlook_playouts", { worlds: outlook.worlds }) ??
          t("outlook_playouts", { worlds: outlook.worlds }))}
    </p>
  );
  // "71 points behind", not "-71 points ahead".
  const opposed = outlook.reward === "margin" || outlook.reward === "match";
  const behind = opposed && (outlook.expected ?? 0) < 0;
  const range = (low: number, high: number) =>
    low === high
      ? number(low)
      : low < 0
        ? t("range", { low: number(low), high: number(high) }) // a dash beside a minus misleads
        : `${number(low)}–${number(high)}`;
  return (
    <div class="outlook">
      <h3>{t("outlook")}</h3>
      {!apart && source}
      <dl class="facts-list">
        {outlook.expected !== null && outlook.reward !== "outcome" && (
          <>
            <dt>{t("expected")}</dt>
            <dd>
              {within(behind ? -outlook.expected : outlook.expected, outlook.error)}
              {outlook.error !== null && outlook.error > 0 && (
                <small> ± {errorOf(outlook.error)}</small>
              )}{" "}
              <small>
                {find(`unit_${outlook.reward}${behind ? "_behind" : ""}`, {
                  count: outlook.expected,
                }) ?? outlook.reward}
              </small>
            </dd>
          </>
        )}
        {outlook.contract !== null && (
          <>
            <dt>
              {wordOf(game, "contract_made") ?? t("contract_made")}
              {outlook.contract_seat !== null && ` (${seatName(seats, outlook.contract_seat)})`}
            </dt>
            <dd>{percent(outlook.contract)}</dd>
          </>
        )}
        {outlook.win !== null && (
          <>
            <dt>{t("win_share")}</dt>
            <dd>
              {percent(outlook.win)}
              {winError > 0 && <small> ± {percentError(winError)}</small>}
            </dd>
          </>
        )}
      </dl>
      {outlook.totals.length > 0 && (
        <>
          {apart && source}
          <p class="quiet">{t(`totals_${outlook.unit}`)}</p>
          <Histogram
            of={outlook.totals.map((total) => [range(total.low, total.high), total.share])}
          />
        </>
      )}
    </div>
  );
}

/** Keys that the panel already shows, or that concern the machine only. */
const KNOWN = new Set(
  (
    "method worlds simulations reward actions candidates action seconds bot visits " +
    "game seat nodes threads policy engine oracle iterations depth ended options temperature value"
  ).split(" "),
);

function Why({ reply, label }: { reply: HintReply; label: (name: string) => string }): JSX.Element {
  const facts: [string, string][] = [];
  if (reply.method) {
    const key = `method_${reply.method}`;
    facts.push([t("why_method"), wordOf(reply.game, key) ?? find(key) ?? reply.method]);
  }
  if (reply.worlds !== null) {
    facts.push([wordOf(reply.game, "samples_name") ?? t("worlds_sampled"), number(reply.worlds)]);
  }
  if (reply.simulations !== null) facts.push([t("why_simulations"), number(reply.simulations)]);
  if (reply.reward) facts.push([t("why_reward"), find(`reward_${reply.reward}`) ?? reply.reward]);
  if (reply.outlook?.player) facts.push([t("why_playouts"), reply.outlook.player]);
  facts.push([t("why_seconds"), ratio(reply.seconds)]);
  const extra = Object.entries(reply.explain).filter(([key]) => !KNOWN.has(key));
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
            <dt>{heading(reply.game, key)}</dt>
            <dd class={value !== null && typeof value === "object" ? "wide" : ""}>
              <Explanation game={reply.game} value={value} label={label} />
            </dd>
          </>
        ))}
      </dl>
    </details>
  );
}
