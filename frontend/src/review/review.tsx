// Each decision of a seat, judged by what it could know: the expected loss over sampled worlds, the
// loss with all cards seen beside it, the worst three first. A click shows the position.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Look } from "../games/look";
import type { DealTable, Judged, ReviewReply, SeatInfo } from "../messages";
import { Signs, SuitSign } from "../cards/sign";
import { find, t } from "./texts";
import { seatName, sideName } from "../table/names";
import { JobView, useJob } from "../advice/job";
import { number } from "../numbers";
import "./styles.css";

interface Props {
  game: { record: string } | { line: string };
  look: Look;
  seats: SeatInfo[];
  seat: number | null;
  own: number; // the seat of the person at this browser; -1 if they did not play
  ply: number;
  /** Where a decision was made: "Trick 3". */
  where: (ply: number) => string;
  onShow: (ply: number, seat: number) => void;
}

const WORLDS = [30, 100, 300];

export function Review({ game, look, seats, seat, own, ply, where, onShow }: Props): JSX.Element {
  const job = useJob();
  const [worlds, setWorlds] = useState(100);
  const reply = job.reply?.review ?? null;
  const whose = seat ?? 0;
  return (
    <section class="review" aria-label={t("review")}>
      <div class="hint-head">
        <h2>{t("review")}</h2>
        <label class="inline">
          <span class="visually-hidden">{t("worlds_sampled")}</span>
          <select value={worlds} onChange={(event) => setWorlds(Number(event.currentTarget.value))}>
            {WORLDS.map((each) => (
              <option value={each} key={each}>
                {t("worlds", { count: each })}
              </option>
            ))}
          </select>
        </label>
        <button
          type="button"
          class="button"
          data-action="review"
          disabled={job.running}
          onClick={() => void job.start("/analysis/reviews", { ...game, seat: whose, worlds })}
        >
          {whose === own ? t("review_mine") : t("review_of", { name: seatName(seats, whose) })}
        </button>
      </div>
      {!reply && !job.running && <p class="quiet">{t("review_text")}</p>}
      <JobView job={job} />
      {reply && <Verdict {...{ reply, look, seats, ply, where, onShow }} />}
    </section>
  );
}

function Verdict({
  reply,
  look,
  seats,
  ply,
  where,
  onShow,
}: {
  reply: ReviewReply;
  look: Look;
  seats: SeatInfo[];
  ply: number;
  where: Props["where"];
  onShow: Props["onShow"];
}): JSX.Element {
  const [all, showAll] = useState(false);
  const worst = reply.worst
    .map((at) => reply.judged.find((judged) => judged.ply === at))
    .filter((judged) => judged !== undefined);
  const shown = all ? reply.judged : worst;
  return (
    <div class="verdict">
      <p>
        {t("review_sum", {
          count: reply.judged.length,
          loss: number(reply.loss),
          unit: find(`unit_${reply.reward}`) ?? reply.reward,
        })}
        {reply.forced > 0 && <> {t("review_forced", { count: reply.forced })}</>}
      </p>
      <div class="tabs">
        <button type="button" class="tool" aria-pressed={!all} onClick={() => showAll(false)}>
          {t("worst_three")}
        </button>
        <button type="button" class="tool" aria-pressed={all} onClick={() => showAll(true)}>
          {t("all_decisions")}
        </button>
      </div>
      {shown.length === 0 && <p class="quiet">{t("review_nothing")}</p>}
      <ol class="judged">
        {shown.map((each) => (
          <JudgedRow
            key={each.ply}
            judged={each}
            look={look}
            where={where(each.ply)}
            current={each.ply === ply}
            onShow={() => onShow(each.ply, reply.seat)}
          />
        ))}
      </ol>
      {reply.tables.map((table) => (
        <DoubleDummy key={table.deal} table={table} seats={seats} many={reply.tables.length > 1} />
      ))}
    </div>
  );
}

function JudgedRow({
  judged,
  look,
  where,
  current,
  onShow,
}: {
  judged: Judged;
  look: Look;
  where: string;
  current: boolean;
  onShow: () => void;
}): JSX.Element {
  const seen = judged.actions.some((each) => each.double_dummy !== null);
  const grade =
    judged.loss <= 0 || judged.best === judged.action ? "good" : judged.clear ? "bad" : "open";
  return (
    <li class={`judged-${grade}${current ? " current" : ""}`}>
      <button type="button" class="judged-head" onClick={onShow} data-ply={judged.ply}>
        <span>
          {where && <span class="where">{where}</span>}{" "}
          <b>
            <Signs text={look.label(judged.name)} />
          </b>
          {judged.best !== judged.action && (
            <>
              {" "}
              <span class="quiet">{t("better")}</span>{" "}
              <b>
                <Signs text={look.label(judged.best_name)} />
              </b>
            </>
          )}
        </span>
        <span class="loss">
          {judged.best === judged.action ? "✓" : `−${number(judged.loss)}`}
          {judged.error !== null && judged.best !== judged.action && (
            <small> ± {number(judged.error)}</small>
          )}
        </span>
      </button>
      {current && (
        <table class="said">
          <thead>
            <tr>
              <th scope="col">{t("action")}</th>
              <th scope="col">{t("could_know")}</th>
              {seen && <th scope="col">{t("cards_seen")}</th>}
            </tr>
          </thead>
          <tbody>
            {judged.actions.slice(0, 8).map((each) => (
              <tr key={each.action} class={each.action === judged.action ? "chosen-row" : ""}>
                <td>
                  <Signs text={look.label(each.name)} />
                </td>
                <td>{number(each.value)}</td>
                {seen && <td>{each.double_dummy === null ? "–" : number(each.double_dummy)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {judged.double_dummy_loss !== null && (
        <p class="quiet">
          {t("with_all_cards", {
            loss: judged.double_dummy_loss <= 0 ? "0" : `−${number(judged.double_dummy_loss)}`,
          })}{" "}
          · {t("worlds", { count: judged.worlds })}
        </p>
      )}
    </li>
  );
}

const SUITS = ["S", "H", "D", "C"] as const;

/** Perfect play of a deal: for each leader and trump what both sides take. */
export function DoubleDummy({
  table,
  seats,
  many,
}: {
  table: DealTable;
  seats: SeatInfo[];
  many: boolean;
}): JSX.Element {
  const leaders = [...new Set(table.cells.map((cell) => cell.leader))];
  return (
    <details class="double-dummy">
      <summary>{many ? t("double_dummy_of", { deal: table.deal }) : t("double_dummy")}</summary>
      <p class="quiet">{t("double_dummy_text", { side: sideName(seats, 0) })}</p>
      <table class="score-table">
        <thead>
          <tr>
            <th scope="col">{t("leader")}</th>
            {SUITS.map((suit) => (
              <th scope="col" key={suit}>
                <SuitSign suit={suit} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {leaders.map((leader) => (
            <tr key={leader}>
              <th scope="row">{seatName(seats, leader)}</th>
              {SUITS.map((suit) => {
                const cell = table.cells.find(
                  (each) => each.leader === leader && each.trump === suit,
                );
                return (
                  <td key={suit}>
                    {cell ? `${cell.sides[0]}–${cell.sides[1]}` : "–"}
                    {cell?.capot !== null && cell?.capot !== undefined && <b> ★</b>}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
