// The games of one match, in the order of its schedule; a click replays one.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { http } from "../api";
import { number } from "../numbers";
import type { ArenaGame } from "../messages";
import { sentence } from "../table/store";
import { t } from "./texts";
import { Failure } from "../failure";

const PAGE = 50;

export function MatchPage({ id }: { id: string }): JSX.Element {
  const [games, setGames] = useState<ArenaGame[] | null>(null);
  const [more, setMore] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const load = (known: ArenaGame[]) => {
    const offset = (known.at(-1)?.number ?? -1) + 1;
    return http<ArenaGame[]>(`/arena/matches/${id}/games?offset=${offset}&limit=${PAGE}`).then(
      (next) => {
        setGames([...known, ...next]);
        setMore(next.length === PAGE);
      },
      (e: unknown) => setError(sentence(e)),
    );
  };
  useEffect(() => void load([]), [id]);
  return (
    <div class="page">
      <h1>{t("match_title", { number: id })}</h1>
      <section class="panel" aria-label={t("games")}>
        <a href="#/arena">{t("title")}</a>
        <Failure text={error} />
        {!games && !error && <p role="status">{t("loading")}</p>}
        <div class="scroll-x" tabIndex={0} role="region" aria-label={t("games")}>
          <table class="board">
            <thead>
              <tr>
                <th scope="col">{t("game_number")}</th>
                <th scope="col">{t("seats")}</th>
                <th scope="col">{t("result")}</th>
              </tr>
            </thead>
            <tbody>
              {(games ?? []).map((game) => (
                <tr key={game.number}>
                  <th scope="row">
                    {game.replay ? (
                      <a href={`#/arena/${id}/${game.number}`}>{game.number}</a>
                    ) : (
                      game.number
                    )}
                  </th>
                  <td>{game.seats.join(" · ")}</td>
                  <td>
                    {game.returns.map(number).join(" · ")}
                    {game.forfeit && <small class="tag">{game.forfeit}</small>}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        {more && (
          <button type="button" class="button" onClick={() => void load(games ?? [])}>
            {t("more")}
          </button>
        )}
      </section>
    </div>
  );
}
