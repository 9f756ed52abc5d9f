// Who sits where: a line for each seat, one for all bots at once, and what the chosen bots are.
import type { JSX } from "preact";
import { adviserName } from "../../advice/bot_choice";
import { lookOf } from "../../games/look";
import { aboutBot } from "../../games/words";
import type { BotFacts, GameFacts, OptionFacts, SeatSetup } from "../../messages";
import { number, oneDecimal } from "../../numbers";
import { t } from "../texts";
import { seatWord } from "../../table/names";
import { withOption, type Choice } from "./choice";
import { OptionInput } from "./option_input";
import { NameOptions } from "../../name_options";

interface Props {
  facts: GameFacts;
  choice: Choice;
  seats: SeatSetup[];
  bots: BotFacts[];
  put: (part: Partial<Choice>) => void;
}

export function SeatsPart({ facts, choice, seats, bots, put }: Props): JSX.Element {
  const me = seats.findIndex((seat) => seat.kind === "me");
  const partner = lookOf(facts.name)?.teams && me >= 0 ? (me + 2) % 4 : -1;
  const usable = bots.filter((bot) => !bot.oracle || choice.open);
  const others = usable.filter((bot) => !facts.levels.some((level) => level.bot === bot.name));
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
  return (
    <fieldset>
      <legend>{t("seats")}</legend>
      {facts.options.some((option) => option.name === "players") && (
        <OptionInput
          game={facts.name}
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
            {i === partner && <small>{t("partner")}</small>}
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
            <optgroup label={t("levels")}>
              {facts.levels.map((level) => (
                <option value={`bot:${level.bot}`} key={level.bot}>
                  {t("level_name", { level: level.number, name: level.name })}
                </option>
              ))}
            </optgroup>
            <optgroup label={t("bots")}>
              {others.map((bot) => (
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
          onChange={(event) => event.currentTarget.value && everybody(event.currentTarget.value)}
        >
          <option value="">{t("as_above")}</option>
          {facts.levels.map((level) => (
            <option value={level.bot} key={level.bot}>
              {t("level_name", { level: level.number, name: level.name })}
            </option>
          ))}
          <NameOptions names={others.map((bot) => bot.name)} />
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
  );
}

function milliseconds(ms: number): string {
  if (ms < 0.1) return `< ${oneDecimal(0.1)}`;
  return ms < 10 ? oneDecimal(ms) : number(Math.round(ms));
}

function BotAbout({
  bots,
  names,
}: {
  bots: BotFacts[];
  names: (string | null | undefined)[];
}): JSX.Element {
  const described = bots.filter((bot) => names.includes(bot.name));
  return (
    <ul class="bot-about">
      {described.map((bot) => (
        <li key={bot.name}>
          <b>{adviserName(bot.name)}</b> – {aboutBot(bot)}
          {bot.ms !== null && ` ${t("ms_a_move", { ms: milliseconds(bot.ms) })}`}
        </li>
      ))}
    </ul>
  );
}
