// The lobby: continue unfinished games, set up a new table, join or watch other people's tables. The
// tiles come together with the list of unfinished games, which stands above them: nothing moves under
// a finger.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { api } from "../api";
import { DailySection } from "../deals/daily";
import type { TableSummary } from "../messages";
import { lookOf } from "../games/look";
import { t } from "./texts";
import { seatName } from "../table/names";
import { QuickPlay } from "./quick";
import { SetupForm } from "./setup/form";
import { ask, games, online, sentence } from "../table/store";
import { Confirm } from "../table/toolbar";
import "./styles.css";
import { Failure } from "../failure";

const REFRESH_MS = 5000;
const WAIT_MS = 1500; // for the tables at most; then the tiles come without them

export function Lobby(): JSX.Element {
  const [tables, setTables] = useState<TableSummary[] | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [deleting, setDeleting] = useState<TableSummary | null>(null);
  const [waited, setWaited] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), WAIT_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (!online.value) return undefined;
    let gone = false;
    const refresh = () =>
      api.tables().then(
        (all) => {
          if (gone) return;
          setTables(all);
          setError(null);
        },
        (e: unknown) => !gone && setError(sentence(e)),
      );
    void refresh();
    const timer = setInterval(() => void refresh(), REFRESH_MS);
    return () => {
      gone = true;
      clearInterval(timer);
    };
  }, [online.value]);
  const mine = (tables ?? []).filter(
    (table) => table.your_seat !== null && table.status !== "over",
  );
  const others = (tables ?? []).filter(
    (table) => table.your_seat === null && table.status !== "over",
  );
  if (games.value.length === 0 || (tables === null && !error && !waited))
    return (
      <p class="notice" role="status">
        {t("loading")}
      </p>
    );
  return (
    <div class="lobby">
      {mine.length > 0 && (
        <section class="panel" aria-labelledby="continue-title">
          <h2 id="continue-title">{t("continue_title")}</h2>
          <ul class="table-list">
            {mine.map((table) => (
              <TableRow table={table} key={table.table} onDelete={() => setDeleting(table)} />
            ))}
          </ul>
        </section>
      )}
      {deleting && (
        <Confirm
          title={t("delete_title")}
          text={t("delete_text")}
          yes={t("delete_yes")}
          onAnswer={(yes) => {
            setDeleting(null);
            if (!yes) return;
            void ask({ type: "abandon", table: deleting.table });
            setTables((all) => (all ?? []).filter((each) => each.table !== deleting.table));
          }}
        />
      )}
      <section class="panel setup" aria-labelledby="new-title">
        <div class="setup-head">
          <h1 id="new-title">{t("new_table")}</h1>
          {games.value[0] && <a href={`#/rules/${games.value[0].name}`}>{t("rules_of_game")}</a>}
        </div>
        <QuickPlay games={games.value} />
        <details class="advanced">
          <summary data-action="advanced">{t("advanced")}</summary>
          <SetupForm games={games.value} />
        </details>
      </section>
      <DailySection />
      <section class="panel" aria-labelledby="others-title">
        <h2 id="others-title">{t("other_tables")}</h2>
        <Failure text={error} />
        {tables === null && !error && <p role="status">{t("loading")}</p>}
        {tables !== null && others.length === 0 && <p class="quiet">{t("no_tables")}</p>}
        <ul class="table-list">
          {others.map((table) => (
            <TableRow table={table} key={table.table} />
          ))}
        </ul>
      </section>
    </div>
  );
}

function TableRow({
  table,
  onDelete,
}: {
  table: TableSummary;
  onDelete?: () => void;
}): JSX.Element {
  const look = lookOf(table.game);
  const open = table.seats.some((seat) => seat.kind === "open");
  const action =
    table.your_seat !== null
      ? t("continue")
      : table.status === "waiting" && open
        ? t("join")
        : t("watch");
  return (
    <li>
      <a href={`#/table/${table.table}`} class={table.your_turn ? "table-row turn" : "table-row"}>
        {look && (
          <span class="row-icon" aria-hidden="true">
            <look.Icon />
          </span>
        )}
        <span class="row-main">
          <b>{table.title}</b>
          <span class="quiet">
            {table.seats.map((seat) => seatName(table.seats, seat.seat)).join(" · ")}
          </span>
        </span>
        {table.your_turn && <span class="tag strong">{t("your_turn")}</span>}
        <span class="row-action">{action} ›</span>
      </a>
      {onDelete && !table.seats.some((seat) => seat.kind === "person" && !seat.you) && (
        <button
          type="button"
          class="tool"
          data-action="delete"
          aria-label={t("delete_game")}
          title={t("delete_game")}
          onClick={onDelete}
        >
          ✕
        </button>
      )}
    </li>
  );
}
