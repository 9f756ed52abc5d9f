// Which game, and with which options: the head of the explorer and of the advisor.
import type { JSX } from "preact";
import type { GameFacts } from "../../messages";
import { applying, appliesTo, withOption, type Value } from "./choice";
import { OptionInput } from "./option_input";
import { t } from "../texts";

export interface Rules {
  game: string;
  options: Record<string, Value>;
}

interface Props {
  games: readonly GameFacts[];
  rules: Rules;
  onChange: (rules: Rules) => void;
}

export function GameChoice({ games, rules, onChange }: Props): JSX.Element {
  const facts = games.find((each) => each.name === rules.game);
  return (
    <div class="game-choice">
      <label class="inline">
        {t("game")}
        <select
          value={rules.game}
          data-choice="game"
          onChange={(event) => onChange({ game: event.currentTarget.value, options: {} })}
        >
          {games.map((each) => (
            <option value={each.name} key={each.name}>
              {each.title}
            </option>
          ))}
        </select>
      </label>
      {facts && facts.options.length > 0 && (
        <details>
          <summary>{t("rules")}</summary>
          <div class="option-grid">
            {facts.options
              .filter((option) => appliesTo(option.name, rules.options, facts))
              .map((option) => (
                <OptionInput
                  game={rules.game}
                  key={`${rules.game}.${option.name}`}
                  option={option}
                  value={rules.options[option.name]}
                  onChange={(value) => {
                    // Options that only a match has go with it: they would be hidden but still set.
                    const options = withOption(rules.options, option.name, value);
                    onChange({ ...rules, options: applying(options, facts) });
                  }}
                />
              ))}
          </div>
        </details>
      )}
    </div>
  );
}
