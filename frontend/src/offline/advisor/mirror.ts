// A game at a kitchen table, mirrored: what one seat sees, with no access to the truth. The twin of
// kibitz/advice/advisor/mirror.py, which explains why any world that fits will do.
import type { Expected } from "../../messages";
import { CHANCE, type State } from "../engine";
import { mix, Stream } from "../rng";
import { act, actionName, type Rules } from "../rules";
import type { GameScene, View } from "../scene";
import { flatten, short } from "../shape";
import { Refusal } from "../refusal";
import type { Sample } from "../worlds";
import { badEntry, impossible, unexpected, type Entry } from "./entries";

/** What a game gives its mirror. */
export interface About {
  rules: Rules;
  scene: GameScene;
  sample: Sample;
  seat: number;
}

const NOTHING: Expected = {
  ...{ kind: "over", seat: null, yours: false, text: "The game is over.", hand_size: null },
  ...{ dealer: null, turned: false, actions: [], names: [], counts: [], doubt: false, board: [] },
};

/** What to enter next, with the fields that are given. */
export const expected = (given: Partial<Expected>): Expected => ({ ...NOTHING, ...given });

/** One seat's game; a game's own defines how entries change it. W is what is kept after each entry. */
export abstract class Mirror<W = State> {
  readonly seats: readonly string[] = []; // their names, if the game has any
  readonly announcement: string | null = null; // the word that may follow a card
  readonly entries: Entry[] = [];
  readonly described: { text: string; seat: number | null }[] = [];
  protected readonly after: W[] = []; // after each number of entries

  constructor(readonly about: About) {
    this.after.push(this.begin());
  }

  /** Some world that fits: not the truth, and never shown. */
  abstract get world(): State;
  abstract expects(): Expected;
  /** How many deals fit, where that is possible. */
  abstract worlds(): bigint | null;
  protected abstract begin(): W;
  /** What is kept after an entry. */
  protected abstract enter(entry: Entry): W;
  /** An entry in words, before it is applied. */
  protected abstract describe(entry: Entry): [text: string, seat: number | null];

  get seat(): number {
    return this.about.seat;
  }
  get done(): boolean {
    return this.world.done;
  }
  get begun(): boolean {
    return this.world.start !== null || this.world.flatChance().length > 0;
  }
  /** What the seat knows, which is the same in every such world. */
  view(): View {
    return this.about.scene.see(this.about.rules, this.world, this.seat);
  }

  /** Apply entries up to the first that does not fit; its refusal, if any. */
  enterAll(entries: Entry[]): Refusal | null {
    for (const entry of entries) {
      try {
        this.add(entry);
      } catch (error) {
        if (error instanceof Refusal) return error;
        throw error;
      }
    }
    return null;
  }

  add(entry: Entry): void {
    if (this.done) throw unexpected("the game is over");
    const [text, seat] = this.describe(entry);
    const next = this.enter(entry);
    this.after.push(next);
    this.entries.push(entry);
    this.described.push({ text, seat });
  }

  seatName(seat: number): string {
    if (seat === this.seat) return "you";
    return this.seats[seat] ?? `seat ${seat}`;
  }

  name(action: number): string {
    return actionName(this.about.rules, this.checked(action));
  }

  /** An id inside the action space, legal or not. */
  checked(action: number): number {
    const { name, actions } = this.about.rules.facts;
    if (action >= 0 && action < actions.length) return action;
    const text = `${name} has actions 0 to ${actions.length - 1}, not ${short(action)}`;
    throw new Refusal("bad_action", text);
  }

  /** The random stream for this point in the game. */
  protected stream(salt: number): Stream {
    return new Stream(mix(BigInt(salt), this.entries.length));
  }

  protected afterChance(outcome: unknown): State {
    const world = this.world.copy();
    world.take(flatten(this.about.rules.facts.chance, outcome));
    return world;
  }

  /** The world after a legal action. */
  protected apply(action: number): State {
    const world = this.world.copy();
    act(this.about.rules, world, action);
    return world;
  }

  protected expectsAction(actions: number[]): Expected {
    const seat = this.world.player;
    const yours = seat === this.seat;
    return expected({
      ...{ kind: "action", seat, yours, actions, names: actions.map((each) => this.name(each)) },
      text: yours ? "Your turn: what do you do?" : `What did ${this.seatName(seat)} do?`,
    });
  }

  /** The action of an entry for the seat to act. */
  protected ownAction(entry: Entry): number {
    if (this.world.player === CHANCE) throw unexpected(`first: ${this.expects().text}`);
    if (entry.kind !== "action") {
      throw unexpected(`enter an action first: ${this.expects().text}`);
    }
    return this.checked(entry.action);
  }

  protected refuse(action: number, why: string): Refusal {
    const who = this.seatName(this.world.player);
    return impossible(`${who} cannot have played ${this.name(action)}: ${why}`);
  }

  protected illegal(action: number): Refusal {
    const text = `${this.name(action)} is impossible here: ${this.expects().text}`;
    return new Refusal("illegal_action", text);
  }

  /** The card that an action plays, if any. */
  cardOf(_: number): number | null {
    return null;
  }

  /** Parse a card as people write it. */
  readCard(word: string): number {
    const action = this.findAction(word);
    const card = action === null ? null : this.cardOf(action);
    if (card === null) {
      throw badEntry(`${short(word)} is not a card; write cards like AS, 10H or 7C`);
    }
    return card;
  }

  /** Parse an action as people write it. */
  readAction(text: string): number {
    const action = this.findAction(text);
    if (action === null) throw badEntry(`${short(text)} is not an action`);
    return action;
  }

  protected findAction(text: string): number | null {
    const plain = (name: string) =>
      name
        .toLowerCase()
        .split(/\s+/)
        .filter(Boolean)
        .join(" ")
        .replace(/^10(?=[shdc]$)/, "t");
    const found = this.about.rules.facts.actions.findIndex((name) => plain(name) === plain(text));
    return found < 0 ? null : found;
  }
}
