// The deal of the day: in the lobby a button for each game, on its own page the results.
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { http } from "../api";
import { lookOf } from "../games/look";
import type { Created, Daily, DailyResult } from "../messages";
import { day, number } from "../numbers";
import { go } from "../route";
import { levelName, levelOf } from "../table/personas";
import { games, introduce, notify, online, sentence } from "../table/store";
import { t } from "./texts";
import "./styles.css";

const deals = signal<Daily[] | null>(null);

function useDeals(): Daily[] | null {
  useEffect(() => {
    http<Daily[]>("/daily").then(
      (found) => (deals.value = found),
      (e: unknown) => notify(sentence(e), true),
    );
  }, []);
  return deals.value;
}

/** Starts the deal of a game, or goes on with it. */
function usePlay(): { busy: boolean; play: (game: string) => Promise<void> } {
  const [busy, setBusy] = useState(false);
  const play = async (game: string) => {
    setBusy(true);
    await introduce();
    try {
      const { table } = await http<Created>(`/daily/${game}`, {});
      go(`/table/${table}`);
    } catch (e) {
      notify(sentence(e), true);
      setBusy(false);
    }
  };
  return { busy, play };
}

/** Where the own result stands; equal results share a place. */
export function placeOf(results: readonly DailyResult[]): number | null {
  return results.find((each) => each.you)?.place ?? null;
}

export function DailySection(): JSX.Element | null {
  const all = useDeals();
  const { busy, play } = usePlay();
  if (all?.length === 0) return null;
  return (
    <section class="panel daily" aria-labelledby="daily-title">
      <h2 id="daily-title">{t("daily")}</h2>
      <p class="quiet">{t("daily_text")}</p>
      <ul class="daily-list">
        {games.value.map((facts) => {
          // Until the deals are known their places are kept, so that nothing moves.
          const deal = all?.find((each) => each.game === facts.name);
          if (all && !deal) return null;
          return (
            <li key={facts.name}>
              <button
                type="button"
                class="button daily-game"
                data-daily={facts.name}
                disabled={!deal || busy || !online.value}
                onClick={() =>
                  deal?.finished ? go(`/daily/${facts.name}`) : void play(facts.name)
                }
              >
                <b>{facts.title}</b>
                <small>{deal ? stateOf(deal) : t("loading")}</small>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function stateOf(deal: Daily): string {
  const place = placeOf(deal.results);
  if (place !== null) return t("daily_place", { place, count: deal.results.length });
  return deal.table ? t("continue") : t("daily_play");
}

export function DailyPage({ game }: { game: string }): JSX.Element {
  const all = useDeals();
  const { busy, play } = usePlay();
  const deal = all?.find((each) => each.game === game);
  const facts = games.value.find((each) => each.name === game);
  const look = lookOf(game);
  if (!deal || !facts)
    return (
      <p class="notice" role="status">
        {t("loading")}
      </p>
    );
  // The heads of the columns say that they are points.
  const points = (value: number) =>
    look.points(value) === t("points_count", { count: value }) ? number(value) : look.points(value);
  return (
    <section class="panel daily-page">
      <h1>
        {t("daily_of", { game: facts.title })}{" "}
        <small class="quiet">{day(new Date(deal.day), "UTC")}</small>
      </h1>
      <p class="quiet">{t("daily_text")}</p>
      {!deal.finished && (
        <p>
          {t(deal.players === 0 ? "daily_nobody" : "daily_waiting", { count: deal.players })}{" "}
          {t("daily_none")}
        </p>
      )}
      {deal.results.length > 0 && <p class="quiet">{t("daily_ranked")}</p>}
      {deal.results.length > 0 && (
        <table class="score-table">
          <thead>
            <tr>
              <th scope="col">{t("place")}</th>
              <th scope="col">{t("who")}</th>
              <th scope="col">{t("points")}</th>
              <th scope="col">{t("others_points")}</th>
              <th scope="col" />
            </tr>
          </thead>
          <tbody>
            {deal.results.map((each) => (
              <tr key={each.record} class={each.you ? "winner" : ""}>
                <td>{each.place}</td>
                <th scope="row">{nameOf(each)}</th>
                <td>{each.resigned ? t("resigned") : points(each.returns[each.seat] ?? 0)}</td>
                <td>{each.resigned ? "–" : othersPoints(each, look.teams === true, points)}</td>
                <td>
                  <a href={`#/record/${each.record}`}>{t("replay")}</a>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div class="dialog-buttons">
        {!deal.finished && (
          <button
            type="button"
            class="button primary"
            data-daily={game}
            disabled={busy || !online.value}
            onClick={() => void play(game)}
          >
            {stateOf(deal)}
          </button>
        )}
        <a class="button" href="#/">
          {t("to_lobby")}
        </a>
      </div>
    </section>
  );
}

function nameOf(each: DailyResult): string {
  if (each.you) return t("you");
  const level = levelOf(each.bot);
  if (level) return t("daily_house", { name: levelName(level) ?? "", level });
  return each.solver ? t("daily_solver") : each.name;
}

function othersPoints(
  { returns, seat }: DailyResult,
  teams: boolean,
  points: (value: number) => string,
): string {
  const others = returns.filter((_, i) => i !== seat && !(teams && i % 2 === seat % 2));
  return [...new Set(others.map(points))].join(", ");
}
