// An entry of the advisor in the words of the page. The server's text is English: of it only the
// name of an action is used, which the game's own folder translates.
import type { JSX } from "preact";
import { CardText, Signs } from "../cards/suit_signs";
import type { Entered, Look } from "../games/look";
import type { EntryReply, GameFacts, SeatInfo } from "../messages";
import { seatName } from "../table/names";
import { t } from "./texts";

interface Props {
  entry: Entered;
  reply: EntryReply | undefined; // missing until the server has checked it
  facts: GameFacts;
  look: Look;
  seats: readonly SeatInfo[];
}

export function EntryText({ entry, reply, facts, look, seats }: Props): JSX.Element {
  if (!reply) return <>…</>;
  const who = reply.seat === null ? "" : seatName(seats, reply.seat);
  const said = (what: string) => t("said", { name: who, what });
  switch (entry.kind) {
    case "deal":
      return (
        <>
          {t("entry_deal")} <Cards cards={entry.hand} facts={facts} />
        </>
      );
    case "join":
      return (
        <>
          {t("entry_join", { round: (entry.round ?? 0) + 1 })}{" "}
          <Cards cards={entry.hand} facts={facts} />
        </>
      );
    case "roll":
      return <>{t("entry_roll", { dice: entry.dice.join(" ") })}</>;
    case "lay":
      return <>{said(t("entry_lay", { count: entry.count }))}</>;
    case "doubt":
      return (
        <>
          {said(t("entry_doubt", { cards: entry.plays.map((each) => each.join(" ")).join(" | ") }))}
        </>
      );
    case "action": {
      const [name = ""] = reply.text.replace(/^[^:]*: /, "").split(", ");
      const tick = look.advisor?.tick;
      const ticked = tick && Object.keys(tick.adds).some((key) => entry[key as keyof typeof entry]);
      return <Signs text={said(look.label(name) + (ticked ? `, ${tick.text()}` : ""))} />;
    }
  }
}

function Cards({ cards, facts }: { cards: number[]; facts: GameFacts }): JSX.Element {
  const faces = cards.flatMap((card) => facts.cards[card] ?? []);
  return (
    <span class="entry-cards">
      {faces.map((face, i) => (
        <CardText face={face} key={i} />
      ))}
    </span>
  );
}
