// "Try it from here": the position of a decision in the explorer, with all cards visible, or as a
// new game against the same bots.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { http } from "../api";
import type { RecordReply, SceneReply } from "../messages";
import { go } from "../route";
import { playAgain } from "../deals/challenge";
import { notify, online, sentence } from "../table/store";
import { t } from "./texts";

interface Props {
  reply: RecordReply;
  ply: number;
  own: boolean; // a game of this server, seen from the own seat
}

export function TryIt({ reply, ply, own }: Props): JSX.Element {
  const [busy, setBusy] = useState(false);
  const explore = async () => {
    setBusy(true);
    const { actions } = JSON.parse(reply.record) as { actions: number[] };
    const { game, options } = reply.summary;
    const scene = { game, options, seed: reply.seed, actions: actions.slice(0, ply) };
    try {
      const found = await http<SceneReply>("/analysis/scenes", { scene });
      go(`/explore/${found.link}`);
    } catch (e) {
      notify(sentence(e), true);
      setBusy(false);
    }
  };
  return (
    <div class="try-it">
      <button
        type="button"
        class="button small"
        disabled={busy}
        data-action="try-explorer"
        onClick={() => void explore()}
      >
        {t("try_explorer")}
      </button>
      {own && (
        <button
          type="button"
          class="button small"
          disabled={busy || !online.value}
          data-action="try-bots"
          onClick={() => void playAgain(reply.summary, ply)}
        >
          {t("try_bots")}
        </button>
      )}
    </div>
  );
}
