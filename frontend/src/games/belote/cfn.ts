// CFN, the Contrée notation: the twin of kibitz/games/belote/cfn.py, which describes it.
import type { Scene } from "../../messages";
import type { State } from "../../offline/engine";
import type { Compact } from "../../offline/explorer/answers";
import { actionOf, range } from "../../offline/parts";
import { Refusal } from "../../offline/refusal";
import type { Rules } from "../../offline/rules";
import { BID, bidValue, CAPOT, COINCHE, PASS, SUITS, trumpOf } from "./scene";

const SEATS = "NESW";
const LETTERS = "789JQKTA"; // of ranks
const SCORINGS = ["ffb", "exact"];

interface Deal {
  hands: number[][];
  dealer: number;
}

const callName = (bid: number): string =>
  bid === PASS
    ? "P"
    : bid >= COINCHE
      ? "X".repeat(bid - COINCHE + 1)
      : `${bidValue(bid)}${SUITS[trumpOf(bid)] ?? ""}`;
const CALLS = new Map(
  [...range(CAPOT + 4), COINCHE, COINCHE + 1].map((bid) => [callName(bid), bid]),
);

const cardName = (card: number) => `${LETTERS[card % 8] ?? ""}${SUITS[Math.floor(card / 8)] ?? ""}`;
const CARDS = new Map(range(32).map((card) => [cardName(card), card]));

const handName = (hand: number[]): string =>
  range(4)
    .map((suit) =>
      range(8)
        .map((i) => 7 - i)
        .filter((rank) => hand.includes(8 * suit + rank))
        .map((rank) => LETTERS[rank])
        .join(""),
    )
    .join(".");
const dealName = ({ hands, dealer }: Deal): string =>
  `${SEATS[dealer]}:${hands.map(handName).join("/")}`;

const bad = (text: string) => new Refusal("bad_text", text);

function play(actions: number[]): string {
  const names = actions.filter((action) => action < BID).map(cardName);
  const tricks = range(Math.ceil(names.length / 4)).map((i) =>
    names.slice(4 * i, 4 * i + 4).join(""),
  );
  return tricks.join(",") || "-";
}

const auction = (actions: number[]): string =>
  actions
    .filter((action) => action >= BID)
    .map((action) => callName(action - BID))
    .join(",") || "-";

function write({ options }: Rules, state: State): string | null {
  const deals = state.chance<Deal>();
  if (deals.length === 0) return null;
  const scoring = options["scoring"] as string;
  const header = options["match"]
    ? `cfn1m ${scoring} ${options["target"] as number} ${options["deals_max"] as number}`
    : `cfn1 ${scoring}`;
  const actions: number[][] = [];
  for (const event of state.events()) {
    const action = actionOf(event);
    if (event.kind === "deal") actions.push([]);
    else if (action !== null) actions.at(-1)?.push(action);
  }
  const parts = deals.map(
    (deal, i) => `${dealName(deal)} ${auction(actions[i] ?? [])} ${play(actions[i] ?? [])}`,
  );
  return [header, ...parts].join(" ; ");
}

function readHeader(header: string): Record<string, unknown> {
  const words = header.toLowerCase().split(/\s+/).filter(Boolean);
  const [prefix, scoring = ""] = words;
  if (SCORINGS.includes(scoring)) {
    if (prefix === "cfn1" && words.length === 2) return { scoring };
    if (prefix === "cfn1m" && words.length === 4) {
      const [target, deals_max] = words.slice(2).map(readNumber);
      return { match: true, scoring, target, deals_max };
    }
  }
  throw bad(
    "a CFN begins with cfn1 and the scoring (ffb, exact), or with cfn1m, the scoring, the target " +
      `and the most deals; not with ${JSON.stringify(header.trim().slice(0, 40))}`,
  );
}

function readNumber(word: string): number {
  if (!/^[0-9]{1,8}$/.test(word)) throw bad(`${word} is not a valid number in a CFN`);
  return Number(word);
}

function readDeal(text: string): Deal {
  const [dealer = "", hands = ""] = text.split(":", 2);
  const seat = SEATS.indexOf(dealer.toUpperCase());
  if (dealer.length !== 1 || seat < 0 || !text.includes(":")) {
    const form = "a deal is the dealer's letter (N E S W), a colon and four hands: E:AT9.K..87/…";
    throw bad(form);
  }
  const parts = hands.split("/");
  if (parts.length !== 4) {
    throw bad(`a deal has four hands separated by /, not ${parts.length}`);
  }
  return { hands: parts.map(readHand), dealer: seat };
}

function readHand(text: string): number[] {
  const suits = text.toUpperCase().split(".");
  if (suits.length !== 4) throw bad(`a hand has four suits separated by dots: ${text}`);
  return suits
    .flatMap((ranks, suit) =>
      [...ranks].map((rank) => {
        if (!LETTERS.includes(rank)) throw bad(`${rank} is not a rank; ranks are ${LETTERS}`);
        return 8 * suit + LETTERS.indexOf(rank);
      }),
    )
    .toSorted((a, b) => a - b);
}

const readAuction = (text: string): number[] =>
  text === "-"
    ? []
    : text.split(",").map((call) => {
        const bid = CALLS.get(call.toUpperCase());
        if (bid === undefined) {
          throw bad(`${call} is not a call; calls are P, 80S .. 160C, 250S, X and XX`);
        }
        return BID + bid;
      });

function readPlay(text: string): number[] {
  if (text === "-") return [];
  const tricks = text.split(",");
  return tricks.flatMap((trick, i) => {
    const last = i === tricks.length - 1;
    if (trick.length !== 8 && !(last && [2, 4, 6].includes(trick.length))) {
      throw bad(`a trick is four two-letter cards, fewer in the last: ${trick}`);
    }
    return range(trick.length / 2).map((k) => {
      const name = trick.slice(2 * k, 2 * k + 2).toUpperCase();
      const card = CARDS.get(name);
      if (card === undefined) throw bad(`${name} is not a card; write cards like AS, TH or 7C`);
      return card;
    });
  });
}

/** The form only: the explorer replays the scene. */
function read(text: string): Scene {
  const [header = "", ...parts] = text.split(";");
  const options = readHeader(header);
  const deals = parts.map((part) => {
    const words = part.split(/\s+/).filter(Boolean);
    const [deal, calls, cards] = words;
    if (words.length !== 3 || !deal || !calls || !cards) {
      throw bad(`expected deal, auction and play, not ${part.trim()}`);
    }
    return { deal: readDeal(deal), actions: [...readAuction(calls), ...readPlay(cards)] };
  });
  const [first, ...later] = deals.map(({ deal }) => deal);
  const actions = deals.flatMap((each) => each.actions);
  const scene = { game: "belote", options, deal: first ?? null, chance: later, actions };
  return scene as unknown as Scene; // the explorer checks it
}

export const compact: Compact = { PREFIX: "cfn", write, read };
