// Which bot to ask for advice.
import type { JSX } from "preact";
import type { BotFacts } from "../messages";
import { levelName, levelOf } from "../table/personas";
import { t } from "./texts";

/** The evaluation behind hints and reviews; it advises unless a bot is chosen. */
export const EVALUATION = "kibitz";

/** Who advises, as players know them: a level has a name, every other bot its identifier. */
export function adviserName(bot: string): string {
  if (bot === EVALUATION) return "Kibitz";
  const level = levelOf(bot);
  return level ? t("level_adviser", { name: levelName(level) ?? bot, level }) : bot;
}

interface ChoiceProps {
  bots: readonly BotFacts[];
  value: string | undefined;
  onChange: (name: string) => void;
  label?: string;
  /** Whether the evaluation itself can be asked. */
  evaluation?: boolean;
}

export function BotChoice({
  bots,
  value,
  onChange,
  label = t("hint_bot"),
  evaluation = true,
}: ChoiceProps): JSX.Element {
  return (
    <select
      aria-label={label}
      value={value ?? ""}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      {evaluation && <option value={EVALUATION}>Kibitz</option>}
      <Group title={t("advisers_levels")} bots={bots.filter((each) => levelOf(each.name))} />
      <Group title={t("advisers_bots")} bots={bots.filter((each) => !levelOf(each.name))} />
    </select>
  );
}

function Group({ title, bots }: { title: string; bots: readonly BotFacts[] }): JSX.Element | null {
  if (!bots.length) return null;
  return (
    <optgroup label={title}>
      {bots.map((each) => (
        <option value={each.name} key={each.name}>
          {adviserName(each.name)}
          {each.oracle ? ` (${t("oracle")})` : ""}
        </option>
      ))}
    </optgroup>
  );
}
