// Codepiece: one bid each, the highest names trump; follow, and overtake when you can.
import type { JSX } from "preact";
import { SuitSign, TrumpSign, plainSigns, suitName } from "../../cards/suit_signs";
import { SUIT_SIGN, type Suit } from "../../cards/suits";
import { TrickTable } from "../../cards/trick_table";
import type { CodepieceView, Contract, Position, SeatInfo } from "../../messages";
import { seatName, sideName } from "../../table/names";
import { ScoreTable } from "../../table/score_table";
import { t } from "./texts";
import type { Entry, Look, Scene } from "../look";
import { Call, CallsOf, Moves, NumberBids } from "../../table/calls";
import { signed } from "../../numbers";
import { ScoreBefore, trickLog } from "../../cards/trick_log";

function label(name: string): string {
  if (name === "pass") return t("pass");
  const bid = /^bid_(\d+)$/.exec(name);
  if (bid) return t("bid_tricks", { count: bid[1] as string });
  const trump = /^trump_([SHDC])$/.exec(name);
  if (trump) return t("trump_is", { suit: suitName(trump[1] as Suit) });
  return plainSigns(name.replace(/^T/, "10"));
}

function Score({ scene }: { scene: Scene }): JSX.Element {
  const view = scene.position.view as CodepieceView;
  const mine = scene.home % 2;
  return (
    <div class="facts">
      {view.deals > 1 && (
        <div class="fact">
          <span class="fact-name">{t("deal")}</span>
          <span class="fact-value">
            {view.deal}/{view.deals}
          </span>
        </div>
      )}
      <div class="fact">
        <span class="fact-name">{view.trump ? t("contract") : t("last_bid")}</span>
        <span class="fact-value">
          {view.bid > 0 ? view.bid : "–"}
          {view.bidder !== null && view.bid > 0 && (
            <small>{seatName(scene.seats, view.bidder)}</small>
          )}
        </span>
      </div>
      <div class="fact">
        <span class="fact-name">{t("trump")}</span>
        <span class="fact-value">{view.trump ? <TrumpSign suit={view.trump} /> : "–"}</span>
      </div>
      <ScoreTable
        head={[
          t("side"),
          t("tricks"),
          t("needs"),
          view.target ? t("total_of", { target: view.target }) : t("total"),
        ]}
        rows={[mine, 1 - mine].map((side) => ({
          name: sideName(scene.seats, side),
          cells: [view.tricks[side], view.needed[side] ?? "–"],
          total: signed(side === 0 ? view.total : -view.total),
        }))}
      />
    </div>
  );
}

/** One line: the deal of a match, the contract, trump, the tricks of both sides and the total. */
function Brief({ scene }: { scene: Scene }): JSX.Element {
  const view = scene.position.view as CodepieceView;
  const mine = scene.home % 2;
  return (
    <>
      {view.deals > 1 && (
        <small aria-label={`${t("deal")} ${view.deal}/${view.deals}`}>
          {view.deal}/{view.deals}
        </small>
      )}
      <b>
        {view.bid > 0 ? view.bid : "–"}
        {view.trump && <SuitSign suit={view.trump} />}
      </b>
      {view.bidder !== null && view.bid > 0 && <small>{seatName(scene.seats, view.bidder)}</small>}
      <span>
        {view.tricks[mine]}–{view.tricks[1 - mine]}
      </span>
      <small>
        {t("total")} {signed(mine === 0 ? view.total : -view.total)}
      </small>
    </>
  );
}

function contractText(contract: Contract): string {
  const suit = contract.suit === null ? "" : SUIT_SIGN[contract.suit];
  return t("contract_tricks", { count: contract.value, suit });
}

/** Rule 3: a round of passes leaves the first caller with a bid of 7, which nobody made. Trump is
    named after that, in a row of its own. */
function allPassed(entry: Entry, scene: Scene): Entry[] {
  const calls = entry.parts.slice(0, scene.seats.length);
  const passed = entry.key.startsWith("a") && calls.every(({ text }) => text === t("pass"));
  const first = calls[0]?.seat;
  if (!passed || calls.length < scene.seats.length || first == null) return [entry];
  const named = entry.parts.slice(calls.length);
  const note = t("all_passed", { name: seatName(scene.seats, first) });
  const bids = { ...entry, parts: calls, note, ply: entry.ply - named.length };
  return named.length > 0
    ? [bids, { key: `${entry.key}.trump`, head: t("trump"), parts: named, ply: entry.ply }]
    : [bids];
}

function Bidding({ scene }: { scene: Scene }): JSX.Element | null {
  const { legal, phase } = scene.position;
  const act = scene.act;
  if (!act || phase === "play") return null;
  if (phase === "trump") {
    return (
      <div class="bidding">
        <Moves title={t("name_trump")} asked>
          {legal.map((l) => (
            <Call
              key={l.id}
              kind="strong"
              label={suitName(l.suit as Suit)}
              hinted={l.id === scene.hinted}
              onClick={() => act(l.id)}
              action={l.name}
            >
              <SuitSign suit={l.suit as Suit} /> {suitName(l.suit as Suit)}
            </Call>
          ))}
        </Moves>
      </div>
    );
  }
  return (
    <div class="bidding">
      <Moves title={t("how_many")} asked>
        <NumberBids
          scene={scene}
          values={[8, 9, 10, 11, 12, 13]}
          label={(count) => t("bid_tricks", { count })}
          action={(value) => `bid_${value}`}
        />
        <CallsOf scene={scene} kind="pass" style="pass" text={() => t("pass")} />
      </Moves>
    </div>
  );
}

function Table({ scene }: { scene: Scene }): JSX.Element {
  const view = scene.position.view as CodepieceView;
  const calling = scene.position.phase === "bid" || scene.position.phase === "trump";
  return (
    <TrickTable
      scene={scene}
      dealer={view.dealer}
      badge={(seat) => {
        const bid = view.bids[seat];
        if (calling) return bid === null || bid === undefined ? null : bid === 0 ? t("pass") : bid;
        return view.bidder === seat ? view.bid : null;
      }}
      middle={
        calling && (
          <div class="auction">
            <ScoreBefore scene={scene} score={score} />
            <p class="auction-bid">{view.bid > 0 ? view.bid : t("no_bid_yet")}</p>
            {view.bid > 0 && view.bidder !== null && <p>{bidderText(scene, view.bidder)}</p>}
          </div>
        )
      }
      moves={<Bidding scene={scene} />}
      question={t(scene.position.phase === "trump" ? "name_trump" : "how_many")}
    />
  );
}

/** Who bid highest, and at the end of the auction that they choose trump. */
function bidderText(scene: Scene, bidder: number): string {
  const name = seatName(scene.seats, bidder);
  if (scene.position.phase !== "trump") return name;
  return scene.seats[bidder]?.you ? t("you_name_trump") : t("names_trump", { name });
}

function score(data: number[], scene: Scene): string {
  const mine = scene.home % 2;
  const of = (side: number) => `${sideName(scene.seats, side)}\u00a0${signed(data[side] ?? 0)}`;
  return `${of(mine)} · ${of(1 - mine)}`;
}

function settle(before: CodepieceView, after: CodepieceView, tricks: number[]): CodepieceView {
  const needed = before.needed.map((still, side) =>
    Math.max(0, still + (before.tricks[side] ?? 0) - (tricks[side] ?? 0)),
  );
  return { ...before, tricks, needed, total: after.total };
}

/** Rule 10: a match ends at its target, or after its last deal. */
function ended({ view }: Position, seats: readonly SeatInfo[]): string | null {
  const { deals, target, total } = view as CodepieceView;
  if (target === null) return null;
  if (Math.abs(total) < target) return t("ended_by_deals", { count: deals });
  return t("ended_by_target", { name: sideName(seats, total > 0 ? 0 : 1), target });
}

function Icon(): JSX.Element {
  return (
    <span class="icon-suits">
      <SuitSign suit="S" />
      <b>13</b>
      <SuitSign suit="D" />
    </span>
  );
}

export const look: Look = {
  turnsHands: true,
  teams: true,
  usual: { match: true, deals: 4 },
  Table,
  Score,
  Brief,
  contract: contractText,
  ended,
  settle: (before, after, { tricks }) =>
    settle(before as CodepieceView, after as CodepieceView, tricks),
  Icon,
  label,
  points: (value) => signed(value),
  log: (scene) =>
    trickLog(scene, {
      call: (name) => label(name).replace(/^.* (\d+)$/, "$1"),
      deal: (_, number) => t("log_deal", { number }),
      score,
    }).flatMap((entry) => allPassed(entry, scene)),
};
