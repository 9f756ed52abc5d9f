// The arena: leaderboards with their error bars, matches and their games.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { http } from "../api";
import type { ArenaReply } from "../messages";
import { day, percent } from "../numbers";
import { sentence } from "../table/store";
import { Board } from "./board";
import { find, t } from "./texts";
import "./styles.css";
import { Failure } from "../failure";

export function ArenaPage(): JSX.Element {
  const [reply, setReply] = useState<ArenaReply | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    http<ArenaReply>("/arena").then(setReply, (e: unknown) => setError(sentence(e)));
  }, []);
  return (
    <div class="page">
      <h1>{t("title")}</h1>
      <Failure text={error} />
      {!reply && !error && <p role="status">{t("loading")}</p>}
      {reply && reply.boards.length === 0 && (
        <section class="panel">
          <h2>{t("leaderboards")}</h2>
          <p class="quiet">{t("no_boards")}</p>
        </section>
      )}
      {reply?.boards.map((board) => (
        <Board board={board} key={`${board.game}.${board.words}`} />
      ))}
      {reply && reply.matches.length > 0 && (
        <section class="panel" aria-labelledby="matches-title">
          <h2 id="matches-title">{t("matches")}</h2>
          <ul class="table-list">
            {reply.matches.map((match) => (
              <li key={match.match}>
                <a class="table-row" href={`#/arena/${match.match}`}>
                  <span class="row-main">
                    <b>
                      {match.title} ·{" "}
                      {find(`contest_${match.kind.replace("-", "_")}`) ?? match.kind}
                    </b>
                    <span class="quiet">{match.bots.join(" · ")}</span>
                  </span>
                  <span class="quiet">
                    {t("games_count", { count: match.games })}
                    {match.done < match.planned && ` (${percent(match.done / match.planned)})`}
                  </span>
                  <time class="quiet" dateTime={new Date(match.created * 1000).toISOString()}>
                    {day(new Date(match.created * 1000))}
                  </time>
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
