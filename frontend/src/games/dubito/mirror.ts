// The advisor's Dubito: the twin of kibitz/advice/games/dubito/mirror.py, which explains what a doubt
// proves.
import type { Expected } from "../../messages";
import {
  badEntry,
  impossible,
  unexpected,
  type Entry,
  type Of,
} from "../../offline/advisor/entries";
import { expected, Mirror, type About } from "../../offline/advisor/mirror";
import { ascending } from "../../offline/checks";
import { CHANCE, type State } from "../../offline/engine";
import { range, sum } from "../../offline/parts";
import { blank } from "../../offline/rules";
import { rebuilt } from "../../offline/worlds";
import { fours } from "./checks";
import { DOUBT, JOKER, LAY, lay, VALUES, type DubitoView } from "./scene";
import { counted, fill, FOUR, HiddenCards } from "./worlds";

const DEALS_MAX = 10_000; // tries to deal the others without four of a kind
const LAY_MAX = 3;
const COPIES = [2, ...range(VALUES - 1).map(() => FOUR)]; // of the full deck
const handName = (cards: number[]) => cards.join(" ") || "-";

class DubitoMirror extends Mirror {
  get world(): State {
    return this.after.at(-1) as State;
  }
  protected begin(): State {
    return blank(this.about.rules);
  }
  private seen(): DubitoView {
    return this.view() as DubitoView;
  }
  worlds(): bigint | null {
    return null;
  }

  override readCard(word: string): number {
    if (!/^[0-9]+$/.test(word)) throw badEntry("enter cards as numbers from 0 (joker) to 13");
    return Number(word.slice(0, 9));
  }

  override readAction(text: string): number {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length === 1 && /^[0-9]+$/.test(words[0] as string)) {
      return super.readAction(`declare ${words[0]}`);
    }
    if (words[0] === "lay") {
      const cards = words.slice(1).map((word) => (word === "joker" ? JOKER : Number(word)));
      const found = range(this.about.rules.facts.actions.length - LAY).find(
        (i) => lay(LAY + i).join() === ascending(cards).join(),
      );
      if (found !== undefined) return LAY + found;
    }
    return super.readAction(text);
  }

  // Expected input

  private handSizes(): number[] {
    const { players } = this.about.rules;
    return range(players).map((seat) => Math.ceil((sum(COPIES) - seat) / players));
  }

  expects(): Expected {
    if (this.done) return expected({});
    if (this.world.player === CHANCE) {
      const size = this.handSizes()[this.seat] as number;
      const text = `Your hand (${size} cards, 0 is a joker)?`;
      return expected({ kind: "deal", text, hand_size: size });
    }
    const view = this.seen();
    const seat = this.world.player;
    const doubt = this.world.legal().includes(DOUBT);
    const board = view.board.map(({ seat: who, size, cards }) => ({
      ...{ seat: who, size, cards: cards.length > 0 ? cards : null },
    }));
    const name = this.seatName(seat);
    if (seat === this.seat || this.world.phase === "declare") {
      const asked = this.expectsAction(this.world.legal());
      const text = asked.yours ? asked.text : `Which number did ${name} declare?`;
      return { ...asked, text, doubt, board };
    }
    const most = Math.min(LAY_MAX, view.handSizes[seat] as number);
    const words = doubt ? "play, or did they doubt?" : "play?";
    const counts = range(most).map((i) => i + 1);
    const text = `How many cards did ${name} ${words}`;
    return expected({ kind: "lay", seat, text, counts, doubt, board });
  }

  // Entries

  protected describe(entry: Entry): [string, number | null] {
    const seat = this.world.player;
    const who = seat >= 0 ? this.seatName(seat) : "";
    if (entry.kind === "deal") return [`you are dealt ${handName(entry.hand)}`, null];
    if (entry.kind === "lay") return [`${who}: lays ${entry.count}`, seat];
    if (entry.kind === "doubt") {
      const shown = entry.plays.map(handName).join(" | ");
      const dropped = entry.dropped?.length ? `; dropped ${handName(entry.dropped)}` : "";
      return [`${who}: doubt, shown ${shown}${dropped}`, seat];
    }
    if (entry.kind === "action" && seat >= 0) return [`${who}: ${this.name(entry.action)}`, seat];
    return [entry.kind, null];
  }

  protected enter(entry: Entry): State {
    if (this.world.player === CHANCE) {
      if (entry.kind !== "deal") throw unexpected(`enter a deal first: ${this.expects().text}`);
      return this.deal(entry);
    }
    if (entry.kind === "doubt") return this.doubt(entry);
    if (entry.kind === "lay") return this.lay(entry);
    const action = this.ownAction(entry);
    if (action === DOUBT) {
      throw unexpected("a doubt reveals the board: enter the cards of each play with it");
    }
    if (action >= LAY && this.world.player !== this.seat) {
      throw unexpected("others play face down: enter how many cards");
    }
    return this.apply(action);
  }

  private deal(entry: Of<"deal">): State {
    const sizes = this.handSizes();
    const size = sizes[this.seat] as number;
    const hand = ascending(entry.hand);
    if (hand.length !== size || hand.some((card) => !(card >= 0 && card < VALUES))) {
      const text = `your hand needs ${size} cards from 0 (joker) to 13, not ${hand.length}`;
      throw badEntry(text);
    }
    const held = counted(hand);
    if (held.some((n, card) => n > (COPIES[card] as number)) || fours(hand).length > 0) {
      throw impossible("nobody is dealt four of a kind (rule 1), nor three jokers");
    }
    const left = COPIES.map((n, card) => n - (held[card] as number));
    const rest = left.flatMap((n, card) => range(n).map(() => card));
    const rng = this.stream(1);
    for (let i = 0; i < DEALS_MAX; ++i) {
      rng.shuffle(rest);
      let next = 0;
      const hands = sizes.map((n, seat) =>
        seat === this.seat ? hand : ascending(rest.slice(next, (next += n))),
      );
      if (hands.every((each) => fours(each).length === 0)) return this.afterChance({ hands });
    }
    throw new Error("a deal without four of a kind exists");
  }

  private lay({ count }: Of<"lay">): State {
    const seat = this.world.player;
    if (seat === this.seat) throw unexpected("enter which cards you play");
    if (this.world.phase === "declare") throw unexpected(`first: ${this.expects().text}`);
    const action = this.world.legal().find((each) => each >= LAY && lay(each).length === count);
    if (action === undefined) {
      const most = Math.min(LAY_MAX, this.seen().handSizes[seat] as number);
      throw impossible(`${this.seatName(seat)} plays 1 to ${most} cards, not ${count}`);
    }
    return this.apply(action);
  }

  // Doubts

  private doubt(entry: Of<"doubt">): State {
    if (!this.world.legal().includes(DOUBT)) {
      throw unexpected(`there is nothing to doubt: ${this.expects().text}`);
    }
    const view = this.seen();
    const plays = entry.plays.map(ascending);
    this.checkPlays(view, plays);
    const latest = plays.at(-1) as number[];
    const bluff = latest.some((card) => card !== JOKER && card !== view.number);
    const loser = bluff ? (view.board.at(-1)?.seat as number) : this.world.player;
    const last = bluff ? latest : latest.filter((card) => card !== JOKER);
    const taken = counted([...plays.slice(0, -1).flat(), ...last]);
    let dropped = ascending([...new Set(entry.dropped ?? [])]);
    if (loser === this.seat) dropped = this.ownDrops(view, taken, dropped);
    const laid = (seat: number) =>
      counted(plays.flatMap((cards, i) => (view.board[i]?.seat === seat ? cards : [])));
    const bound = HiddenCards.of(view).bounded((seat, value, c) => {
      const out = laid(seat)[value] as number;
      if (c < out) return false;
      const after = c - out + (taken[value] as number);
      return seat !== loser || value === JOKER || (after === FOUR) === dropped.includes(value);
    });
    if (bound.isImpossible) {
      throw impossible("no deal fits these cards, the dropped ones and the entries so far");
    }
    const drawn = bound.countAndDraw(this.stream(2));
    const hands = range(this.about.rules.players).map((seat) => {
      const place = bound.seats.indexOf(seat);
      if (seat === this.seat || place < 0) return seat === this.seat ? [...view.hand] : [];
      const out = laid(seat);
      return (drawn[place] as number[]).flatMap((n, value) =>
        range(n - (out[value] as number)).map(() => value),
      );
    });
    const board = view.board.map(({ seat }, i) => ({ seat, cards: plays[i] as number[] }));
    const world = rebuilt(this.about.rules, fill(view, hands, board));
    world.apply(DOUBT);
    return world;
  }

  private checkPlays(view: DubitoView, plays: number[][]): void {
    const sizes = view.board.map(({ size }) => size);
    if (plays.length !== sizes.length || plays.some((cards, i) => cards.length !== sizes[i])) {
      throw badEntry(`the plays on the board have ${sizes.join(", ")} cards`);
    }
    for (const [i, cards] of plays.entries()) {
      if (cards.some((card) => !(card >= 0 && card < VALUES))) {
        throw badEntry("cards are numbers from 1 to 13, or 0 for a joker");
      }
      const own = view.board[i]?.cards ?? [];
      if (own.length > 0 && cards.join() !== ascending(own).join()) {
        throw impossible(`you played ${handName(own)}, not ${handName(cards)}`);
      }
    }
  }

  /** The seat's own drops, which follow from its cards and need not be entered. */
  private ownDrops(view: DubitoView, taken: number[], said: number[]): number[] {
    const held = counted(view.hand);
    const drops = range(VALUES).filter(
      (value) => value !== JOKER && (held[value] as number) + (taken[value] as number) === FOUR,
    );
    if (said.length > 0 && said.join() !== drops.join()) {
      throw impossible(`you drop ${handName(drops)} here, not ${handName(said)}`);
    }
    return drops;
  }
}

export const mirror = (about: About) => new DubitoMirror(about);
