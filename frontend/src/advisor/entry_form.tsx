// What the advisor asks for next: cards that were dealt, dice that fell, what somebody did.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { AnyFace } from "../cards/hand";
import { CardPicker } from "../cards/picker";
import { cardName } from "../cards/suit_signs";
import type { EntryProps, Look } from "../games/look";
import type { SeatInfo } from "../messages";
import { seatLabel, seatName } from "../table/names";
import { t } from "./texts";

interface Props extends EntryProps {
  look: Look;
  seats: SeatInfo[];
}

export function EntryForm(props: Props): JSX.Element | null {
  const { expects, seats } = props;
  const parts = props.look.advisor;
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
            ? t("roll_question")
            : expects.yours
              ? t("enter_own")
              : t("enter_other", { name: who })}
      </h2>
      {expects.kind === "deal" && <DealForm {...props} />}
      {expects.kind === "roll" && parts?.Roll && <parts.Roll onEnter={props.onEnter} />}
      {expects.yours && <p class="quiet">{t("enter_on_table")}</p>}
      {!expects.yours && expects.kind !== "deal" && expects.kind !== "roll" && (
        <ActionForm {...props} />
      )}
      {expects.yours && parts?.Form && <parts.Form {...props} />}
    </section>
  );
}

function DealForm({ expects, facts, look, seats, onEnter }: Props): JSX.Element {
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
        {...(look.copies ? { copies: look.copies } : {})}
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

/** What somebody did, of all that can be entered. */
export function ActionForm({ expects, facts, look, onEnter }: Props): JSX.Element {
  const parts = look.advisor;
  const [ticked, tick] = useState(false);
  const byName = new Map(
    facts.cards.filter((face) => face.suit !== null).map((face) => [face.name, face]),
  );
  const named = expects.actions.map((action, i) => ({ action, name: expects.names[i] ?? "" }));
  const cards = named.filter((each) => byName.has(each.name));
  const calls = named.filter((each) => !byName.has(each.name) && !parts?.offers?.(each.name));
  const enter = (action: number) =>
    onEnter({ kind: "action", action, ...(ticked ? parts?.tick?.adds : {}) });
  return (
    <>
      {parts?.Form && <parts.Form expects={expects} facts={facts} onEnter={onEnter} />}
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
                    onClick={() => enter(action)}
                  >
                    <AnyFace face={face} />
                  </button>
                )
              );
            })}
          </div>
          {parts?.tick && (
            <label class="check">
              <input
                type="checkbox"
                checked={ticked}
                onChange={(event) => tick(event.currentTarget.checked)}
              />
              <span>{parts.tick.text()}</span>
            </label>
          )}
        </>
      )}
    </>
  );
}
