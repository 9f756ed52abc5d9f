// Which bot to ask for advice.
import type { JSX } from "preact";
import type { BotFacts } from "../messages";
import { t } from "./texts";

/** The evaluation behind hints and reviews; it advises unless a bot is chosen. */
export const EVALUATION = "kibitz";

interface ChoiceProps {
  bots: readonly BotFacts[];
  value: string | undefined;
  onChange: (name: string) => void;
}

export function BotChoice({ bots, value, onChange }: ChoiceProps): JSX.Element {
  return (
    <select
      aria-label={t("hint_bot")}
      value={value ?? ""}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      <option value={EVALUATION}>Kibitz</option>
      {bots.map((each) => (
        <option value={each.name} key={each.name}>
          {each.name}
          {each.oracle ? ` (${t("oracle")})` : ""}
        </option>
      ))}
    </select>
  );
}
