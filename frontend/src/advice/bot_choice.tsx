// Which bot to ask for advice.
import type { JSX } from "preact";
import type { BotFacts } from "../messages";
import { t } from "./texts";

/** Who is asked unless somebody else is chosen: a searcher that answers soon. */
export function adviser(bots: readonly BotFacts[]): string | undefined {
  const wanted = ["reader_normal", "pimc_normal", "ismcts_normal", "rollout_normal", "mcts_normal"];
  return (
    wanted.find((name) => bots.some((bot) => bot.name === name)) ??
    bots.find((bot) => bot.kind === "search")?.name ??
    bots[0]?.name
  );
}

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
      {bots.map((each) => (
        <option value={each.name} key={each.name}>
          {each.name}
          {each.oracle ? ` (${t("oracle")})` : ""}
        </option>
      ))}
    </select>
  );
}
