// The tools of a table. On a phone it is one line: the way back, the score in short, and what
// opens the rest; on a wide screen the tools have names.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Look, Scene } from "../games/look";
import { Icon } from "../icons";
import type { TableMessage } from "../messages";
import { go } from "../route";
import { EmoteMenu } from "./emotes";
import { forget } from "./past";
import { allHere } from "./pass_and_play";
import { scoreOpen, sheetOpen } from "./panels";
import { ask, notify } from "./store";
import { t } from "./texts";

interface Props {
  table: TableMessage;
  look: Look;
  scene: Scene;
  steps: boolean; // the stepper is shown
  onSteps: (shown: boolean) => void;
}

/** Whether other people sit at the table: then leaving concerns them. */
function othersPlay(table: TableMessage): boolean {
  return table.seats.some((seat) => seat.kind === "person" && !seat.you && !seat.away);
}

export function Toolbar({ table, look, scene, steps, onSteps }: Props): JSX.Element {
  const seated = table.you !== null;
  const playing = table.status === "playing";
  const [asking, setAsking] = useState(false);
  const leave = () => {
    if (
      seated &&
      playing &&
      othersPlay(table) &&
      !allHere(table.seats) &&
      !table.seats[table.you ?? 0]?.away
    ) {
      setAsking(true);
    } else {
      if (seated && playing) notify(t("paused_kept"));
      go("/");
    }
  };
  return (
    <div class="toolbar" role="toolbar" aria-label={t("table_tools")}>
      <button
        type="button"
        class="tool"
        data-action="leave"
        aria-label={t("leave")}
        title={t("leave_help")}
        onClick={leave}
      >
        <Icon name="leave" /> <span class="wide-only">{t("leave")}</span>
      </button>
      <h1>{table.setup.title}</h1>
      <button
        type="button"
        class="brief"
        aria-expanded={scoreOpen.value}
        aria-controls="score"
        data-action="score"
        onClick={() => (scoreOpen.value = !scoreOpen.value)}
      >
        <span class="visually-hidden">{t("score")} </span>
        {look.Brief ? <look.Brief scene={scene} /> : table.setup.title}
      </button>
      <a class="rules-link" href={`#/rules/${table.setup.game}`} target="_blank" rel="noopener">
        {t("rules")}
      </a>
      {table.setup.open_cards && <span class="tag">{t("open_cards_tag")}</span>}
      {table.spectators > 0 && (
        <span class="quiet watching">{t("spectators", { count: table.spectators })}</span>
      )}
      <span class="grow" />
      {seated && playing && (
        <button
          type="button"
          class="tool"
          disabled={!table.can_undo || table.undo !== null}
          data-action="undo"
          aria-label={t("undo")}
          title={table.undo_seen ? t("undo_seen_help", { count: table.undo_seen }) : t("undo_help")}
          onClick={() => void ask({ type: "undo", table: table.table })}
        >
          <Icon name="undo" /> <span class="wide-only">{t("undo")}</span>
        </button>
      )}
      {seated && (
        <button
          type="button"
          class="tool wide-tool"
          aria-pressed={steps}
          aria-label={t("look_back")}
          onClick={() => {
            onSteps(!steps);
            if (steps) forget();
          }}
        >
          <Icon name="history" /> <span class="wide-only">{t("look_back")}</span>
        </button>
      )}
      <GiveUp table={table} wide />
      {seated && !allHere(table.seats) && <EmoteMenu table={table.table} />}
      <button
        type="button"
        class="tool phone-tool"
        aria-expanded={sheetOpen.value}
        aria-controls="side"
        aria-label={t("hint_and_history")}
        data-action="sheet"
        onClick={() => (sheetOpen.value = !sheetOpen.value)}
      >
        <Icon name="bulb" />
      </button>
      {asking && (
        <Confirm
          title={t("leave_title")}
          text={t("leave_text")}
          yes={t("leave")}
          onAnswer={(yes) => {
            setAsking(false);
            if (!yes) return;
            void ask({ type: "leave", table: table.table });
            go("/");
          }}
        />
      )}
    </div>
  );
}

/** Resign or delete, where that concerns nobody else. On a phone it is in the sheet. */
export function GiveUp({
  table,
  wide,
}: {
  table: TableMessage;
  wide?: boolean;
}): JSX.Element | null {
  const [asking, setAsking] = useState(false);
  const seated = table.you !== null;
  const mayResign = seated && table.status === "playing" && !othersPlay(table);
  const mayDelete = (seated || table.host) && table.status !== "over" && !othersPlay(table);
  if (!mayDelete) return null;
  return (
    <>
      <button
        type="button"
        class={wide ? "tool wide-tool" : "button"}
        data-action={wide ? "give-up" : "give-up-phone"}
        aria-label={t("give_up")}
        title={t("give_up_help")}
        onClick={() => setAsking(true)}
      >
        <Icon name="flag" /> <span class={wide ? "wide-only" : ""}>{t("give_up")}</span>
      </button>
      {asking && (
        <Confirm
          title={t("give_up_title")}
          text={t("give_up_text")}
          yes={mayResign ? t("resign") : t("delete")}
          other={mayResign ? t("delete") : undefined}
          onAnswer={(yes, other) => {
            setAsking(false);
            if (yes && mayResign) {
              sheetOpen.value = true;
              void ask({ type: "resign", table: table.table });
            } else if (yes || other) {
              void ask({ type: "abandon", table: table.table });
              go("/");
            }
          }}
        />
      )}
    </>
  );
}

interface ConfirmProps {
  title: string;
  text: string;
  yes: string;
  other?: string | undefined; // another way to say yes
  onAnswer: (yes: boolean, other?: boolean) => void;
}

/** Asks before something that cannot be undone. */
export function Confirm({ title, text, yes, other, onAnswer }: ConfirmProps): JSX.Element {
  return (
    <dialog
      class="panel dialog"
      aria-label={title}
      ref={(dialog) => {
        if (dialog && !dialog.open) dialog.showModal?.();
      }}
      onClose={() => onAnswer(false)}
    >
      <h2>{title}</h2>
      <p>{text}</p>
      <div class="dialog-buttons">
        <button
          type="button"
          class="button primary"
          data-action="confirm"
          onClick={() => onAnswer(true)}
        >
          {yes}
        </button>
        {other && (
          <button
            type="button"
            class="button"
            data-action="confirm-other"
            onClick={() => onAnswer(false, true)}
          >
            {other}
          </button>
        )}
        <button type="button" class="button" onClick={() => onAnswer(false)}>
          {t("cancel")}
        </button>
      </div>
    </dialog>
  );
}
