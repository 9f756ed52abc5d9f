// Belote: the auction before one's turn, call by call. The server says whose turn it is and what may
// be called, as it does for the advisor; the cards of the hand do not matter for that.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { http } from "../../api";
import { call as sign } from "./calls";
import type { Look } from "../look";
import type { AdvisorReply, AskAdvisor, BeloteView, GameFacts } from "../../messages";
import { sentence } from "../../table/store";
import { find, t } from "./texts";
import { ActionForm } from "../../advisor/entry_form";
import { plainSeats } from "../../table/plain_seats";
import { Failure } from "../../failure";

const ME = 0;
const ANY_HAND = [0, 1, 2, 3, 4, 5, 6, 7]; // calls are the same with every hand

export interface Auction {
  dealer: number;
  calls: number[]; // action ids, from the dealer's left on
}

/** Who is whom, from seat 0: the left opponent plays next. */
export function relation(seat: number): string {
  return find(`relation_${seat}`) ?? "";
}

interface Props {
  facts: GameFacts;
  look: Look;
  auction: Auction;
  onChange: (auction: Auction) => void;
  /** Whether the auction is over, so that nothing can be bid. */
  onClosed: (closed: boolean) => void;
}

export function AuctionForm({ facts, look, auction, onChange, onClosed }: Props): JSX.Element {
  const [reply, setReply] = useState<AdvisorReply | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    let old = false;
    const asked: AskAdvisor = {
      game: "belote",
      seat: ME,
      entries: [
        { kind: "deal", hand: ANY_HAND, dealer: auction.dealer },
        ...auction.calls.map((action) => ({ kind: "action" as const, action })),
      ],
    };
    http<AdvisorReply>("/analysis/advisor", asked).then(
      (answer) => {
        if (old) return;
        setReply(answer);
        setError(answer.refused?.sentence ?? null);
        onClosed(answer.position?.phase !== "bid");
      },
      (e: unknown) => !old && setError(sentence(e)),
    );
    return () => {
      old = true;
    };
  }, [auction]);
  const calls = (reply?.position?.view as BeloteView | undefined)?.calls ?? [];
  const current = reply !== null && calls.length === auction.calls.length;
  const bidding = reply?.position?.phase === "bid";
  const next = reply?.expects.seat ?? null;
  const add = (action: number) => onChange({ ...auction, calls: [...auction.calls, action] });
  return (
    <section class="auction-form" aria-label={t("auction_before")} data-turn={next}>
      <div class="moves-row start">
        <label class="inline">
          {t("dealer")}
          <select
            value={auction.dealer}
            data-choice="dealer"
            onChange={(event) => onChange({ dealer: Number(event.currentTarget.value), calls: [] })}
          >
            {[3, 2, 1, 0].map((seat) => (
              <option value={seat} key={seat}>
                {relation(seat)}
              </option>
            ))}
          </select>
        </label>
        {calls.length === 0 && <span class="quiet">{t("auction_empty")}</span>}
        <ol class="calls-made">
          {calls.map((call, i) => (
            <li key={i}>
              {relation(call.seat)} <b>{sign(call.name)}</b>
            </li>
          ))}
        </ol>
        {auction.calls.length > 0 && (
          <button
            type="button"
            class="button small"
            data-action="undo-call"
            onClick={() => onChange({ ...auction, calls: auction.calls.slice(0, -1) })}
          >
            {t("undo_call")}
          </button>
        )}
      </div>
      <Failure text={error} />
      {reply === null && !error && <p role="status">{t("loading")}</p>}
      {current && !bidding && <p class="remark">{t("auction_over")}</p>}
      {current && bidding && next !== null && (
        <details class="next-call entry" key={auction.calls.length} open={next !== ME}>
          <summary>
            {next === ME ? t("auction_your_turn") : t("auction_next", { name: relation(next) })}
          </summary>
          <ActionForm
            expects={reply.expects}
            facts={facts}
            look={look}
            seats={plainSeats(facts, look, 4, ME)}
            onEnter={(entry) => entry.kind === "action" && add(entry.action)}
          />
        </details>
      )}
    </section>
  );
}
