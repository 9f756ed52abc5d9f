// Oh Hell: say how many tricks you take, and take exactly those. See games/ohhell/README.md.
import type { JSX } from "preact";
import { AnyFace } from "../../cards/hand";
import { SuitSign, TrumpSign, cardName, plainSigns } from "../../cards/suit_signs";
import { TrickTable } from "../../cards/trick_table";
import type { OhHellView } from "../../messages";
import { seatName } from "../../table/names";
import { ScoreTable } from "../../table/score_table";
import { t } from "./texts";
import type { Look, Scene } from "../look";
import { Moves, NumberBids } from "../../table/calls";
import { ScoreBefore, trickLog } from "../../cards/trick_log";
import { signed } from "../../numbers";

function label(name: string): string {
  const bid = /^bid (\d+)$/.exec(name);
  return bid ? t("bid_tricks", { count: bid[1] as string }) : plainSigns(name.replace(/^T/, "10"));
}

function Score({ scene }: { scene: Scene }): JSX.Element {
  const view = scene.position.view as OhHellView;
  const bids = view.bids.filter((bid) => bid !== null);
  const sum = bids.reduce((a, b) => a + b, 0);
  const order = scene.seats.map((_, i) => (scene.home + i) % scene.seats.length);
  return (
    <div class="facts">
      <div class="fact">
        <span class="fact-name">{t("round")}</span>
        <span class="fact-value">
          {view.round}/{view.rounds} <small>{t("cards", { count: view.hand_size })}</small>
        </span>
      </div>
      <div class="fact">
        <span class="fact-name">{t("trump")}</span>
        <span class="fact-value">
          {view.trump ? <TrumpSign suit={view.trump} /> : t("no_trump")}
          {view.trump && view.broken && <small>{t("broken")}</small>}
        </span>
      </div>
      <div class="fact">
        <span class="fact-name">{t("bids_sum")}</span>
        <span class="fact-value">
          {sum}/{view.hand_size}
        </span>
      </div>
      <ScoreTable
        head={[t("player"), t("bid"), t("tricks"), t("total")]}
        rows={order.map((seat) => ({
          name: seatName(scene.seats, seat),
          cells: [view.bids[seat] ?? "–", view.tricks[seat]],
          total: view.totals[seat],
        }))}
      />
    </div>
  );
}

/** One line: the round, trump, and the own bid and tricks. */
function Brief({ scene }: { scene: Scene }): JSX.Element {
  const view = scene.position.view as OhHellView;
  const bid = view.bids[scene.home];
  return (
    <>
      <small aria-label={`${t("round")} ${view.round}/${view.rounds}`}>
        {view.round}/{view.rounds}
      </small>
      <b>{view.trump ? <SuitSign suit={view.trump} /> : t("no_trump")}</b>
      <span>
        {bid === null || bid === undefined
          ? "–"
          : t("tricks_of_bid", { tricks: view.tricks[scene.home] ?? 0, bid })}
      </span>
      <small>{t("points_count", { count: view.totals[scene.home] ?? 0 })}</small>
    </>
  );
}

function Bidding({ scene }: { scene: Scene }): JSX.Element | null {
  const view = scene.position.view as OhHellView;
  const act = scene.act;
  if (!act || scene.position.phase !== "bid") return null;
  const values = Array.from({ length: view.hand_size + 1 }, (_, value) => value);
  const hooked = values.find((value) => scene.position.legal.every((l) => l.value !== value));
  return (
    <div class="bidding">
      <Moves title={t("how_many_tricks")} asked>
        <NumberBids
          scene={scene}
          values={values}
          label={(count) => t("bid_tricks", { count })}
          action={(value) => `bid ${value}`}
          refused={t("hook_rule")}
        />
      </Moves>
      {hooked !== undefined && (
        <p class="bidding-note">{t("hook_bid", { bid: hooked, tricks: view.hand_size })}</p>
      )}
    </div>
  );
}

function Table({ scene }: { scene: Scene }): JSX.Element {
  const view = scene.position.view as OhHellView;
  const bidding = scene.position.phase === "bid";
  const turned = view.turned === null ? undefined : scene.faces[view.turned];
  return (
    <TrickTable
      scene={scene}
      dealer={view.dealer}
      badge={(seat) => {
        const bid = view.bids[seat];
        if (bid === null || bid === undefined) return null;
        return bidding ? bid : t("tricks_of_bid", { tricks: view.tricks[seat] ?? 0, bid });
      }}
      middle={
        bidding && (
          <div class="auction">
            <ScoreBefore scene={scene} score={score} />
            {turned && (
              <div class="turned" role="img" aria-label={`${t("turned")}: ${cardName(turned)}`}>
                <AnyFace face={turned} />
              </div>
            )}
            <p>{view.trump ? t("turned") : t("no_trump")}</p>
          </div>
        )
      }
      moves={<Bidding scene={scene} />}
      question={t("how_many_tricks")}
    />
  );
}

function score(data: number[], scene: Scene): string {
  return data
    .map((points, seat) => `${seatName(scene.seats, seat)}\u00a0${signed(points)}`)
    .join(" · ");
}

function Icon(): JSX.Element {
  return (
    <span class="icon-suits">
      <b>0</b>
      <SuitSign suit="H" />
      <b>!</b>
    </span>
  );
}

export const look: Look = {
  turnsHands: true,
  usual: { schedule: [5, 4, 3, 2, 1] },
  Table,
  Score,
  Brief,
  settle: (before, after, { tricks }) => ({
    ...(before as OhHellView),
    tricks,
    totals: (after as OhHellView).totals,
  }),
  Icon,
  label,
  points: (value) => t("points_count", { count: value }),
  log: (scene) =>
    trickLog(scene, {
      call: (name) => name.replace("bid ", ""),
      deal: (_, number) => t("log_round", { number }),
      score,
      trump: (deal, number, { faces, options, position }) => {
        const without = Number(options["no_trump_rounds"] ?? 0);
        const turned = Number((deal.data as number[])[1]);
        return number > (position.view as OhHellView).rounds - without
          ? null
          : (faces[turned]?.suit ?? null);
      },
    }),
};
