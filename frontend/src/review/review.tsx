// The review of one seat: the chance to win as a graph, how many decisions were best, good or errors,
// and each of them with one sentence why. A click shows the position with the cards marked.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { isOwn, prospectsText } from "../advice/calls_text";
import { AnyFace } from "../cards/hand";
import { cardName, Signs, SuitSign } from "../cards/suit_signs";
import type { Look } from "../games/look";
import { wordOf } from "../games/words";
import type { CardFace, DealTable, Judged, ReviewReply, SeatInfo } from "../messages";
import { oneDecimal, percent } from "../numbers";
import { settings } from "../settings";
import { seatName, sideName } from "../table/names";
import { GradeCounts, GradeSign, isError } from "./grades";
import { LazyGraph } from "./lazy_graph";
import { errorNumber, lossNumber, lossText } from "./loss_text";
import { keyOf, reviewed, startReview, stopReview, type Reviewable } from "./reviews";
import { t } from "./texts";
import "./styles.css";
import { Failure } from "../failure";

interface Props {
  game: Reviewable;
  name: string; // of the game
  look: Look;
  faces: CardFace[];
  seats: SeatInfo[];
  seat: number | null;
  own: number; // the seat of the person at this browser; -1 if they did not play
  ply: number;
  plies: number;
  /** Where a decision was made: "Trick 3". */
  where: (ply: number) => string;
  /** What an action that could be made there is called. */
  naming: (ply: number) => (name: string, phase: string) => string;
  onShow: (ply: number, seat: number) => void;
  tryIt: (ply: number) => JSX.Element;
}

const WORLDS = [30, 100, 300];

export function Review(props: Props): JSX.Element {
  const { game, name, seats, seat, own } = props;
  const [worlds, setWorlds] = useState(100);
  const whose = seat ?? Math.max(0, own);
  const key = keyOf(game, whose);
  const now = reviewed(key);
  useEffect(() => {
    if (whose === own && settings.value.reviews && !now.reply && !now.running) {
      void startReview(game, whose);
    }
  }, [key]);
  return (
    <section
      class="review"
      aria-label={t("review")}
      data-review={now.running ? "running" : "still"}
    >
      <div class="hint-head">
        <h2>{t("review")}</h2>
        <label class="inline">
          <span class="visually-hidden">{wordOf(name, "samples_name") ?? t("worlds_sampled")}</span>
          <select value={worlds} onChange={(event) => setWorlds(Number(event.currentTarget.value))}>
            {WORLDS.map((each) => (
              <option value={each} key={each}>
                {wordOf(name, "samples", { count: each }) ?? t("worlds", { count: each })}
              </option>
            ))}
          </select>
        </label>
        <button
          type="button"
          class="button"
          data-action="review"
          disabled={now.running}
          onClick={() => void startReview(game, whose, worlds)}
        >
          {now.reply
            ? t("review_again")
            : whose === own
              ? t("review_mine")
              : t("review_of", { name: seatName(seats, whose) })}
        </button>
      </div>
      {!now.reply && !now.running && !now.error && <p class="quiet">{t("review_text")}</p>}
      {now.running && (
        <div class="job">
          <progress max={1} value={now.progress} aria-label={t("review")} />
          <span>{percent(now.progress)}</span>
          <button
            type="button"
            class="button small"
            onClick={() => void stopReview(game, whose)}
            data-action="stop-review"
          >
            {t("stop")}
          </button>
        </div>
      )}
      <Failure text={now.error} />
      {now.reply && <Verdict {...props} reply={now.reply} />}
    </section>
  );
}

function Verdict(props: Props & { reply: ReviewReply }): JSX.Element {
  const { reply, seats, own, ply, look, where, naming, onShow } = props;
  const [all, showAll] = useState(false);
  const shown = all ? reply.judged : reply.judged.filter(isError);
  return (
    <div class="verdict">
      <LazyGraph
        reply={reply}
        ply={ply}
        plies={props.plies}
        title={
          reply.seat === own
            ? t("chance_graph")
            : t("chance_graph_of", { name: seatName(seats, reply.seat) })
        }
        onPick={(picked) => onShow(picked, reply.seat)}
      />
      <GradeCounts judged={reply.judged} />
      <p class="quiet">
        {t("review_sum", {
          count: reply.judged.length,
          loss: lossText(reply.judged.length ? reply.loss / reply.judged.length : 0, reply.reward),
        })}
        {reply.forced > 0 && <> {t("review_forced", { count: reply.forced })}</>}
      </p>
      <div class="tabs">
        <button type="button" class="tool" aria-pressed={!all} onClick={() => showAll(false)}>
          {t("errors_only")}
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
            {...props}
            look={{ ...look, label: (name) => naming(each.ply)(name, each.phase) }}
            judged={each}
            place={where(each.ply)}
            current={each.ply === ply}
          />
        ))}
      </ol>
      {reply.tables.map((table) => (
        <DoubleDummy key={table.deal} table={table} seats={seats} many={reply.tables.length > 1} />
      ))}
    </div>
  );
}

/** Why the better move is better: how often the contract is made, or the game won, after either;
    else what it is worth. */
export function whyText(
  judged: Judged,
  { reward, seat }: Pick<ReviewReply, "reward" | "seat">,
  seats: SeatInfo[],
  look: Look,
): string | null {
  const best = look.label(judged.best_name);
  const made = look.label(judged.name);
  if (judged.action === judged.best) return null;
  if (!isError(judged)) return t("why_equal", { best, made });
  const { reason } = judged;
  if (reason) {
    const chances = { best, made, more: percent(reason.best), less: percent(reason.made) };
    const side = seats[reason.seat]?.side ?? [reason.seat];
    if (seats[reason.seat]?.you) return t("why_contract_mine", chances);
    return t("why_contract", {
      ...chances,
      who: side.length > 1 ? sideName(seats, reason.seat) : seatName(seats, reason.seat),
    });
  }
  const value = (action: number) => judged.actions.find((each) => each.action === action)?.value;
  const [more, less] = [value(judged.best), value(judged.action)];
  if (reward === "outcome" && more !== undefined && less !== undefined) {
    return t("why_win", { best, made, more: percent(more), less: percent(less) });
  }
  const worth = t("why_worth", { best, made, loss: lossText(judged.loss, reward, judged.error) });
  const calls = [
    { name: judged.best_name, label: best },
    { name: judged.name, label: made },
  ];
  const follows = prospectsText(calls, judged.prospects, isOwn(seats, seat));
  return follows ? `${worth} ${follows}` : worth;
}

function JudgedRow(
  props: Props & { reply: ReviewReply; judged: Judged; place: string; current: boolean },
): JSX.Element {
  const { judged, look, place, current, reply, seats, onShow, tryIt } = props;
  const chances = reply.reward === "outcome" || reply.reward === "soft";
  const seen = judged.actions.some((each) => each.double_dummy !== null);
  const why = whyText(judged, reply, seats, look);
  return (
    <li class={`judged-${judged.grade}${current ? " current" : ""}`}>
      <button
        type="button"
        class="judged-head"
        onClick={() => onShow(judged.ply, reply.seat)}
        data-ply={judged.ply}
      >
        <GradeSign grade={judged.grade} />
        <span class="judged-what">
          {place && <span class="where">{place}</span>}{" "}
          <b>
            <Signs text={look.label(judged.name)} />
          </b>
          {judged.best !== judged.action && (
            <>
              {" "}
              <span class="unbroken">
                <span class="quiet">{t("better")}</span>{" "}
                <b>
                  <Signs text={look.label(judged.best_name)} />
                </b>
              </span>
            </>
          )}
        </span>
        {judged.best !== judged.action && (
          <span class="loss">
            {loses(judged.loss, reply.reward, judged.error)}
            {judged.error !== null && <small> ± {errorNumber(judged.error, reply.reward)}</small>}
          </span>
        )}
      </button>
      {why && (isError(judged) || current) && (
        <p class="why">
          <Signs text={why} />
        </p>
      )}
      {current && (
        <>
          <table class="said">
            <thead>
              <tr>
                <th scope="col">{t("action")}</th>
                <th scope="col">
                  {t("could_know", { unit: t(chances ? "in_wins" : "in_points") })}
                </th>
                {seen && <th scope="col">{t("cards_seen")}</th>}
              </tr>
            </thead>
            <tbody>
              {judged.actions.slice(0, 8).map((each) => (
                <tr key={each.action} class={each.action === judged.action ? "chosen-row" : ""}>
                  <td>
                    <Signs text={look.label(each.name)} />
                  </td>
                  <td>{lossNumber(each.value, reply.reward)}</td>
                  {seen && (
                    <td>{each.double_dummy === null ? "–" : oneDecimal(each.double_dummy)}</td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
          {judged.example && <ExampleDeal {...props} />}
          {tryIt(judged.ply)}
        </>
      )}
    </li>
  );
}

/** A loss with its sign, unless it rounds to nothing. */
function loses(loss: number, reward: string, error: number | null): string {
  const text = lossNumber(loss, reward, error);
  return text === lossNumber(0, reward, error) ? text : `−${text}`;
}

/** A deal that could not be ruled out, in which the error costs most. */
function ExampleDeal({
  judged,
  seats,
  faces,
  reply,
  own,
}: Props & {
  judged: Judged;
  reply: ReviewReply;
}): JSX.Element | null {
  if (!judged.example || faces.length === 0) return null;
  return (
    <details class="example">
      <summary>{t("example_deal")}</summary>
      <p class="quiet">
        {t(reply.seat === own ? "example_text" : "example_text_of", {
          name: seatName(seats, reply.seat),
          loss: lossText(judged.example.loss, reply.reward),
        })}
      </p>
      {judged.example.hands.map(
        (hand, seat) =>
          seat !== reply.seat && (
            <div class="dealt-hand" key={seat}>
              <span class="dealt-who">{seatName(seats, seat)}</span>
              <div
                class="dealt-cards"
                role="img"
                aria-label={hand.map((c) => (faces[c] ? cardName(faces[c]) : "")).join(", ")}
              >
                {hand.map((card) => (
                  <div class="mini" key={card}>
                    {faces[card] && <AnyFace face={faces[card]} />}
                  </div>
                ))}
              </div>
            </div>
          ),
      )}
    </details>
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
