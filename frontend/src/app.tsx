// The frame around every page: the head with its ways, the line to the server, the settings.
import { signal } from "@preact/signals";
import type { ComponentType, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useCurrentInSight } from "./in_sight";
import { Icon } from "./icons";
import { NewVersion, OfflineState } from "./offline/banner";
import { isLocal, obstacle } from "./offline/local";
import { AdvisorPage } from "./advisor/page";
import { ChallengePage } from "./deals/challenge";
import { DailyPage } from "./deals/daily";
import { gamePages } from "./games/look";
import { ExplorerPage } from "./explorer/page";
import { ReplayPage } from "./review/replay_page";
import { MatchPage } from "./arena/match";
import { ArenaPage } from "./arena/page";
import { MinePage } from "./my_games/page";
import { RulesPage } from "./rules/page";
import { TutorialPage } from "./tutorial/page";
import { route } from "./route";
import { settings, change, type Language, type Theme } from "./settings";
import { NameField, SpeedField } from "./settings_fields";
import { t } from "./texts";
import { Lobby } from "./lobby/page";
import { TablePage } from "./table/page";
import {
  begin,
  dismiss,
  games,
  mayTrain,
  needsPassphrase,
  online,
  session,
  socket,
  startError,
  toasts,
} from "./table/store";
import { Failure } from "./failure";

const settingsOpen = signal(false);

function Page(): JSX.Element {
  const { page, rest } = route.value;
  if (page === "") return <Lobby />;
  if (page === "advisor") return <AdvisorPage />;
  if (page === "explore") return <ExplorerPage link={rest[0] ?? null} />;
  if (page === "arena" && rest[0] && rest[1]) {
    const path = `/arena/matches/${encodeURIComponent(rest[0])}/games/${encodeURIComponent(rest[1])}`;
    return <ReplayPage path={path} key={path} />;
  }
  if (page === "arena" && rest[0]) return <MatchPage id={rest[0]} key={rest[0]} />;
  if (page === "arena") return <ArenaPage />;
  if (page === "mine") return <MinePage />;
  if (page === "learn" && rest[0]) return <TutorialPage game={rest[0]} key={rest[0]} />;
  if (page === "rules" && rest[0]) return <RulesPage game={rest[0]} />;
  if (page === "record" && rest[0])
    return (
      <ReplayPage path={`/records/${encodeURIComponent(rest[0])}`} record={rest[0]} key={rest[0]} />
    );
  if (page === "daily" && rest[0]) return <DailyPage game={rest[0]} />;
  if (page === "challenge" && rest[0]) return <ChallengePage record={rest[0]} key={rest[0]} />;
  if (page === "table" && rest[0]) return <TablePage id={rest[0]} key={rest[0]} />;
  if (page === "training" && mayTrain.value) return <Training />;
  const own = gamePages(games.value).find((each) => each.path === page);
  if (own) return <own.Page />;
  return (
    <div class="notice">
      <h1>{t("no_page")}</h1>
      <a class="button" href="#/">
        {t("to_lobby")}
      </a>
    </div>
  );
}

/** The training room is a script of its own: few people train, and everybody plays. */
function Training(): JSX.Element {
  const [Room, setRoom] = useState<ComponentType | null>(null);
  const [missing, setMissing] = useState(false);
  useEffect(() => {
    import("./training/page").then(
      ({ TrainingPage }) => setRoom(() => TrainingPage),
      () => setMissing(true),
    );
  }, []);
  if (Room) return <Room />;
  return (
    <div class="notice">
      <p role={missing ? "alert" : "status"}>{t(missing ? "part_missing" : "loading")}</p>
      {missing && (
        <button type="button" class="button" onClick={() => location.reload()}>
          {t("reload")}
        </button>
      )}
    </div>
  );
}

export function App(): JSX.Element {
  return (
    <>
      <a class="skip" href="#main" onClick={skip}>
        {t("skip")}
      </a>
      <Head />
      <LineState />
      <OfflineState />
      <NewVersion />
      <main id="main" tabIndex={-1}>
        {needsPassphrase.value ? <Door /> : session.value ? <Page /> : <Starting />}
      </main>
      <Toasts />
      {settingsOpen.value && <SettingsDialog />}
    </>
  );
}

function skip(event: Event): void {
  event.preventDefault();
  document.getElementById("main")?.focus();
}

const LOCAL = ["", "mine", "advisor", "explore"]; // the pages that need no server

function Head(): JSX.Element {
  const here = route.value.page;
  const links: [string, string][] = [
    ["", t("nav_play")],
    ["advisor", t("nav_advisor")],
    ["explore", t("nav_explorer")],
    ...gamePages(games.value).map(({ path, title }): [string, string] => [path, title()]),
    ["mine", t("nav_mine")],
    ["arena", t("nav_arena")],
    ...(mayTrain.value ? [["training", t("nav_training")] as [string, string]] : []),
  ].filter(([page]) => !isLocal.value || LOCAL.includes(page as string)) as [string, string][];
  const strip = useCurrentInSight(`${here} ${links.length}`);
  return (
    <header class={["table", "learn", "record"].includes(here) ? "head slim" : "head"}>
      <a class="brand" href="#/" aria-label="Kibitz">
        <svg viewBox="0 0 48 32" aria-hidden="true">
          <path d="M2 16C12 1 36 1 46 16 36 31 12 31 2 16z" class="brand-eye" />
          <path
            d="M24 7c-3 4.5-8 7-8 11 0 2.6 1.9 4.2 4 4.2 1.4 0 2.6-.7 3.3-1.9-.1 1.7-.8 3.2-2.3 4.400h6c-1.5-1.2-2.2-2.7-2.3-4.4.7 1.2 1.9 1.9 3.3 1.9 2.1 0 4-1.6 4-4.2 0-4-5-6.5-8-11z"
            class="brand-spade"
          />
        </svg>
        <span>Kibitz</span>
      </a>
      <nav aria-label={t("nav")} ref={strip}>
        {links.map(([page, name]) => (
          <a href={`#/${page}`} key={page} aria-current={here === page ? "page" : undefined}>
            {name}
          </a>
        ))}
      </nav>
      <button
        type="button"
        class="tool"
        onClick={() => (settingsOpen.value = true)}
        data-action="settings"
      >
        <Icon name="settings" /> <span class="wide-only">{t("settings")}</span>
        <span class="visually-hidden narrow-only">{t("settings")}</span>
      </button>
    </header>
  );
}

/** Says when the line to the server is down, and that it is being mended. */
function LineState(): JSX.Element | null {
  if (!session.value || online.value || socket.line.value === "closed") return null;
  return (
    <div class="line-state" role="status" data-line={socket.line.value}>
      {socket.line.value === "connecting" ? t("connecting") : t("line_lost")}
      {socket.line.value === "lost" && (
        <button type="button" class="link" onClick={() => socket.retry()}>
          {t("try_now")}
        </button>
      )}
    </div>
  );
}

function Starting(): JSX.Element {
  return (
    <div class="notice">
      {startError.value ? (
        <>
          <p role="alert">{t("cannot_start", { sentence: startError.value })}</p>
          {obstacle.value && <p>{t(obstacle.value)}</p>}
          <button type="button" class="button" onClick={() => void begin()}>
            {t("try_now")}
          </button>
        </>
      ) : (
        <p role="status">{t("loading")}</p>
      )}
    </div>
  );
}

/** A server on a network asks for a passphrase. */
function Door(): JSX.Element {
  const [phrase, setPhrase] = useState("");
  return (
    <form
      class="panel door"
      onSubmit={(event) => {
        event.preventDefault();
        void begin(phrase);
      }}
    >
      <h1>{t("door_title")}</h1>
      <p>{t("door_text")}</p>
      <NameField />
      <label class="field">
        <span>{t("passphrase")}</span>
        <input
          type="password"
          autocomplete="current-password"
          value={phrase}
          onInput={(event) => setPhrase(event.currentTarget.value)}
        />
      </label>
      <Failure text={startError.value} />
      <button type="submit" class="button primary">
        {t("enter")}
      </button>
    </form>
  );
}

function Toasts(): JSX.Element {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map((toast) => (
        <div class={toast.bad ? "toast bad" : "toast"} key={toast.id}>
          {toast.text}
          <button
            type="button"
            class="link"
            aria-label={t("close")}
            onClick={() => dismiss(toast.id)}
          >
            ✕
          </button>
        </div>
      ))}
    </div>
  );
}

function SettingsDialog(): JSX.Element {
  const close = () => (settingsOpen.value = false);
  const now = settings.value;
  return (
    <dialog
      class="panel dialog"
      aria-label={t("settings")}
      ref={(dialog) => {
        if (dialog && !dialog.open) dialog.showModal?.();
      }}
      onClose={close}
      onClick={(event) => event.target === event.currentTarget && close()}
    >
      <h2>{t("settings")}</h2>
      <NameField />
      <label class="field">
        <span>{t("language")}</span>
        <select
          value={now.language}
          data-choice="language"
          onChange={(event) => change({ language: event.currentTarget.value as Language })}
        >
          <option value="en">English</option>
          <option value="fr">Français</option>
        </select>
      </label>
      <label class="field">
        <span>{t("theme")}</span>
        <select
          value={now.theme}
          data-choice="theme"
          onChange={(event) => change({ theme: event.currentTarget.value as Theme })}
        >
          <option value="auto">{t("theme_auto")}</option>
          <option value="light">{t("theme_light")}</option>
          <option value="dark">{t("theme_dark")}</option>
        </select>
      </label>
      <SpeedField />
      <label class="check">
        <input
          type="checkbox"
          checked={now.sounds}
          data-choice="sounds"
          onChange={(event) => change({ sounds: event.currentTarget.checked })}
        />
        <span>{t("sounds")}</span>
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={now.reviews}
          data-choice="reviews"
          onChange={(event) => change({ reviews: event.currentTarget.checked })}
        />
        <span>{t("reviews")}</span>
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={now.deck === "four"}
          onChange={(event) => change({ deck: event.currentTarget.checked ? "four" : "two" })}
        />
        <span>{t("four_colours")}</span>
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={now.letters === "french"}
          onChange={(event) =>
            change({ letters: event.currentTarget.checked ? "french" : "english" })
          }
        />
        <span>{t("french_letters")}</span>
      </label>
      <p class="quiet">{t("keys_help")}</p>
      <button type="button" class="button primary" onClick={close}>
        {t("close")}
      </button>
    </dialog>
  );
}
