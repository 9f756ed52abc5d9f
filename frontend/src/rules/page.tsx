// The rules of a game, as the server tells them: Markdown, of which players read what comes before
// the options. The reader of Markdown is fetched only here.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { text } from "../api";
import { lookOf } from "../games/look";
import { games, sentence } from "../table/store";
import { t } from "../text";

/** What players need of a rule book: without code, options and encodings. */
export function forPlayers(markdown: string): string {
  const end = markdown.search(/^## Options/m);
  const rules = end < 0 ? markdown : markdown.slice(0, end);
  return rules.replace(/^```[^]*?^```$/gm, ""); // examples are for programs
}

export function RulesPage({ game }: { game: string }): JSX.Element {
  const [html, setHtml] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    let old = false;
    setHtml(null);
    setError(null);
    Promise.all([text(`/games/${encodeURIComponent(game)}/rules`), import("marked")]).then(
      async ([rules, { marked }]) => {
        const made = await marked.parse(forPlayers(rules));
        if (!old) setHtml(made);
      },
      (e: unknown) => !old && setError(sentence(e)),
    );
    return () => {
      old = true;
    };
  }, [game]);
  return (
    <div class="page rules-page">
      <nav class="rules-games" aria-label={t("which_game")}>
        {games.value.map((facts) => {
          const look = lookOf(facts.name);
          return (
            <a
              class="button small"
              href={`#/rules/${facts.name}`}
              key={facts.name}
              aria-current={facts.name === game ? "page" : undefined}
            >
              {look && (
                <span aria-hidden="true">
                  <look.Icon />
                </span>
              )}{" "}
              {facts.title}
            </a>
          );
        })}
      </nav>
      {error && (
        <p class="error" role="alert">
          {error}
        </p>
      )}
      {html === null && !error && <p role="status">{t("loading")}</p>}
      {html !== null && (
        // Of our own server, made from a file of the game's folder. The rules are in English.
        <article class="panel rules-text" lang="en" dangerouslySetInnerHTML={{ __html: html }} />
      )}
    </div>
  );
}
