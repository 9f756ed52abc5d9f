// The tab Pool: who the run trains against, and changes of that while it runs.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { api } from "../api";
import type { BotFacts, PoolEntry, RunReport } from "../messages";
import { percent } from "../numbers";
import { training, type PoolChange } from "./api";
import { all, attempt, chosen, isLive, live, summary } from "./store";
import { t } from "./texts";
import { steps } from "./units";
import { WideTable } from "./wide_table";
import { Failure } from "../failure";
import { NameOptions } from "../name_options";

export function PoolTab(): JSX.Element | null {
  const report = live.value;
  const now = summary();
  const run = chosen.value;
  if (!report || !now || run === null) return null;
  const going = isLive(now);
  const change = (asked: PoolChange) =>
    void attempt(() => training.pool(run, asked), t("pool_asked"));
  const sorted = [...report.pool].sort((a, b) => b.picked - a.picked);
  return (
    <>
      <Failure text={report.notice && t("notice", { sentence: report.notice })} />
      <section class="panel" aria-labelledby="pool-title">
        <h2 id="pool-title">{t("pool")}</h2>
        <p class="quiet">{going ? t("pool_help") : t("only_live")}</p>
        {sorted.length === 0 ? (
          <p class="quiet">{t("pool_empty")}</p>
        ) : (
          <WideTable
            labelledBy="pool-title"
            head={[t("opponent"), t("kind"), t("step"), t("picks"), t("win_rate"), t("games"), ""]}
          >
            {sorted.map((one) => (
              <Row one={one} going={going} picked={report.picks} change={change} key={one.name} />
            ))}
          </WideTable>
        )}
      </section>
      {going && <Add game={now.game} run={run} change={change} />}
    </>
  );
}

interface RowProps {
  one: PoolEntry;
  going: boolean;
  picked: string[];
  change: (asked: PoolChange) => void;
}

function Row({ one, going, picked, change }: RowProps): JSX.Element {
  const button = (word: "pin" | "unpin" | "retire" | "restore") => (
    <button
      type="button"
      class="button small"
      data-action={`pool-${word}`}
      onClick={() => change({ do: word, name: one.name })}
    >
      {t(word)}
    </button>
  );
  return (
    <tr data-opponent={one.name} class={one.retired ? "retired" : ""}>
      <th scope="row">
        {picked.includes(one.name) ? <b>{one.name}</b> : one.name}{" "}
        {one.pinned && <small class="tag strong">{t("pinned")}</small>}
        {one.retired && <small class="tag">{t("retired")}</small>}
      </th>
      <td>{t(`kind_${one.kind}`)}</td>
      <td>{one.step ? steps(one.step) : "–"}</td>
      <td>{one.picked}</td>
      <td>{one.win_rate === null ? "–" : percent(one.win_rate)}</td>
      <td>{one.games}</td>
      <td class="row">
        {going && (
          <>
            {button(one.pinned ? "unpin" : "pin")}
            {button(one.retired ? "restore" : "retire")}
          </>
        )}
      </td>
    </tr>
  );
}

interface AddProps {
  game: string;
  run: string;
  change: (asked: PoolChange) => void;
}

function Add({ game, run, change }: AddProps): JSX.Element {
  const [bots, setBots] = useState<BotFacts[]>([]);
  const [bot, setBot] = useState("");
  const [other, setOther] = useState("");
  const [report, setReport] = useState<RunReport | null>(null);
  const [file, setFile] = useState("");
  useEffect(() => {
    api.bots(game).then(
      (found) => setBots(found.filter((each) => !each.oracle)),
      () => undefined,
    );
  }, [game]);
  useEffect(() => {
    setReport(null);
    setFile("");
    if (other) training.run(other).then(setReport, () => undefined);
  }, [other]);
  const rivals = (all.value?.runs ?? []).filter((each) => each.run !== run && each.game === game);
  const snapshots = report?.files.filter((each) => each.kind === "snapshot") ?? [];
  return (
    <section class="panel" aria-label={t("add")}>
      <div class="row">
        <label class="inline">
          <span>{t("add_bot")}</span>
          <select value={bot} onChange={(event) => setBot(event.currentTarget.value)}>
            <option value="">–</option>
            <NameOptions names={bots.map((each) => each.name)} />
          </select>
        </label>
        <button
          type="button"
          class="button small"
          disabled={!bot}
          onClick={() => change({ do: "add", name: bot })}
        >
          {t("add")}
        </button>
      </div>
      {rivals.length > 0 && (
        <div class="row">
          <label class="inline">
            <span>{t("add_snapshot")}</span>
            <select value={other} onChange={(event) => setOther(event.currentTarget.value)}>
              <option value="">–</option>
              <NameOptions names={rivals.map((each) => each.run)} />
            </select>
          </label>
          <label class="inline">
            <span>{t("snapshot")}</span>
            <select value={file} onChange={(event) => setFile(event.currentTarget.value)}>
              <option value="">–</option>
              {snapshots.map((each) => (
                <option value={each.name} key={each.name}>
                  {steps(each.step)}
                </option>
              ))}
            </select>
          </label>
          <button
            type="button"
            class="button small"
            disabled={!file}
            onClick={() => change({ do: "add", run: other, file })}
          >
            {t("add")}
          </button>
        </div>
      )}
    </section>
  );
}
