// Belote: what a hand is worth after the calls of the others. What a bidding network thinks of each
// call; and for each suit and threshold how often the contract is made: by the oracle over sampled
// deals, and in games that a bot plays out. Small samples look small; bids that are no longer allowed
// are dim.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { api } from "../../api";
import { CardPicker } from "../../cards/picker";
import { lookOf } from "../look";
import type { AnnonceCell, BotFacts } from "../../messages";
import { games } from "../../table/store";
import { t } from "./texts";
import { AuctionForm, type Auction } from "./auction_form";
import { CallValues } from "./call_values";
import { bidName, ContractGrid, sizeOf } from "./contract_grid";
import { JobView, useJob } from "../../advice/job";
import { percent } from "../../numbers";
import { BotChoice } from "../../advice/bot_choice";
import "./styles.css";

const HAND = 8;

export function AnnoncesPage(): JSX.Element {
  const facts = games.value.find((each) => each.name === "belote");
  const [hand, setHand] = useState<number[]>([]);
  const [deals, setDeals] = useState(100);
  const [simulations, setSimulations] = useState(50);
  const [bot, setBot] = useState<string | undefined>(undefined);
  const [bots, setBots] = useState<BotFacts[]>([]);
  const [auction, setAuction] = useState<Auction>({ dealer: 3, calls: [] });
  const [closed, setClosed] = useState(false);
  const [heed, setHeed] = useState(true);
  const job = useJob();
  useEffect(() => {
    api.bots("belote").then(
      (all) => setBots(all.filter((each) => !each.oracle)),
      () => undefined,
    );
  }, []);
  const look = lookOf("belote");
  if (!facts || !look)
    return (
      <p class="notice" role="status">
        {t("loading")}
      </p>
    );
  const reply = job.reply?.annonces ?? null;
  const name = bot ?? (bots.some((each) => each.name === "rule") ? "rule" : facts.default_bot);
  const random = () => {
    const deck = facts.cards.map((face) => face.id);
    for (let i = deck.length - 1; i > 0; i--) {
      const j = Math.floor(Math.random() * (i + 1));
      [deck[i], deck[j]] = [deck[j] as number, deck[i] as number];
    }
    setHand(deck.slice(0, HAND).sort((a, b) => a - b));
  };
  return (
    <div class="page">
      <h1>{t("annonces_title")}</h1>
      <section class="panel" aria-label={t("your_hand")}>
        <p class="quiet">{t("annonces_text")}</p>
        <CardPicker
          faces={facts.cards}
          chosen={hand}
          max={HAND}
          label={t("your_hand")}
          onChange={setHand}
        />
        <div class="moves-row start">
          <button type="button" class="button small" onClick={random} data-action="random-hand">
            {t("random_hand")}
          </button>
        </div>
        <h2>{t("auction_before")}</h2>
        <AuctionForm
          facts={facts}
          look={look}
          auction={auction}
          onChange={setAuction}
          onClosed={setClosed}
        />
        {auction.calls.length > 0 && (
          <label class="check">
            <input
              type="checkbox"
              checked={heed}
              data-choice="heed"
              onChange={(event) => setHeed(event.currentTarget.checked)}
            />
            <span>
              {t("heed_auction")}
              <small>{t("heed_auction_help")}</small>
            </span>
          </label>
        )}
        <div class="moves-row start">
          <label class="inline">
            {t("solved_deals")}
            <input
              type="number"
              min={1}
              max={5000}
              value={deals}
              onInput={(event) => setDeals(Number(event.currentTarget.value))}
            />
          </label>
          <label class="inline">
            {t("simulated_deals")}
            <input
              type="number"
              min={0}
              max={5000}
              value={simulations}
              onInput={(event) => setSimulations(Number(event.currentTarget.value))}
            />
          </label>
          <span class="inline">
            <BotChoice
              bots={bots}
              value={name}
              onChange={setBot}
              label={t("simulating_bot")}
              evaluation={false}
            />
          </span>
          <button
            type="button"
            class="button primary"
            disabled={hand.length !== HAND || closed || job.running}
            data-action="annonces"
            onClick={() =>
              void job.start("/analysis/annonces", {
                hand,
                ...auction,
                deals,
                simulations,
                bot: name,
                beliefs: heed ? "bids" : "uniform",
              })
            }
          >
            {t("compute")}
          </button>
          {hand.length !== HAND && <span class="quiet">{t("hand_first", { count: HAND })}</span>}
        </div>
        <JobView job={job} />
      </section>
      {reply && (
        <>
          <CallValues values={reply.values} by={reply.by} lowest={reply.lowest} />
          <section class="panel" aria-labelledby="oracle-title">
            <h2 id="oracle-title">{t("oracle_title")}</h2>
            {reply.lowest !== 80 && (
              <p class="quiet">
                {reply.lowest === null
                  ? t("lowest_none")
                  : t("lowest_bid", { value: bidName(reply.lowest) })}
              </p>
            )}
            <Cells cells={reply.oracle} lowest={reply.lowest} coloured={false} />
          </section>
          {reply.simulation.length > 0 && (
            <section class="panel" aria-labelledby="simulation-title">
              <h2 id="simulation-title">{t("simulation_title", { bot: reply.bot })}</h2>
              <p class="quiet">{t("wilson_text")}</p>
              <Cells cells={reply.simulation} lowest={reply.lowest} coloured />
            </section>
          )}
        </>
      )}
    </div>
  );
}

interface CellsProps {
  cells: AnnonceCell[];
  lowest: number | null; // value that may still be bid
  coloured: boolean;
}

function Cells({ cells, lowest, coloured }: CellsProps): JSX.Element {
  return (
    <ContractGrid lowest={lowest} label={t("annonces_title")}>
      {(suit, value, closed) => {
        const cell = cells.find((each) => each.suit === suit && each.value === value);
        if (!cell || cell.of === 0) return <td key={value}>–</td>;
        return (
          <td
            key={value}
            class={closed ? "closed" : coloured ? `wilson-${cell.colour}` : ""}
            style={{ fontSize: `${coloured ? sizeOf(cell.of) : 1}em` }}
            title={t("wilson_cell", {
              made: cell.made,
              of: cell.of,
              low: percent(cell.low),
            })}
          >
            {percent(cell.share)}
            {coloured && <small>{cell.of}</small>}
          </td>
        );
      }}
    </ContractGrid>
  );
}
