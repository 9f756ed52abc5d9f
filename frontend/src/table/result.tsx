// The end of a game: who won, what everybody held, and the proof that the deal was fair.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { AnyFace } from "../cards/hand";
import { cardName } from "../cards/suit_signs";
import { OriginResult } from "../deals/origin";
import type { Look } from "../games/look";
import type { CardFace, Result, SeatInfo, TableMessage } from "../messages";
import { ReviewTeaser } from "../review/teaser";
import { go } from "../route";
import { EndButtons } from "./end_buttons";
import { endingOf } from "./ending";
import { t } from "./texts";
import { intermission } from "./intermission";
import { seatName } from "./names";
import { RematchWanted } from "./rematch";
import "./result.css";

interface Props {
  table: TableMessage;
  result: Result;
  look: Look;
  faces: CardFace[];
}

export function ResultPanel({ table, result, look, faces }: Props): JSX.Element {
  const you = table.you;
  const ending = endingOf(table.seats, you, result, look);
  const order = [...table.seats].sort(
    (a, b) => (result.returns[b.seat] ?? 0) - (result.returns[a.seat] ?? 0),
  );
  return (
    <section class="result" aria-label={t("result")}>
      <h2 class={ending.won ? "won" : ""}>{ending.title}</h2>
      <table class="score-table">
        <tbody>
          {order.map((seat) => (
            <tr key={seat.seat} class={result.winners.includes(seat.seat) ? "winner" : ""}>
              <th scope="row">{seatName(table.seats, seat.seat)}</th>
              <td>{look.points(result.returns[seat.seat] ?? 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {result.resigned !== null && <p class="quiet">{ending.why}</p>}
      <Peeks peeks={result.peeks} seats={table.seats} />
      <OriginResult table={table} />
      {intermission.value === null && you !== null && <ReviewTeaser result={result} seat={you} />}
      {intermission.value === null && <RematchWanted table={table} />}
      {intermission.value === null && (
        <div class="result-buttons">
          <EndButtons table={table} result={result} />
          <button type="button" class="button" onClick={() => go("/")}>
            {t("to_lobby")}
          </button>
        </div>
      )}
      {result.deals.length > 0 && faces.length > 0 && (
        <Deals table={table} deals={result.deals} faces={faces} />
      )}
      <Fairness table={table} result={result} />
    </section>
  );
}

/** Who took back after seeing replies: such a game was easier than it looks. */
export function Peeks({
  peeks,
  seats,
}: {
  peeks: number[];
  seats: SeatInfo[];
}): JSX.Element | null {
  const who = seats.filter((seat) => peeks[seat.seat]);
  if (!who.length) return null;
  return (
    <p class="quiet" data-peeks>
      {who
        .map((seat) =>
          t("peeked", { name: seatName(seats, seat.seat), count: peeks[seat.seat] ?? 0 }),
        )
        .join(" ")}
    </p>
  );
}

function Deals({
  table,
  deals,
  faces,
}: {
  table: TableMessage;
  deals: number[][][];
  faces: CardFace[];
}): JSX.Element {
  const [shown, show] = useState(deals.length - 1);
  const hands = deals[Math.min(shown, deals.length - 1)] ?? [];
  return (
    <div class="dealt">
      <h3>{t("what_all_held")}</h3>
      {deals.length > 1 && (
        <label class="inline">
          {t("deal")}
          <select value={shown} onChange={(event) => show(Number(event.currentTarget.value))}>
            {deals.map((_, i) => (
              <option value={i} key={i}>
                {i + 1}
              </option>
            ))}
          </select>
        </label>
      )}
      {hands.map((hand, seat) => (
        <div class="dealt-hand" key={seat}>
          <span class="dealt-who">{seatName(table.seats, seat)}</span>
          <div
            class="dealt-cards"
            role="img"
            aria-label={hand.map((card) => (faces[card] ? cardName(faces[card]) : "")).join(", ")}
          >
            {hand.map((card, i) => (
              <div class="mini" key={`${card}.${i}`}>
                {faces[card] && <AnyFace face={faces[card]} />}
              </div>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}

async function sha256(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The seal was published with the deal: seed and salt must give it. */
function Fairness({ table, result }: { table: TableMessage; result: Result }): JSX.Element {
  const [verdict, setVerdict] = useState<string | null>(null);
  const check = async () => {
    if (!globalThis.crypto?.subtle) return setVerdict(t("fair_unknown"));
    const seal = await sha256(`${result.seed}:${result.salt}`);
    return setVerdict(seal === table.seal ? t("fair_yes") : t("fair_no"));
  };
  return (
    <details class="fairness">
      <summary>{t("fairness")}</summary>
      <p class="quiet">{t("fairness_text")}</p>
      <dl>
        <dt>{t("seal")}</dt>
        <dd>
          <code>{table.seal}</code>
        </dd>
        <dt>{t("seed")}</dt>
        <dd>
          <code>{result.seed}</code>
        </dd>
        <dt>{t("salt")}</dt>
        <dd>
          <code>{result.salt}</code>
        </dd>
      </dl>
      <button type="button" class="button" onClick={() => void check()}>
        {t("check_now")}
      </button>
      {verdict && <p role="status">{verdict}</p>}
    </details>
  );
}
