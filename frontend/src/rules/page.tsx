// The rules of a game: Markdown of the server, of which players read what comes before the options,
// or in French that of the game's folder. Both and the reader of Markdown are fetched only here.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { text } from "../api";
import { lookOf } from "../games/look";
import { settings, type Language } from "../settings";
import { games, sentence } from "../table/store";
import { french, t } from "../text";
import { hasTutorial } from "../tutorial/content";
import "./styles.css";
import { Failure } from "../failure";

/** What players need of a rule book: without code, options and encodings. */
export function forPlayers(markdown: string): string {
  const end = markdown.search(/^## Options/m);
  const rules = end < 0 ? markdown : markdown.slice(0, end);
  return rules.replace(/^```[^]*?^```$/gm, ""); // examples are for programs
}

const TRANSLATIONS = import.meta.glob<string>("../games/*/rules.fr.md", {
  query: "?raw",
  import: "default",
});

/** The rules in the language of the page where there is a translation, else in English. */
async function rulesOf(game: string, language: Language): Promise<[string, Language]> {
  const translation = TRANSLATIONS[`../games/${game}/rules.fr.md`];
  if (language === "fr" && translation) return [french(await translation()), "fr"];
  return [forPlayers(await text(`/games/${encodeURIComponent(game)}/rules`)), "en"];
}

export function RulesPage({ game }: { game: string }): JSX.Element {
  const language = settings.value.language;
  const [made, setMade] = useState<{ html: string; lang: Language } | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    let old = false;
    setMade(null);
    setError(null);
    Promise.all([rulesOf(game, language), import("marked")]).then(
      async ([[rules, lang], { marked }]) => {
        const html = await marked.parse(rules);
        if (!old) setMade({ html, lang });
      },
      (e: unknown) => !old && setError(sentence(e)),
    );
    return () => {
      old = true;
    };
  }, [game, language]);
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
      <Failure text={error} />
      {!made && !error && <p role="status">{t("loading")}</p>}
      {hasTutorial(game) && (
        <p>
          <a class="button primary" href={`#/learn/${game}`} data-action="learn">
            {t("learn")}
          </a>
        </p>
      )}
      {made && (
        // Of our own server or page, made from a file of the game's folder.
        <article
          class="panel rules-text"
          lang={made.lang}
          dangerouslySetInnerHTML={{ __html: made.html }}
        />
      )}
    </div>
  );
}
