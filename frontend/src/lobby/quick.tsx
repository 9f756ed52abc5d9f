// One tap and the cards are dealt: a tile for each game, against opponents of the chosen level.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { lookOf } from "../games/look";
import { aboutBot, wordOf } from "../games/words";
import type { GameFacts, LevelFacts, Ok } from "../messages";
import { number } from "../numbers";
import { isLocal } from "../offline/local";
import { go } from "../route";
import { change, settings } from "../settings";
import { NameField } from "../settings_fields";
import { Face } from "../table/avatar";
import { LEVEL_FACES } from "../table/personas";
import { invite } from "../table/pass_and_play";
import { ask, introduce, notify, online, sentence } from "../table/store";
import { COMPANIES, company } from "./company";
import { companySetup, keepGame, lastGame, levelBot, playersOf } from "./setup/choice";
import { startUsual } from "./start";
import { hasTutorial } from "../tutorial/content";
import { t } from "./texts";

export function QuickPlay({ games }: { games: GameFacts[] }): JSX.Element {
  const [busy, setBusy] = useState<string | null>(null);
  const [shown, show] = useState(() => lastGame(games));
  const facts = games.find((game) => game.name === shown) ?? games[0];
  const { level } = settings.value;
  const chosen = company.value;
  useEffect(() => () => void (company.value = "bots"), []); // each visit begins with the usual one
  const [names, setNames] = useState("");
  const start = async (game: GameFacts) => {
    setBusy(game.name);
    if (chosen === "bots") {
      await startUsual(game);
      return setBusy(null);
    }
    keepGame(game.name);
    await introduce();
    const usual = lookOf(game.name).usual ?? {};
    const { speed } = settings.value;
    const beside = names
      .split(",")
      .map((name) => name.trim())
      .filter(Boolean);
    if (beside.length === 0) beside.push(t("player_number", { number: 2 }));
    const most = (game.players[1] ?? 2) - 1;
    const count = chosen === "device" ? Math.min(beside.length, most) : 1;
    const seated = playersOf(game, usual) < count + 1 ? { ...usual, players: count + 1 } : usual;
    const teams = lookOf(game.name).teams === true;
    const setup = companySetup(game, seated, level, speed, teams, count);
    const answer = await ask<Ok>({ type: "create", setup });
    if (answer?.table && chosen === "device") {
      try {
        await invite(answer.table, beside.slice(0, count));
      } catch (e) {
        notify(sentence(e), true);
      }
    }
    setBusy(null);
    if (answer?.table) go(`/table/${answer.table}`);
  };
  return (
    <>
      <div class="game-tiles">
        {games.map((game) => {
          const look = lookOf(game.name);
          return (
            <button
              type="button"
              class="tile"
              key={game.name}
              data-play={game.name}
              title={wordOf(game.name, "about") ?? game.description}
              disabled={busy !== null || !online.value}
              onFocus={() => show(game.name)}
              onMouseEnter={() => show(game.name)}
              onClick={() => void start(game)}
            >
              <span class="tile-icon" aria-hidden="true">
                <look.Icon />
              </span>
              <b>{game.title}</b>
              <small>{busy === game.name ? t("loading") : players(game)}</small>
            </button>
          );
        })}
      </div>
      <fieldset class="company" hidden={isLocal.value}>
        <legend>{t("company")}</legend>
        {COMPANIES.map((each) => (
          <label class="check" key={each}>
            <input
              type="radio"
              name="company"
              value={each}
              checked={chosen === each}
              onChange={() => (company.value = each)}
            />
            <span>{t(`company_${each}`)}</span>
          </label>
        ))}
        {chosen !== "bots" && <NameField />}
        {chosen === "device" && (
          <label class="field">
            <span>{t("company_names")}</span>
            <input
              value={names}
              maxLength={120}
              data-choice="names"
              placeholder={t("player_number", { number: 2 })}
              onInput={(event) => setNames(event.currentTarget.value)}
            />
          </label>
        )}
        {chosen !== "bots" && <p class="quiet">{t(`company_${chosen}_text`)}</p>}
      </fieldset>
      <p class="learn-line">
        <span>{t("learn_steps")}</span>
        {games
          .filter((game) => hasTutorial(game.name))
          .map((game) => (
            <a href={`#/learn/${game.name}`} key={game.name}>
              {game.title}
            </a>
          ))}
      </p>
      {facts && facts.levels.length > 0 && <LevelChoice facts={facts} level={level} />}
    </>
  );
}

function players(game: GameFacts): string {
  const [low, high] = game.players;
  return t("players_count", { count: low === high ? String(low) : `${low}–${high}` });
}

/** The opponents: a face for each level, and how the chosen one plays. */
function LevelChoice({ facts, level }: { facts: GameFacts; level: number }): JSX.Element {
  const bot = levelBot(facts, level);
  const chosen = facts.levels.find((each) => each.bot === bot) as LevelFacts;
  const top = Math.max(...facts.levels.map((each) => each.number)); // offline some are missing
  return (
    <fieldset class="level-choice">
      <legend>{t("opponents")}</legend>
      <div class="level-faces">
        {facts.levels.map((each) => (
          <label class={each === chosen ? "level chosen" : "level"} key={each.bot}>
            <input
              type="radio"
              name="level"
              class="visually-hidden"
              value={each.number}
              checked={each === chosen}
              aria-label={t("level_name", { level: each.number, name: each.name })}
              onChange={() => change({ level: each.number })}
            />
            <Face face={LEVEL_FACES + each.number} />
            <span aria-hidden="true">{each.name}</span>
          </label>
        ))}
      </div>
      <p class="level-about" aria-live="polite">
        <b>{chosen.name}</b> <Stars count={chosen.number} of={top} />{" "}
        {chosen.elo !== null && (
          <small>{t("elo", { elo: number(Math.round(chosen.elo)), game: facts.title })} </small>
        )}
        <span class="quiet">{style(facts, chosen)}</span>
      </p>
    </fieldset>
  );
}

/** How a level plays, in the language of the page. */
function style(facts: GameFacts, level: LevelFacts): string {
  return aboutBot({ game: facts.name, name: level.bot, about: level.style });
}

export function Stars({ count, of }: { count: number; of: number }): JSX.Element {
  return (
    <span class="stars" role="img" aria-label={t("stars", { count, of })}>
      {"★".repeat(count)}
      <i>{"★".repeat(of - count)}</i>
    </span>
  );
}
