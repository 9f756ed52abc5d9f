// Setting up a table: the game, who sits where, the rules' options, a clock, open cards, speed.
// What was chosen last for a game is kept in this browser.
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { api } from "../../api";
import { lookOf } from "../../games/look";
import { wordOf } from "../../games/words";
import type { BotFacts, GameFacts, Ok, SeatSetup } from "../../messages";
import { go } from "../../route";
import { settings } from "../../settings";
import { company, withFriend } from "../company";
import { t } from "../texts";
import { ask, introduce, online, sentence } from "../../table/store";
import {
  appliesTo,
  homeSeat,
  keep,
  keepGame,
  lastGame,
  levelBot,
  load,
  playersOf,
  seatsOf,
  setupOf,
  withOption,
  type Choice,
} from "./choice";
import { OptionInput } from "./option_input";
import { SeatsPart } from "./seats_part";
import { TablePart } from "./table_part";
import { Failure } from "../../failure";

export function SetupForm({ games }: { games: GameFacts[] }): JSX.Element {
  const [name, setName] = useState(() => lastGame(games));
  const facts = games.find((game) => game.name === name) ?? games[0];
  return (
    <>
      <div class="game-picks" role="radiogroup" aria-label={t("which_game")}>
        {games.map((game) => {
          return (
            <label class={game.name === name ? "pick chosen" : "pick"} key={game.name}>
              <input
                type="radio"
                name="game"
                value={game.name}
                checked={game.name === name}
                onChange={() => {
                  setName(game.name);
                  keepGame(game.name);
                }}
              />
              <b>{game.title}</b>
            </label>
          );
        })}
      </div>
      {facts && <GameForm facts={facts} key={facts.name} />}
    </>
  );
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
    keep(facts, next);
  };
  const count = playersOf(facts, choice.options);
  const usable = bots.filter((bot) => !bot.oracle || choice.open);
  const valid = (seat: SeatSetup): SeatSetup =>
    seat.kind === "bot" && usable.length > 0 && !usable.some((bot) => bot.name === seat.bot)
      ? { kind: "bot", bot: facts.default_bot }
      : seat;
  const bot = levelBot(facts, settings.value.level);
  const seats = seatsOf(choice.seats, count, bot, homeSeat(facts, count)).map(valid);
  const watching = seats.every((seat) => seat.kind === "bot");
  const waiting = seats.some((seat) => seat.kind === "open");

  // "With a friend" opens a seat here, too; it closes again with another company.
  const closed = useRef<SeatSetup[] | null>(null);
  const friend = company.value === "friend";
  useEffect(() => {
    if (friend && !waiting) {
      closed.current = seats;
      setChoice({ ...choice, seats: withFriend(seats, lookOf(facts.name)?.teams === true) });
    } else if (!friend && closed.current) {
      setChoice({ ...choice, seats: closed.current });
      closed.current = null;
    }
  }, [friend]);

  const submit = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    await introduce();
    const answer = await ask<Ok>({
      type: "create",
      setup: setupOf(facts, choice, seats, settings.value.speed),
    });
    setBusy(false);
    if (answer?.table) go(`/table/${answer.table}`);
  };

  return (
    <form class="game-form" onSubmit={(event) => void submit(event)}>
      <p class="quiet">
        {wordOf(facts.name, "about") ?? facts.description}{" "}
        <a href={`#/rules/${facts.name}`}>{t("rules_of_game")}</a>
      </p>
      <div class="form-columns">
        <SeatsPart facts={facts} choice={choice} seats={seats} bots={bots} put={put} />
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
                game={facts.name}
                option={option}
                value={choice.options[option.name]}
                onChange={(value) =>
                  put({ options: withOption(choice.options, option.name, value) })
                }
              />
            ))}
        </fieldset>
        <TablePart choice={choice} put={put} />
      </div>
      <Failure text={error} />
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
