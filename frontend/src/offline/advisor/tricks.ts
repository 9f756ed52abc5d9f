// The advisor's trick-taking games: the twin of kibitz/advice/advisor/tricks.py, which explains how a
// world is found in which another seat plays a card.
import type { Expected } from "../../messages";
import { assign, countAssignments } from "../assign";
import type { GameChecks } from "../checks";
import { CHANCE, NOBODY, type State } from "../engine";
import { range } from "../parts";
import { actionName, blank } from "../rules";
import type { Hidden, View } from "../scene";
import { rebuilt } from "../worlds";
import { badEntry, unexpected, type Entry, type Of } from "./entries";
import { expected, Mirror, type About } from "./mirror";

type TrickView = View & { hand: number[]; played: number[][] };
/** The cards that a seat must hold to play one, and a mask of those that it must not. */
export type Duties = [must: number[], never: bigint];

const bit = (mask: bigint, card: number): boolean => ((mask >> BigInt(card)) & 1n) === 1n;
const ascending = (cards: number[]) => cards.toSorted((a, b) => a - b);

export abstract class TrickMirror extends Mirror {
  readonly firstCard: number = 0; // the action id of card 0
  readonly cards: number = 52;
  readonly turned: boolean = false;

  constructor(
    about: About,
    protected readonly checks: GameChecks,
  ) {
    super(about);
  }

  abstract handSize(): number;
  /** The cards of the deck. */
  deck(): number[] {
    return range(this.cards);
  }
  join(_: Of<"join">): State {
    throw unexpected(`${this.about.rules.facts.title} is entered from its first deal`);
  }
  duties(card: number, belote: boolean): Duties | null {
    return belote ? null : [[card], 0n];
  }
  /** Whether belote is announced with this action in the kept world. */
  announces(_: number): boolean {
    return false;
  }

  get world(): State {
    return this.after.at(-1) as State;
  }
  protected begin(): State {
    return blank(this.about.rules);
  }

  /** Who deals next, if the rules determine it. */
  dealer(): number | null {
    const { dealer } = this.world.position<{ dealer: number }>();
    return dealer === NOBODY ? null : (dealer + 1) % this.about.rules.players;
  }

  override cardOf(action: number): number | null {
    const card = action - this.firstCard;
    return card >= 0 && card < this.cards ? card : null;
  }

  protected seen(world = this.world): TrickView {
    const { rules, scene } = this.about;
    return scene.see(rules, world, this.seat) as TrickView;
  }

  protected unseen(view: View = this.seen()): Hidden {
    const { hidden } = this.about.scene;
    if (!hidden) throw new Error("a game of tricks hides cards");
    return hidden(view);
  }

  worlds(): bigint | null {
    if (this.done || this.world.player === CHANCE) return null;
    const { cards, sizes, excluded } = this.unseen();
    return countAssignments(cards, sizes, excluded);
  }

  // Expected input

  expects(): Expected {
    if (this.done) return expected({});
    if (this.world.player === CHANCE) return this.expectsDeal();
    if (this.world.player === this.seat || this.world.phase !== "play") {
      return this.expectsAction(this.world.legal());
    }
    return this.expectsAction(this.possibleCards());
  }

  private expectsDeal(): Expected {
    const [size, dealer] = [this.handSize(), this.dealer()];
    const who = dealer === null ? "who dealt" : `dealt by ${this.seatName(dealer)}`;
    const turned = this.turned ? ", and the card turned up" : "";
    const text = `Your hand (${size} card${size === 1 ? "" : "s"}), ${who}${turned}?`;
    return expected({ kind: "deal", text, hand_size: size, dealer, turned: this.turned });
  }

  /** The cards that the seat to act may play in some world. */
  private possibleCards(): number[] {
    const legal = this.world.legal();
    const unseen = this.unseen();
    return unseen.cards
      .map((card) => this.firstCard + card)
      .filter((action) => legal.includes(action) || this.couldPlay(action, unseen));
  }

  /** Whether some world fits this play, without building one. */
  private couldPlay(action: number, unseen: Hidden): boolean {
    const card = this.cardOf(action) as number;
    const excluded = unseen.excluded[unseen.seats.indexOf(this.world.player)] as bigint;
    for (const belote of [false, true]) {
      const duties = this.duties(card, belote);
      if (!duties) continue;
      if (duties[0].some((each) => !unseen.cards.includes(each) || bit(excluded, each))) continue;
      const dealt = this.dealtAnyhow(duties, unseen);
      dealt.force(action);
      const over = dealt.phase !== "play";
      const shown = over ? null : this.unseen(this.seen(dealt));
      dealt.free();
      if (!shown) {
        const world = this.fit(action, belote); // the deal is over
        world?.free();
        if (world) return true;
      } else if (countAssignments(shown.cards, shown.sizes, shown.excluded) > 0n) return true;
    }
    return false;
  }

  /** The kept world with the hidden hands changed so that the seat to act can play; to be freed. */
  private dealtAnyhow([must, never]: Duties, unseen: Hidden): State {
    const { hands } = this.world.position<{ hands: number[][] }>();
    // Cards that it must not hold go to others.
    let rest = [...must];
    const others = unseen.cards.filter((card) => !must.includes(card));
    rest.push(...others.filter((card) => !bit(never, card)));
    rest.push(...others.filter((card) => bit(never, card)));
    const first = this.world.player;
    const now = [...hands];
    for (const seat of unseen.seats.toSorted((a, b) => Number(a !== first) - Number(b !== first))) {
      const size = (hands[seat] as number[]).length;
      now[seat] = ascending(rest.slice(0, size));
      rest = rest.slice(size);
    }
    return this.world.withHands(now);
  }

  // Entries

  protected describe(entry: Entry): [string, number | null] {
    const cards = (hand: number[]) => hand.map((card) => this.cardName(card)).join(" ");
    if (entry.kind === "deal") return [`you are dealt ${cards(entry.hand)}`, null];
    if (entry.kind === "join") {
      return [`you join round ${(entry.round ?? 0) + 1} with ${cards(entry.hand)}`, null];
    }
    const seat = this.world.player;
    if (entry.kind === "action" && seat >= 0) {
      const belote = entry.belote ? ", belote" : "";
      return [`${this.seatName(seat)}: ${this.name(entry.action)}${belote}`, seat];
    }
    return [entry.kind, null];
  }

  private cardName(card: number): string {
    if (!(card >= 0 && card < this.cards)) {
      throw badEntry(`cards must be numbers from 0 to ${this.cards - 1}, not ${card}`);
    }
    return actionName(this.about.rules, this.firstCard + card);
  }

  protected enter(entry: Entry): State {
    if (entry.kind === "join") {
      if (this.entries.length > 0) {
        throw unexpected("you can join a game only with the first entry");
      }
      return this.join(entry);
    }
    if (this.world.player === CHANCE) {
      if (entry.kind !== "deal") throw unexpected(`enter a deal first: ${this.expects().text}`);
      return this.deal(entry);
    }
    const action = this.ownAction(entry);
    const belote = entry.kind === "action" && entry.belote === true;
    const card = this.cardOf(action);
    if (this.world.player === this.seat || this.world.phase !== "play") return this.apply(action);
    if (card === null) throw this.illegal(action);
    if (this.world.legal().includes(action) && this.announces(action) === belote) {
      return this.apply(action);
    }
    const found = this.fit(action, belote);
    if (!found) throw this.refuse(action, this.whyNot(card, belote));
    return found;
  }

  /** The seat's own hand, and the rest of the deck at random. */
  private deal({ hand, dealer: given = null, turned = null }: Of<"deal">): State {
    const [size, known] = [this.handSize(), this.dealer()];
    if (hand.length !== size || new Set(hand).size !== size) {
      throw badEntry(`a hand needs ${size} different cards here, not ${hand.length}`);
    }
    for (const card of hand) this.cardName(card);
    const dealer = given ?? known;
    if (dealer === null) throw badEntry("enter who dealt");
    if (this.turned && turned === null) throw badEntry("enter which card was turned up");
    const rest = this.deck().filter((card) => !hand.includes(card) && card !== turned);
    this.stream(1).shuffle(rest);
    const hands = range(this.about.rules.players).map((seat) =>
      ascending(seat === this.seat ? hand : rest.splice(0, size)),
    );
    const outcome = { hands, dealer, ...(this.turned ? { turned } : {}) };
    return this.afterChance(this.checks.outcome(this.about.rules, this.world, outcome));
  }

  // Worlds

  /** A world in which the seat to act makes this play; null if there is none. */
  protected fit(action: number, belote: boolean): State | null {
    const dealt = this.holding(this.cardOf(action) as number, belote);
    if (!dealt) return null;
    const { rules, sample } = this.about;
    const chance = this.world.chance<{ hands: number[][] }>();
    let { start } = this.world;
    if (this.joined) start = { ...start, hands: dealt };
    else chance[chance.length - 1] = { ...chance.at(-1), hands: dealt };
    const after = rebuilt(rules, { chance, actions: this.world.actions(), start });
    after.force(action);
    const view = this.seen(after);
    after.free();
    const world = tried(() => sample(view, this.stream(2)));
    return world && rebuilt(rules, world);
  }

  /** All hands as dealt, with the card in the seat's hand and earlier plays fitting. */
  private holding(card: number, belote: boolean): number[][] | null {
    const view = this.seen();
    const unseen = this.unseen(view);
    const duties = this.duties(card, belote);
    if (!duties) return null;
    const [must, never] = duties;
    const player = this.world.player;
    const place = unseen.seats.indexOf(player);
    const mask = unseen.excluded[place] as bigint;
    if (must.some((each) => !unseen.cards.includes(each) || bit(mask, each))) return null;
    const sizes = unseen.sizes.map((n, p) => n - (p === place ? must.length : 0));
    if ((sizes[place] as number) < 0) return null;
    const excluded = unseen.excluded.map((each, p) => (p === place ? each | never : each));
    const rest = unseen.cards.filter((each) => !must.includes(each));
    const drawn = assign(rest, sizes, excluded, this.stream(3));
    if (!drawn) return null;
    const start = this.joined ? (this.world.start as { played: number[][] } | null) : null;
    const before = start?.played.flat() ?? [];
    const hands = view.played.map((cards) => cards.filter((each) => !before.includes(each)));
    hands[this.seat]?.push(...view.hand);
    hands[player]?.push(...must);
    unseen.seats.forEach((seat, i) => hands[seat]?.push(...(drawn[i] as number[])));
    return hands.map(ascending);
  }

  /** Whether this is the round that the seat joined. */
  private get joined(): boolean {
    return this.world.start !== null && this.world.flatChance().length === 0;
  }

  protected whyNot(card: number, _: boolean): string {
    const view = this.seen();
    const unseen = this.unseen(view);
    if (view.hand.includes(card)) return "that card is in your own hand";
    if (view.played.flat().includes(card)) return "that card has already been played";
    if (!unseen.cards.includes(card)) return "that card is not in play";
    const mask = unseen.excluded[unseen.seats.indexOf(this.world.player)] as bigint;
    if (bit(mask, card)) return "an earlier play proves that this hand does not have it";
    return "no deal fits this play and the entries so far";
  }
}

/** What a call gives; null if no world fits. */
function tried<T>(call: () => T): T | null {
  try {
    return call();
  } catch {
    return null;
  }
}
