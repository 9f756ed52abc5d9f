// The advisor's Qwixx: the twin of kibitz/advice/games/qwixx/mirror.py. Where all decide on the white sum
// at once, the own decision comes first, and `pass` stands in for those that are not known yet.
import type { Expected } from "../../messages";
import { badEntry, unexpected, type Entry } from "../../offline/advisor/entries";
import { expected, Mirror, type About } from "../../offline/advisor/mirror";
import { CHANCE, type State } from "../../offline/engine";
import { range } from "../../offline/parts";
import { Refusal } from "../../offline/refusal";
import { blank } from "../../offline/rules";
import { PASS, type Position } from "./scene";

/** A state, and the decisions of its white step so far. */
interface Step {
  start: State;
  decided: [seat: number, action: number][];
}

class QwixxMirror extends Mirror<Step> {
  protected begin(): Step {
    return { start: blank(this.about.rules), decided: [] };
  }

  private get step(): Step {
    return this.after.at(-1) as Step;
  }

  /** Whether decisions are simultaneous here. */
  private get isHidden(): boolean {
    const { options, players } = this.about.rules;
    const { phase } = this.step.start;
    return phase === "white" && options["order"] === "simultaneous" && players > 1;
  }

  /** In a white step: the world at the seat's decision, or after it if others come later. */
  get world(): State {
    const { start, decided } = this.step;
    if (!this.isHidden) return start;
    const order = this.order();
    const known = new Map(decided);
    const place = order.indexOf(this.seat);
    const upto = known.has(this.seat) && place < order.length - 1 ? place + 1 : place;
    return this.advanced(order.slice(0, upto).map((seat) => known.get(seat) ?? PASS));
  }

  /** The seats, starting with the active player. */
  private order(): number[] {
    const { active } = this.step.start.position<Position>();
    const { players } = this.about.rules;
    return range(players).map((i) => (active + i) % players);
  }

  private advanced(actions: number[]): State {
    const state = this.step.start.copy();
    for (const action of actions) state.apply(action);
    return state;
  }

  /** Whose decision is entered next in a white step; the seat's own comes first. */
  private asked(): number {
    const seats = this.step.decided.map(([seat]) => seat);
    if (!seats.includes(this.seat)) return this.seat;
    return this.order().find((seat) => !seats.includes(seat)) as number;
  }

  /** What a seat may decide in the white step. */
  private choices(seat: number): number[] {
    const state = this.advanced(range(this.order().indexOf(seat)).map(() => PASS));
    const legal = state.legal();
    state.free();
    return legal;
  }

  worlds(): bigint | null {
    return null;
  }

  expects(): Expected {
    if (this.done) return expected({});
    if (this.step.start.player === CHANCE) {
      const { active } = this.step.start.position<Position>();
      const who = active === this.seat ? "you roll" : `${this.seatName(active)} rolls`;
      const text = `The dice (${who}): white, white, red, yellow, green, blue?`;
      return expected({ kind: "roll", text });
    }
    if (!this.isHidden) return this.expectsAction(this.world.legal());
    const seat = this.asked();
    const actions = this.choices(seat);
    const yours = seat === this.seat;
    const text = yours
      ? "Everyone may use the white sum: what do you do?"
      : `What did ${this.seatName(seat)} do with the white sum?`;
    const names = actions.map((action) => this.name(action));
    return expected({ kind: "action", seat, yours, text, actions, names });
  }

  protected describe(entry: Entry): [string, number | null] {
    if (entry.kind === "roll") return [`dice ${entry.dice.join(" ")}`, null];
    if (entry.kind === "action" && this.step.start.player >= 0) {
      const seat = this.isHidden ? this.asked() : this.world.player;
      return [`${this.seatName(seat)}: ${this.name(entry.action)}`, seat];
    }
    return [entry.kind, null];
  }

  protected enter(entry: Entry): Step {
    const { start, decided } = this.step;
    if (start.player === CHANCE) {
      if (entry.kind !== "roll") throw unexpected(`enter a roll first: ${this.expects().text}`);
      const { dice } = entry;
      if (dice.length !== 6 || dice.some((die) => !(die >= 1 && die <= 6))) {
        throw badEntry("enter six dice from 1 to 6: white, white, red, yellow, green, blue");
      }
      const roll = dice.reduce((all, die) => 6 * all + die - 1, 0);
      return { start: this.afterChance(roll), decided: [] };
    }
    const action = this.ownAction(entry);
    if (!this.isHidden) return { start: this.apply(action), decided: [] };
    const seat = this.asked();
    const choices = this.choices(seat);
    if (!choices.includes(action)) {
      const names = choices.map((each) => this.name(each)).join(", ");
      const who = this.seatName(seat);
      const text = `${who} cannot choose ${this.name(action)} here; possible: ${names}`;
      throw new Refusal("illegal_action", text);
    }
    const now = [...decided, [seat, action] as [number, number]];
    if (now.length < this.about.rules.players) return { start, decided: now };
    const known = new Map(now);
    const all = this.order().map((each) => known.get(each) as number);
    return { start: this.advanced(all), decided: [] };
  }
}

export const mirror = (about: About) => new QwixxMirror(about);
