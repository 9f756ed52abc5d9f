// Ask a bot what it would do here. Its answer marks the move on the table; advice/hint_view.tsx draws the rest.
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { api, http } from "../api";
import type { BotFacts, HintReply, TableMessage } from "../messages";
import { t } from "./texts";
import { sentence } from "./store";
import { BotChoice, EVALUATION } from "../advice/bot_choice";
import { HintView } from "../advice/hint_view";
import { Failure } from "../failure";

/** The latest hint; it counts as long as the position is the same. */
interface Asked {
  table: string;
  game: number;
  ply: number;
  reply: HintReply;
}

export const asked = signal<Asked | null>(null);
const chosenBot = signal<Record<string, string>>({});

/** The hint for the position that a table shows, if it was asked for there. */
export function hintFor(table: TableMessage): HintReply | null {
  const hint = asked.value;
  const same =
    hint?.table === table.table && hint.game === table.game && hint.ply === table.position?.ply;
  return same ? hint.reply : null;
}

export function HintPanel({ table, mine }: { table: TableMessage; mine: boolean }): JSX.Element {
  const game = table.setup.game;
  const [bots, setBots] = useState<BotFacts[]>([]);
  const [waiting, setWaiting] = useState(false);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    api.bots(game).then(setBots, (e: unknown) => setError(sentence(e)));
  }, [game]);
  const fair = bots.filter((bot) => !bot.oracle);
  const bot = chosenBot.value[game] ?? EVALUATION;
  const current = hintFor(table);

  const ask = async () => {
    const at = { table: table.table, game: table.game, ply: table.position?.ply ?? 0 };
    setWaiting(true);
    setError(null);
    try {
      const reply = await http<HintReply>(`/analysis/tables/${table.table}/hint`, { bot });
      asked.value = { ...at, reply };
    } catch (e) {
      setError(sentence(e));
    } finally {
      setWaiting(false);
    }
  };

  return (
    <section class="hint" aria-label={t("hint")}>
      <div class="hint-head">
        <h2>{t("hint")}</h2>
        <BotChoice
          bots={fair}
          value={bot}
          onChange={(name) => {
            chosenBot.value = { ...chosenBot.value, [game]: name };
          }}
        />
        <button
          type="button"
          class="button"
          disabled={!mine || waiting || fair.length === 0}
          data-action="hint"
          onClick={() => void ask()}
        >
          {waiting ? t("hint_waiting") : t("hint_ask")}
        </button>
      </div>
      {waiting && <div class="progress" role="progressbar" aria-label={t("hint_waiting")} />}
      <Failure text={error} />
      {!mine && !current && <p class="quiet">{t("hint_on_turn")}</p>}
      {current && <HintView reply={current} seats={table.seats} />}
    </section>
  );
}
