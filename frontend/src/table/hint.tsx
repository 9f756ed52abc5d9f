// Ask a bot what it would do here. Its answer marks the move on the table; advice/hint_view.tsx draws the rest.
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { http } from "../api";
import type { HintReply, TableMessage } from "../messages";
import { t } from "./texts";
import { AskPanel } from "../advice/ask_panel";
import { EVALUATION } from "../advice/bot_choice";
import { HintView } from "../advice/hint_view";

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
  const bot = chosenBot.value[game] ?? EVALUATION;
  const current = hintFor(table);
  const ask = async () => {
    const at = { table: table.table, game: table.game, ply: table.position?.ply ?? 0 };
    const reply = await http<HintReply>(`/analysis/tables/${table.table}/hint`, { bot });
    asked.value = { ...at, reply };
  };
  return (
    <AskPanel
      game={game}
      title={t("hint")}
      bot={bot}
      onBot={(name) => {
        chosenBot.value = { ...chosenBot.value, [game]: name };
      }}
      ask={ask}
      mayAsk={(bots) => mine && bots.length > 0}
    >
      {!current && <p class="quiet">{t(mine ? "hint_now" : "hint_on_turn")}</p>}
      {current && <HintView reply={current} seats={table.seats} position={table.position} />}
    </AskPanel>
  );
}
