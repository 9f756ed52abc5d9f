// The table itself: your name, a clock, the speed, open cards, and whether others see it.
import type { JSX } from "preact";
import { NameField, SpeedField } from "../../settings_fields";
import { t } from "../texts";
import type { Choice } from "./choice";

interface Props {
  choice: Choice;
  put: (part: Partial<Choice>) => void;
}

export function TablePart({ choice, put }: Props): JSX.Element {
  return (
    <fieldset>
      <legend>{t("table_legend")}</legend>
      <NameField />
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
      <SpeedField choice="speed" />
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
  );
}
