// Setting up a table: the game, who sits where, the rules' options, a clock, open cards, speed.
// What was chosen last for a game is kept in this browser.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { api } from "../api";
import { lookOf } from "../games/look";
import type { BotFacts, GameFacts, Ok, OptionFacts, SeatSetup, Setup } from "../messages";
import { go } from "../route";
import { PACE, change, settings, type Speed } from "../settings";
import { named, t } from "../text";
import { en } from "../text/en";
import { ask, online, sentence } from "./store";

export type Value = boolean | number | string | number[] | null;

interface Choice {
  options: Record<string, Value>;
  seats: SeatSetup[];
  clock: "none" | "move" | "game";
  seconds: number;
  increment: number;
  open: boolean;
  listed: boolean;
}

const KEY = "kibitz.setup";

const FRESH: Choice = {
  options: {},
  seats: [],
  clock: "none",
  seconds: 60,
  increment: 0,
  open: false,
  listed: true,
};

function load(facts: GameFacts): Choice {
  try {
    const kept = JSON.parse(
      localStorage.getItem(`${KEY}.${facts.name}`) ?? "{}",
    ) as Partial<Choice>;
    const known = new Set(facts.options.map((option) => option.name));
    const options = Object.fromEntries(
      Object.entries(kept.options ?? {}).filter(([name]) => known.has(name)),
    );
    return { ...FRESH, ...kept, options };
  } catch {
    return FRESH;
  }
}

/** How many sit at a table with these options. */
export function playersOf(facts: GameFacts, options: Record<string, Value>): number {
  const option = facts.options.find((each) => each.name === "players");
  const chosen = options["players"] ?? option?.default;
  return typeof chosen === "number" ? chosen : (facts.players[0] ?? 2);
}

/** The seats as chosen, as many as there are; what was never chosen is you first, then bots. */
export function seatsOf(chosen: readonly SeatSetup[], players: number, bot: string): SeatSetup[] {
  return Array.from(
    { length: players },
    (_, i) =>
      chosen[i] ??
      (i === 0 && !chosen.some((s) => s.kind === "me") ? { kind: "me" } : { kind: "bot", bot }),
  );
}

export function SetupForm({ games }: { games: GameFacts[] }): JSX.Element {
  const [name, setName] = useState(() => {
    const last = localStorage.getItem(`${KEY}.last`);
    return games.some((game) => game.name === last) ? (last as string) : (games[0]?.name ?? "");
  });
  const facts = games.find((game) => game.name === name) ?? games[0];
  return (
    <>
      <div class="game-tiles" role="radiogroup" aria-label={t("which_game")}>
        {games.map((game) => {
          const look = lookOf(game.name);
          return (
            <label class={game.name === name ? "tile chosen" : "tile"} key={game.name}>
              <input
                type="radio"
                name="game"
                value={game.name}
                checked={game.name === name}
                onChange={() => {
                  setName(game.name);
                  localStorage.setItem(`${KEY}.last`, game.name);
                }}
              />
              <span class="tile-icon" aria-hidden="true">
                {look && <look.Icon />}
              </span>
              <b>{game.title}</b>
              <small>{players(game)}</small>
            </label>
          );
        })}
      </div>
      {facts && <GameForm facts={facts} key={facts.name} />}
    </>
  );
}

function players(game: GameFacts): string {
  const [low, high] = game.players;
  return t("players_count", { count: low === high ? String(low) : `${low}–${high}` });
}

function about(facts: GameFacts): string {
  const key = `about_${facts.name}`;
  return key in en ? named("about", facts.name) : facts.description;
}

function GameForm({ facts }: { facts: GameFacts }): JSX.Element {
  const [choice, setChoice] = useState(() => load(facts));
  const [bots, setBots] = useState<BotFacts[]>([]);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    api.bots(facts.name).then(setBots, (e: unknown) => setError(sentence(e)));
  }, [facts.name]);

  const put = (part: Partial<Choice>) => {
    const next = { ...choice, ...part };
    setChoice(next);
    try {
      localStorage.setItem(`${KEY}.${facts.name}`, JSON.stringify(next));
    } catch {
      // Not kept: nothing is lost but the convenience.
    }
  };
  const count = playersOf(facts, choice.options);
  const usable = bots.filter((bot) => !bot.oracle || choice.open);
  const valid = (seat: SeatSetup): SeatSetup =>
    seat.kind === "bot" && usable.length > 0 && !usable.some((bot) => bot.name === seat.bot)
      ? { kind: "bot", bot: facts.default_bot }
      : seat;
  const seats = seatsOf(choice.seats, count, facts.default_bot).map(valid);
  const putSeat = (place: number, seat: SeatSetup) =>
    put({
      seats: seats.map((old, i) =>
        i === place
          ? seat
          : seat.kind === "me" && old.kind === "me"
            ? { kind: "bot", bot: facts.default_bot }
            : old,
      ),
    });
  const everybody = (bot: string) =>
    put({ seats: seats.map((seat) => (seat.kind === "bot" ? { kind: "bot", bot } : seat)) });
  const sameBot = seats.filter((seat) => seat.kind === "bot").map((seat) => seat.bot);
  const watching = seats.every((seat) => seat.kind === "bot");
  const waiting = seats.some((seat) => seat.kind === "open");

  const submit = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    const setup: Setup = {
      game: facts.name,
      options: Object.fromEntries(
        Object.entries(choice.options).filter(([name]) => appliesTo(name, choice.options, facts)),
      ),
      seats,
      clock:
        choice.clock === "none"
          ? null
          : choice.clock === "move"
            ? { kind: "move", seconds: choice.seconds }
            : { kind: "game", seconds: choice.seconds, increment: choice.increment },
      open_cards: choice.open,
      pace_ms: PACE[settings.value.speed],
      listed: choice.listed,
    };
    const answer = await ask<Ok>({ type: "create", setup });
    setBusy(false);
    if (answer?.table) go(`/table/${answer.table}`);
  };

  return (
    <form class="game-form" onSubmit={(event) => void submit(event)}>
      <p class="quiet">{about(facts)}</p>
      <div class="form-columns">
        <fieldset>
          <legend>{t("who_sits_where")}</legend>
          {facts.options.some((option) => option.name === "players") && (
            <OptionInput
              option={facts.options.find((option) => option.name === "players") as OptionFacts}
              value={choice.options["players"]}
              onChange={(value) => put({ options: withOption(choice.options, "players", value) })}
            />
          )}
          {seats.map((seat, i) => (
            <label class="field" key={i}>
              <span>
                {facts.seat_labels[i]
                  ? seatWord(facts.seat_labels[i])
                  : t("seat_number", { number: i + 1 })}
              </span>
              <select
                value={seat.kind === "bot" ? `bot:${seat.bot}` : seat.kind}
                data-seat-choice={i}
                onChange={(event) => {
                  const value = event.currentTarget.value;
                  putSeat(
                    i,
                    value.startsWith("bot:")
                      ? { kind: "bot", bot: value.slice(4) }
                      : { kind: value as "me" | "open" },
                  );
                }}
              >
                <option value="me">{t("me")}</option>
                <option value="open">{t("seat_open_long")}</option>
                <optgroup label={t("bots")}>
                  {usable.map((bot) => (
                    <option value={`bot:${bot.name}`} key={bot.name}>
                      {bot.name}
                      {bot.oracle ? ` (${t("oracle")})` : ""}
                    </option>
                  ))}
                  {usable.length === 0 && seat.kind === "bot" && (
                    <option value={`bot:${seat.bot}`}>{seat.bot}</option>
                  )}
                </optgroup>
              </select>
            </label>
          ))}
          <label class="field">
            <span>{t("all_bots")}</span>
            <select
              value={new Set(sameBot).size === 1 ? (sameBot[0] ?? "") : ""}
              data-choice="all-bots"
              onChange={(event) =>
                event.currentTarget.value && everybody(event.currentTarget.value)
              }
            >
              <option value="">{t("as_above")}</option>
              {usable.map((bot) => (
                <option value={bot.name} key={bot.name}>
                  {bot.name}
                </option>
              ))}
            </select>
          </label>
          <BotAbout bots={bots} names={sameBot} />
          <div class="presets">
            <button
              type="button"
              class="button small"
              data-action="only-bots"
              onClick={() =>
                put({
                  seats: seats.map((seat) =>
                    seat.kind === "bot" ? seat : { kind: "bot", bot: facts.default_bot },
                  ),
                })
              }
            >
              {t("only_bots")}
            </button>
            <button type="button" class="button small" onClick={() => put({ seats: [] })}>
              {t("me_against_bots")}
            </button>
          </div>
        </fieldset>
        <fieldset>
          <legend>{t("rules")}</legend>
          {facts.options
            .filter(
              (option) =>
                option.name !== "players" && appliesTo(option.name, choice.options, facts),
            )
            .map((option) => (
              <OptionInput
                key={option.name}
                option={option}
                value={choice.options[option.name]}
                onChange={(value) =>
                  put({ options: withOption(choice.options, option.name, value) })
                }
              />
            ))}
        </fieldset>
        <fieldset>
          <legend>{t("table_legend")}</legend>
          <label class="field">
            <span>{t("your_name")}</span>
            <input
              value={settings.value.name}
              maxLength={32}
              placeholder={t("guest")}
              autocomplete="nickname"
              onInput={(event) => change({ name: event.currentTarget.value })}
            />
          </label>
          <label class="field">
            <span>{t("clock")}</span>
            <select
              value={choice.clock}
              onChange={(event) => put({ clock: event.currentTarget.value as Choice["clock"] })}
            >
              <option value="none">{t("clock_none")}</option>
              <option value="move">{t("clock_move")}</option>
              <option value="game">{t("clock_game")}</option>
            </select>
          </label>
          {choice.clock !== "none" && (
            <label class="field">
              <span>{t("seconds")}</span>
              <input
                type="number"
                min={choice.clock === "move" ? 1 : 5}
                max={86400}
                value={choice.seconds}
                onInput={(event) => put({ seconds: Number(event.currentTarget.value) })}
              />
            </label>
          )}
          {choice.clock === "game" && (
            <label class="field">
              <span>{t("increment")}</span>
              <input
                type="number"
                min={0}
                max={3600}
                value={choice.increment}
                onInput={(event) => put({ increment: Number(event.currentTarget.value) })}
              />
            </label>
          )}
          <label class="field">
            <span>{t("animation")}</span>
            <select
              value={settings.value.speed}
              data-choice="speed"
              onChange={(event) => change({ speed: event.currentTarget.value as Speed })}
            >
              {(["slow", "normal", "fast", "off"] as const).map((speed) => (
                <option value={speed} key={speed}>
                  {t(`speed_${speed}`)}
                </option>
              ))}
            </select>
          </label>
          <label class="check">
            <input
              type="checkbox"
              checked={choice.open}
              data-choice="open-cards"
              onChange={(event) => put({ open: event.currentTarget.checked })}
            />
            <span>
              {t("open_cards")}
              <small>{t("open_cards_help")}</small>
            </span>
          </label>
          <label class="check">
            <input
              type="checkbox"
              checked={choice.listed}
              onChange={(event) => put({ listed: event.currentTarget.checked })}
            />
            <span>{t("listed")}</span>
          </label>
        </fieldset>
      </div>
      {error && (
        <p class="error" role="alert">
          {error}
        </p>
      )}
      <button
        type="submit"
        class="button primary big"
        disabled={busy || !online.value}
        data-action="create"
      >
        {busy
          ? t("loading")
          : watching
            ? t("watch_bots")
            : waiting
              ? t("open_table")
              : t("deal_cards")}
      </button>
    </form>
  );
}

function seatWord(label: string): string {
  return named("seat_label", label.toLowerCase()) === label.toLowerCase()
    ? label
    : named("seat_label", label.toLowerCase());
}

/** What only a match has is asked for only there. */
export function appliesTo(name: string, options: Record<string, Value>, facts: GameFacts): boolean {
  const hasMatch = facts.options.some((option) => option.name === "match");
  return !hasMatch || options["match"] === true || !MATCH_ONLY.includes(name);
}

const MATCH_ONLY = ["target", "deals", "deals_max"];

/** Options with one of them changed; undefined takes it out: the default stands. */
export function withOption(
  options: Record<string, Value>,
  name: string,
  value: Value | undefined,
): Record<string, Value> {
  const next = { ...options };
  if (value === undefined) delete next[name];
  else next[name] = value;
  return next;
}

function BotAbout({
  bots,
  names,
}: {
  bots: BotFacts[];
  names: (string | null | undefined)[];
}): JSX.Element {
  const told = bots.filter((bot) => names.includes(bot.name));
  return (
    <ul class="bot-about">
      {told.map((bot) => (
        <li key={bot.name}>
          <b>{bot.name}</b>: {bot.about}
          {bot.ms !== null &&
            ` ${t("ms_a_move", { ms: bot.ms < 0.1 ? "< 0.1" : bot.ms < 10 ? bot.ms.toFixed(1) : Math.round(bot.ms) })}`}
        </li>
      ))}
    </ul>
  );
}

function optionName(option: OptionFacts): string {
  const told = named("option", option.name);
  return told === option.name ? option.name.replaceAll("_", " ") : told;
}

interface OptionProps {
  option: OptionFacts;
  value: Value | undefined;
  onChange: (value: Value | undefined) => void;
}

export function OptionInput({ option, value, onChange }: OptionProps): JSX.Element {
  const shown = value === undefined ? option.default : value;
  const help =
    named("option_help", option.name) === option.name
      ? option.doc
      : named("option_help", option.name);
  if (option.kind === "flag") {
    return (
      <label class="check">
        <input
          type="checkbox"
          checked={shown === true}
          data-option={option.name}
          onChange={(event) =>
            onChange(
              event.currentTarget.checked === option.default
                ? undefined
                : event.currentTarget.checked,
            )
          }
        />
        <span>
          {optionName(option)}
          <small>{help}</small>
        </span>
      </label>
    );
  }
  return (
    <label class="field">
      <span>
        {optionName(option)}
        <small>{help}</small>
      </span>
      {option.kind === "choice" ? (
        <select
          value={String(shown)}
          data-option={option.name}
          onChange={(event) =>
            onChange(
              event.currentTarget.value === option.default ? undefined : event.currentTarget.value,
            )
          }
        >
          {(option.words ?? []).map((word) => (
            <option value={word} key={word}>
              {named("word", word)}
            </option>
          ))}
        </select>
      ) : option.kind === "integer" ? (
        <input
          type="number"
          min={option.low ?? undefined}
          max={option.high ?? undefined}
          value={shown === null ? "" : String(shown)}
          placeholder={option.optional ? t("as_usual") : ""}
          data-option={option.name}
          onInput={(event) => {
            const text = event.currentTarget.value;
            onChange(text === "" || Number(text) === option.default ? undefined : Number(text));
          }}
        />
      ) : (
        <Numbers option={option} value={Array.isArray(shown) ? shown : null} onChange={onChange} />
      )}
    </label>
  );
}

/** "8, 7 6" as a list; null where it is no list of numbers in the bounds. */
export function parseNumbers(text: string, low: number, high: number): number[] | null {
  const words = text.split(/[\s,;]+/).filter(Boolean);
  const numbers = words.map(Number);
  return numbers.every((n) => Number.isInteger(n) && n >= low && n <= high) ? numbers : null;
}

function Numbers({
  option,
  value,
  onChange,
}: {
  option: OptionFacts;
  value: number[] | null;
  onChange: (value: Value | undefined) => void;
}): JSX.Element {
  const [text, setText] = useState(value?.join(" ") ?? "");
  const numbers = parseNumbers(text, option.low ?? 0, option.high ?? 99);
  return (
    <input
      value={text}
      inputMode="numeric"
      placeholder={t("as_usual")}
      aria-invalid={numbers === null}
      data-option={option.name}
      onInput={(event) => {
        const next = event.currentTarget.value;
        setText(next);
        const parsed = parseNumbers(next, option.low ?? 0, option.high ?? 99);
        if (parsed) onChange(parsed.length ? parsed : undefined);
      }}
    />
  );
}
