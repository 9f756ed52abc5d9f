// What the advisor asks for next: cards that were dealt, dice that fell, what somebody did.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { AnyFace } from "../cards/hand";
import { CardPicker } from "../cards/picker";
import { SuitSign, cardName } from "../cards/sign";
import type { Suit } from "../cards/suits";
import type { Look } from "../games/look";
import type { Expected, GameFacts, SeatTold } from "../messages";
import { seatLabel, seatName } from "../table/names";
import { t, type Key } from "../text";
import type { Entry } from "./advisor";

interface Props {
  expects: Expected;
  facts: GameFacts;
  look: Look;
  seats: SeatTold[];
  seat: number;
  onEnter: (entry: Entry) => void;
}

export function EntryForm(props: Props): JSX.Element | null {
  const { expects, seats } = props;
  if (expects.kind === "over") return <p class="remark">{t("game_over")}</p>;
  const who = expects.seat === null ? "" : seatName(seats, expects.seat);
  return (
    <section
      class="entry panel"
      aria-label={t("enter_next")}
      data-expects={expects.kind}
      data-yours={expects.yours}
    >
      <h2>
        {expects.kind === "deal"
          ? t("enter_deal")
          : expects.kind === "roll"
            ? t("enter_roll")
            : expects.yours
              ? t("enter_own")
              : t("enter_other", { name: who })}
      </h2>
      {expects.kind === "deal" && <DealForm {...props} />}
      {expects.kind === "roll" && <RollForm onEnter={props.onEnter} />}
      {expects.yours && <p class="quiet">{t("enter_on_table")}</p>}
      {!expects.yours && expects.kind !== "deal" && expects.kind !== "roll" && (
        <ActionForm {...props} />
      )}
      {expects.yours && expects.doubt && <DoubtForm {...props} />}
    </section>
  );
}

/** Dubito has four of each value and two jokers; elsewhere every card is there once. */
export function copiesOf(facts: GameFacts): ((card: number) => number) | undefined {
  return facts.cards.some((face) => face.suit === null)
    ? (card) => (card === 0 ? 2 : 4)
    : undefined;
}

function DealForm({ expects, facts, seats, onEnter }: Props): JSX.Element {
  const [hand, setHand] = useState<number[]>([]);
  const [dealer, setDealer] = useState<number | null>(expects.dealer);
  const [turned, setTurned] = useState<number[]>([]);
  const size = expects.hand_size ?? 0;
  const hasDealer = facts.cards.some((face) => face.suit !== null);
  const ready =
    hand.length === size &&
    (!expects.turned || turned.length === 1) &&
    (!hasDealer || dealer !== null);
  return (
    <>
      <CardPicker
        faces={facts.cards}
        chosen={hand}
        max={size}
        label={t("your_hand")}
        onChange={setHand}
        {...copies(facts)}
      />
      {expects.turned && (
        <CardPicker
          faces={facts.cards}
          chosen={turned}
          max={1}
          label={t("turned")}
          onChange={setTurned}
          among={facts.cards.map((face) => face.id).filter((id) => !hand.includes(id))}
        />
      )}
      <div class="moves-row">
        {hasDealer && (
          <label class="inline">
            {t("dealer")}
            <select
              value={dealer ?? ""}
              data-choice="dealer"
              onChange={(event) => setDealer(Number(event.currentTarget.value))}
            >
              {dealer === null && <option value="">–</option>}
              {seats.map((seat) => (
                <option value={seat.seat} key={seat.seat}>
                  {seat.you ? t("me") : seatLabel(seat)}
                </option>
              ))}
            </select>
          </label>
        )}
        <button
          type="button"
          class="button primary"
          disabled={!ready}
          data-action="enter"
          onClick={() =>
            onEnter({
              kind: "deal",
              hand,
              ...(hasDealer && dealer !== null ? { dealer } : {}),
              ...(expects.turned ? { turned: turned[0] as number } : {}),
            })
          }
        >
          {t("enter_this")}
        </button>
      </div>
    </>
  );
}

function copies(facts: GameFacts): { copies?: (card: number) => number } {
  const of = copiesOf(facts);
  return of ? { copies: of } : {};
}

const DICE = ["white", "white", "red", "yellow", "green", "blue"];

export function RollForm({
  onEnter,
  begin,
}: {
  onEnter: (entry: { kind: "roll"; dice: number[] }) => void;
  begin?: number[];
}): JSX.Element {
  const [dice, setDice] = useState<number[]>(begin ?? [1, 1, 1, 1, 1, 1]);
  return (
    <div class="roll-form">
      {DICE.map((colour, i) => (
        <label class={`roll-die swatch-${colour}`} key={i}>
          <span class="visually-hidden">
            {t("die_name", { colour: t(`colour_${colour}` as Key), value: dice[i] ?? 1 })}
          </span>
          <select
            value={dice[i]}
            data-die={i}
            onChange={(event) =>
              setDice(dice.map((old, j) => (j === i ? Number(event.currentTarget.value) : old)))
            }
          >
            {[1, 2, 3, 4, 5, 6].map((value) => (
              <option value={value} key={value}>
                {value}
              </option>
            ))}
          </select>
        </label>
      ))}
      <button
        type="button"
        class="button primary"
        data-action="enter"
        onClick={() => onEnter({ kind: "roll", dice })}
      >
        {t("enter_this")}
      </button>
    </div>
  );
}

/** What somebody did, of all that can be entered. */
export function ActionForm({ expects, facts, look, onEnter }: Props): JSX.Element {
  const [belote, setBelote] = useState(false);
  const byName = new Map(
    facts.cards.filter((face) => face.suit !== null).map((face) => [face.name, face]),
  );
  const named = expects.actions.map((action, i) => ({ action, name: expects.names[i] ?? "" }));
  const cards = named.filter((each) => byName.has(each.name));
  const bids = named.filter((each) => !byName.has(each.name) && BID.test(each.name));
  const calls = named.filter((each) => !byName.has(each.name) && !BID.test(each.name));
  return (
    <>
      {bids.length > 0 && <BidForm bids={bids} onEnter={onEnter} />}
      {calls.length > 0 && (
        <div class="moves-row">
          {calls.map(({ action, name }) => (
            <button
              type="button"
              class="call"
              key={action}
              data-action={name}
              onClick={() => onEnter({ kind: "action", action })}
            >
              {look.label(name)}
            </button>
          ))}
        </div>
      )}
      {cards.length > 0 && (
        <>
          <div class="picker-row wrap">
            {cards.map(({ action, name }) => {
              const face = byName.get(name);
              return (
                face && (
                  <button
                    type="button"
                    class="picker-card"
                    key={action}
                    aria-label={cardName(face)}
                    data-pick={name}
                    onClick={() =>
                      onEnter(
                        belote
                          ? { kind: "action", action, belote: true }
                          : { kind: "action", action },
                      )
                    }
                  >
                    <AnyFace face={face} />
                  </button>
                )
              );
            })}
          </div>
          {facts.name === "belote" && (
            <label class="check">
              <input
                type="checkbox"
                checked={belote}
                onChange={(event) => setBelote(event.currentTarget.checked)}
              />
              <span>{t("said_belote")}</span>
            </label>
          )}
        </>
      )}
      {expects.counts.length > 0 && (
        <div class="moves-row">
          {expects.counts.map((count) => (
            <button
              type="button"
              class="call"
              key={count}
              data-action={`lays ${count}`}
              onClick={() => onEnter({ kind: "lay", count })}
            >
              {t("lays_count", { count })}
            </button>
          ))}
        </div>
      )}
      {expects.doubt && <DoubtForm expects={expects} facts={facts} onEnter={onEnter} />}
    </>
  );
}

const BID = /^(\d{2,3}|capot)([SHDC])$/; // of Belote: "90H"

/** Belote has forty bids: choose the value, then the suit. */
function BidForm({
  bids,
  onEnter,
}: {
  bids: { action: number; name: string }[];
  onEnter: Props["onEnter"];
}): JSX.Element {
  const values = [...new Set(bids.map((each) => BID.exec(each.name)?.[1] ?? ""))];
  const [value, choose] = useState(values[0] ?? "");
  return (
    <div class="moves-row">
      <label class="inline">
        {t("bid_value")}
        <select
          value={value}
          data-choice="bid-value"
          onChange={(event) => choose(event.currentTarget.value)}
        >
          {values.map((each) => (
            <option value={each} key={each}>
              {each === "capot" ? t("capot") : each}
            </option>
          ))}
        </select>
      </label>
      {bids
        .filter((each) => BID.exec(each.name)?.[1] === value)
        .map((each) => (
          <button
            type="button"
            class="call"
            key={each.action}
            data-action={each.name}
            onClick={() => onEnter({ kind: "action", action: each.action })}
          >
            {value === "capot" ? t("capot") : value}{" "}
            <SuitSign suit={BID.exec(each.name)?.[2] as Suit} />
          </button>
        ))}
    </div>
  );
}

/** Dubito: a doubt turns the whole board over, and the loser may drop four of a kind. */
function DoubtForm({
  expects,
  facts,
  onEnter,
}: Pick<Props, "expects" | "facts" | "onEnter">): JSX.Element {
  const [plays, setPlays] = useState<number[][]>(expects.board.map((play) => play.cards ?? []));
  const [dropped, setDropped] = useState<number[]>([]);
  const ready = expects.board.every((play, i) => plays[i]?.length === play.size);
  return (
    <details>
      <summary data-action="doubt-form">{t("somebody_doubts")}</summary>
      {expects.board.map((play, i) =>
        play.cards ? null : (
          <CardPicker
            key={i}
            faces={facts.cards}
            chosen={plays[i] ?? []}
            max={play.size}
            label={t("play_number", { number: i + 1 })}
            onChange={(cards) => setPlays(plays.map((old, j) => (j === i ? cards : old)))}
            {...copies(facts)}
          />
        ),
      )}
      <CardPicker
        faces={facts.cards.filter((face) => face.id > 0)}
        chosen={dropped}
        max={13}
        label={t("dropped_values")}
        onChange={setDropped}
      />
      <button
        type="button"
        class="button primary"
        disabled={!ready}
        data-action="enter-doubt"
        onClick={() => onEnter({ kind: "doubt", plays, dropped })}
      >
        {t("enter_this")}
      </button>
    </details>
  );
}
