// The panel that asks one bot for a hint: who is asked, the button, and what went wrong. What comes
// of the answer is the page's own, as is where it keeps the bot that was chosen.
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { api } from "../api";
import { Failure } from "../failure";
import type { BotFacts } from "../messages";
import { sentence } from "../table/store";
import { BotChoice } from "./bot_choice";
import { t } from "./texts";

interface Props {
  game: string;
  title: string;
  bot: string;
  onBot: (name: string) => void;
  ask: () => Promise<void>;
  mayAsk?: (bots: readonly BotFacts[]) => boolean;
  primary?: boolean;
  children: ComponentChildren;
}

export function AskPanel(props: Props): JSX.Element {
  const { game, title, bot, onBot, mayAsk, primary, children } = props;
  const [bots, setBots] = useState<BotFacts[]>([]);
  const [waiting, setWaiting] = useState(false);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    api.bots(game).then(
      (all) => setBots(all.filter((each) => !each.oracle)),
      (e: unknown) => setError(sentence(e)),
    );
  }, [game]);
  const ask = async () => {
    setWaiting(true);
    setError(null);
    try {
      await props.ask();
    } catch (e) {
      setError(sentence(e));
    } finally {
      setWaiting(false);
    }
  };
  return (
    <section class="hint" aria-label={t("hint")}>
      <div class="hint-head">
        <h2>{title}</h2>
        <BotChoice bots={bots} value={bot} onChange={onBot} />
        <button
          type="button"
          class={primary ? "button primary" : "button"}
          disabled={waiting || mayAsk?.(bots) === false}
          data-action="hint"
          onClick={() => void ask()}
        >
          {waiting ? t("hint_waiting") : t("hint_ask")}
        </button>
      </div>
      {waiting && <div class="progress" role="progressbar" aria-label={t("hint_waiting")} />}
      <Failure text={error} />
      {children}
    </section>
  );
}
