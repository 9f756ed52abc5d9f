// Belote Contrée: two sides, an auction with coinche, eight tricks. See games/belote/README.md.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { SuitSign, TrumpSign, suitName, withSigns } from "../../cards/suit_signs";
import type { Suit } from "../../cards/suits";
import { TrickTable } from "../../cards/trick_table";
import type { BeloteView, Contract } from "../../messages";
import { seatName, sideName } from "../../table/names";
import { ScoreTable } from "../../table/score_table";
import { t } from "./texts";
import type { Look, Scene } from "../look";
import { AnnoncesPage } from "./annonces";
import { call, label } from "./calls";
import { BidForm, isBid } from "./bid_form";
import { Call, CallsOf, Moves } from "../../table/calls";
import { ScoreBefore, trickLog } from "../../cards/trick_log";

const SUITS: Suit[] = ["S", "H", "D", "C"];

function Score({ scene }: { scene: Scene }): JSX.Element {
  const view = scene.position.view as BeloteView;
  const contract = scene.position.contract;
  return (
    <div class="facts">
      <div class="fact">
        <span class="fact-name">{contract?.final ? t("contract") : t("last_bid")}</span>
        <span class="fact-value">
          {contract ? (
            <>
              {withSigns(contract.name.replace("capot", `${t("capot")} `))}
              {contract.coinche > 0 && (
                <b class="tag">{contract.coinche === 1 ? t("coinched") : t("surcoinched")}</b>
              )}
              <small>{seatName(scene.seats, contract.seat)}</small>
            </>
          ) : (
            "–"
          )}
        </span>
      </div>
      <div class="fact">
        <span class="fact-name">{t("trump")}</span>
        <span class="fact-value">
          {view.trump && contract?.final ? <TrumpSign suit={view.trump} /> : "–"}
        </span>
      </div>
      <ScoreTable
        head={[
          t("side"),
          t("tricks"),
          t("points"),
          view.target ? t("score_of", { target: view.target }) : t("score"),
        ]}
        rows={[scene.home % 2, 1 - (scene.home % 2)].map((side) => ({
          name: sideName(scene.seats, side),
          cells: [view.tricks[side], view.points[side]],
          total: view.marks[side],
        }))}
      />
      {/* Also before anybody has it: nothing moves when it is announced. */}
      <p class="remark">
        {t("belote_by", {
          name: view.belote === null ? "–" : seatName(scene.seats, view.belote),
        })}
      </p>
    </div>
  );
}

/** One line: the contract, the tricks, and the score. */
function Brief({ scene }: { scene: Scene }): JSX.Element {
  const view = scene.position.view as BeloteView;
  const contract = scene.position.contract;
  const us = scene.home % 2;
  return (
    <>
      <b>
        {contract ? call(contract.name) : "–"}
        {contract && <Doubled contract={contract} />}
      </b>
      {contract && <small>{seatName(scene.seats, contract.seat)}</small>}
      <span>
        {view.points[us]}–{view.points[1 - us]}
      </span>
      {view.target !== null && (
        <small>
          {t("total")} {view.marks[us]}–{view.marks[1 - us]}
        </small>
      )}
    </>
  );
}

/** ×2 after a coinche, ×3 after a surcoinche (rule 9); nothing otherwise. */
function Doubled({ contract }: { contract: Contract }): JSX.Element | null {
  if (contract.coinche === 0) return null;
  const words = contract.coinche === 1 ? t("coinched") : t("surcoinched");
  return (
    <abbr class="doubled" title={words}>
      {contract.coinche === 1 ? "×2" : "×3"}
      <span class="visually-hidden"> {words}</span>
    </abbr>
  );
}

/** A contract in words: 90♥ (coinched). */
function contractText(contract: Contract): string {
  const name = label(contract.name);
  if (contract.coinche === 0) return name;
  return `${name} (${contract.coinche === 1 ? t("coinched") : t("surcoinched")})`;
}

function question(scene: Scene): string {
  const { contract } = scene.position;
  return contract ? t("your_call_over", { bid: label(contract.name) }) : t("your_call");
}

/** The bidding box: choose a value, then call it in a suit. */
function Bidding({ scene }: { scene: Scene }): JSX.Element | null {
  const { legal } = scene.position;
  const bids = legal.filter((l) => l.kind === "bid");
  const values = [...new Set(bids.map((l) => l.value as number))].sort((a, b) => a - b);
  // The choice holds for one call: in the next deal a value left over would be bid by mistake.
  const { ply } = scene.position;
  const [chosen, choose] = useState<{ ply: number; value: number } | null>(null);
  const kept = chosen?.ply === ply && values.includes(chosen.value);
  const value = kept ? chosen.value : values[0];
  const act = scene.act;
  if (!act || legal.every((l) => l.kind === "card")) return null;
  const hinted = legal.find((l) => l.id === scene.hinted);
  const name = (v: number) => (v === 250 ? t("capot") : String(v));
  return (
    <div class="bidding">
      {values.length > 0 && (
        <Moves title={t("bid_value")}>
          {values.map((v) => (
            <Call
              key={v}
              pressed={v === value}
              hinted={hinted?.kind === "bid" && hinted.value === v}
              onClick={() => choose({ ply, value: v })}
              keyed={String(v)}
            >
              {name(v)}
            </Call>
          ))}
        </Moves>
      )}
      <Moves title={question(scene)} asked>
        {value !== undefined &&
          SUITS.map((suit) => {
            const bid = bids.find((l) => l.value === value && l.suit === suit);
            return (
              <Call
                key={suit}
                kind="strong"
                label={`${name(value)} ${suitName(suit)}`}
                hinted={bid !== undefined && bid.id === scene.hinted}
                onClick={bid ? () => act(bid.id) : null}
                action={bid?.name}
              >
                {name(value)} <SuitSign suit={suit} />
              </Call>
            );
          })}
        <CallsOf scene={scene} kind="coinche" style="danger" text={label} />
        <CallsOf scene={scene} kind="pass" style="pass" text={() => t("pass")} />
      </Moves>
    </div>
  );
}

function Table({ scene }: { scene: Scene }): JSX.Element {
  const view = scene.position.view as BeloteView;
  const bidding = scene.position.phase === "bid";
  return (
    <TrickTable
      scene={scene}
      dealer={view.dealer}
      badge={(seat) => {
        const said = scene.position.bids[seat];
        if (bidding) return said ? call(said) : null;
        const { contract } = scene.position;
        if (contract?.seat !== seat) return null;
        return (
          <>
            {call(contract.name)}
            <Doubled contract={contract} />
          </>
        );
      }}
      middle={bidding && <Auction scene={scene} />}
      moves={<Bidding scene={scene} />}
      question={question(scene)}
    />
  );
}

function Auction({ scene }: { scene: Scene }): JSX.Element {
  const view = scene.position.view as BeloteView;
  const contract = scene.position.contract;
  return (
    <div class="auction">
      <ScoreBefore scene={scene} score={score} />
      <p class="auction-bid">{contract ? call(contract.name) : t("no_bid_yet")}</p>
      {contract && <p>{seatName(scene.seats, contract.seat)}</p>}
      {view.coinche > 0 && (
        <p class="tag">{view.coinche === 1 ? t("coinched") : t("surcoinched")}</p>
      )}
    </div>
  );
}

function score(data: number[], scene: Scene): string {
  const mine = scene.home % 2;
  const other = 1 - mine;
  return t("deal_score", {
    us: sideName(scene.seats, mine),
    score: data[mine] ?? 0,
    them: sideName(scene.seats, other),
    their_score: data[other] ?? 0,
  });
}

function Icon(): JSX.Element {
  return (
    <span class="icon-suits">
      <SuitSign suit="S" />
      <SuitSign suit="H" />
      <SuitSign suit="C" />
      <SuitSign suit="D" />
    </span>
  );
}

export const look: Look = {
  turnsHands: true,
  teams: true,
  usual: { match: true, target: 1000 },
  advisor: {
    Form: BidForm,
    offers: isBid,
    tick: { text: () => t("said_belote"), adds: { belote: true } },
  },
  pages: [{ path: "annonces", title: () => t("nav_annonces"), Page: AnnoncesPage }],
  Table,
  Score,
  Brief,
  contract: contractText,
  settle: (before, after, { tricks, score }) => ({
    ...(before as BeloteView),
    tricks,
    points: score.slice(2),
    marks: (after as BeloteView).marks,
  }),
  Icon,
  label,
  points: (value) => t("points_count", { count: value }),
  log: (scene) =>
    trickLog(scene, {
      call,
      deal: (_, number) => t("log_deal", { number }),
      score,
      trumpRanks: ["7", "8", "Q", "K", "10", "A", "9", "J"],
      reveal: (line) =>
        line.seat === null ? null : t("belote_by", { name: seatName(scene.seats, line.seat) }),
    }),
};
