// Each decision of one seat in a finished game, judged by what the seat could know: the twin of
// kibitz/advice/review.py.
import type { Judged, JudgedAction, ReviewReply, ReviewSum } from "../../messages";
import { CHANCE, type State } from "../engine";
import { Refusal } from "../refusal";
import { actionName, replayed, type Rules } from "../rules";
import type { GameScene } from "../scene";
import { range } from "../parts";
import type { Sample } from "../worlds";
import { chance, ownChance } from "./chance";
import { dealTables } from "./deal_tables";
import { Evaluator, type ActionValue } from "./evaluation";
import { exactCards, solvable, type Exact } from "./exact";
import { limits, rewardOf, type Decision, type GameAdvice } from "./game";
import { prospects } from "./prospects";
import { example, reason } from "./reasons";

const GRADES = ["best", "good", "inaccuracy", "mistake", "blunder"] as const;
const WORST = 3;
const FIRST_LOOK = 0.3; // of the progress
const REASONS = 0.1; // of the progress
const REASONS_MAX = 4;
const CHANCES_MAX = 24; // played out; a long game has them at every second or third decision

export interface Reviewed {
  rules: Rules;
  scene: GameScene;
  advice: GameAdvice;
  end: State; // the game as far as it went
  seat: number;
  sample: Sample;
  worlds: number; // the effort of a decision
  tables: boolean; // every deal solved for every trump
  unfinished: boolean; // somebody gave up
}

/** Judge a game step by step: every step gives the progress, and ends a little work. */
export function* review(game: Reviewed): Generator<[progress: number, soFar: ReviewReply]> {
  const { rules, scene, advice, end, seat } = game;
  if (!end.done && !game.unfinished) {
    throw new Refusal("not_over", "a game can only be reviewed once it is over");
  }
  if (!(seat >= 0 && seat < rules.players))
    throw new Refusal("bad_seat", `there is no seat ${seat}`);
  const own = decisions(rules, end, seat);
  const open = own.filter(({ choices }) => choices > 1);
  const found: ReviewReply = {
    game: rules.facts.name,
    seat,
    reward: rewardOf(rules),
    decisions: open.length,
    judged: [],
    worst: [],
    loss: 0,
    forced: own.length - open.length,
    tables: [],
    outcome: outcome(game),
    ended: "all",
  };
  const every = Math.ceil(open.length / CHANCES_MAX);
  const looks: Look[] = [];
  try {
    for (const [i, { ply }] of open.entries()) {
      const state = replayed(rules, end, ply);
      const view = scene.see(rules, state, seat);
      const action = end.actions()[ply] as number;
      const decision = { rules, scene, advice, view, state };
      const look = new Look(decision, ply, action, game.worlds, i % every === 0);
      looks.push(look);
      found.judged.push(look.judged());
      yield [(FIRST_LOOK * (i + 1)) / open.length, summed(found)];
    }
    for (const [i, look] of looks.entries()) {
      found.judged[i] = look.refined();
      const refined = ((1 - FIRST_LOOK - REASONS) * (i + 1)) / looks.length;
      yield [FIRST_LOOK + refined, summed(found)];
    }
    for (const [done, i] of costliest(found.judged).entries()) {
      found.judged[i] = (looks[i] as Look).explained(found.judged[i] as Judged, game.sample);
      yield [1 - REASONS * (1 - (done + 1) / (REASONS_MAX + 1)), summed(found)];
    }
    for (const table of game.tables ? dealTables(rules, advice, end) : []) {
      if (table) found.tables = [...found.tables, table];
      yield [1 - REASONS / (REASONS_MAX + 1), summed(found)];
    }
  } finally {
    for (const look of looks) look.free();
    end.free();
  }
  yield [1, summed(found)];
}

/** The places of the errors that get a reason, the costliest first. */
function costliest(judged: Judged[]): number[] {
  return range(judged.length)
    .filter((i) => GRADES.indexOf((judged[i] as Judged).grade) > 1)
    .toSorted((a, b) => (judged[b] as Judged).loss - (judged[a] as Judged).loss)
    .slice(0, REASONS_MAX);
}

function summed(found: ReviewReply): ReviewReply {
  const lost = found.judged.filter(({ loss }) => loss > 0);
  const worst = lost.toSorted((a, b) => b.loss - a.loss || a.ply - b.ply).slice(0, WORST);
  const loss = found.judged.reduce((sum, each) => sum + each.loss, 0);
  return { ...found, judged: [...found.judged], worst: worst.map(({ ply }) => ply), loss };
}

/** What a review of one's own seat came to, for the statistics. */
export function reviewSum({ reward, judged, loss }: ReviewReply): ReviewSum {
  const count = (grade: string) => judged.filter((each) => each.grade === grade).length;
  return {
    reward,
    decisions: judged.length,
    loss,
    grades: Object.fromEntries(GRADES.map((grade) => [grade, count(grade)])),
    start: judged.find((each) => each.chance !== null)?.chance?.value ?? null,
  };
}

/** How the game ended for the side, as a chance to win. */
function outcome({ rules, advice, end, seat }: Reviewed): number | null {
  if (rules.players === 1 || !end.done) return null;
  if (advice.result) return advice.result(end, seat);
  return (end.outcome()[seat] as number) * (rules.facts.sides[seat]?.length ?? 1);
}

/** The plies at which a seat decided, and how many actions it had. */
function decisions(rules: Rules, end: State, seat: number): { ply: number; choices: number }[] {
  const state = replayed(rules, end, 0);
  const outcomes = end.flatChance();
  const found: { ply: number; choices: number }[] = [];
  end.actions().forEach((action, ply) => {
    if (state.player === seat) found.push({ ply, choices: state.legal().length });
    state.apply(action);
    for (let next = state.flatChance().length; state.player === CHANCE; ++next) {
      const outcome = outcomes[next];
      if (!outcome) break;
      state.take(outcome);
    }
  });
  state.free();
  return found;
}

/** One decision, judged at first sight and again when it is refined. */
class Look {
  private readonly evaluator: Evaluator;
  private readonly solved: Map<number, Exact>; // with the true cards
  private chance: Judged["chance"] = null;
  private asked = false;

  constructor(
    private readonly decision: Decision,
    private readonly ply: number,
    private readonly action: number,
    worlds: number,
    private readonly playsOut: boolean,
  ) {
    this.evaluator = new Evaluator(decision, action, worlds);
    this.solved = solvable(decision.view) ? exactCards(decision.state) : new Map<number, Exact>();
  }

  free(): void {
    this.decision.state.free();
  }

  refined(): Judged {
    this.evaluator.refine();
    return this.judged();
  }

  /** Add why the better action is better. */
  explained(judged: Judged, sample: Sample): Judged {
    const { decision, evaluator } = this;
    const both: [number, number] = [judged.best, judged.action];
    const { actions } = evaluator.result();
    const valued = both.map((action) => actions.find((each) => each.action === action));
    const why = reason(decision, sample, valued as [ActionValue, ActionValue], evaluator.seed);
    return {
      ...judged,
      reason: why,
      prospects: why ? null : prospects(decision, sample, both, evaluator.seed),
      example: example(decision, sample, both, evaluator.seed),
    };
  }

  judged(): Judged {
    const { rules, state, view } = this.decision;
    const found = this.evaluator.result();
    const own = found.actions.find(({ action }) => action === this.action);
    const first = found.actions[0];
    if (!own || !first) throw new Error("an evaluation without the action that was made");
    // An action that is exactly as good as the best one is the best.
    const best = own.loss === 0 ? own : first;
    const clear = own.loss > own.lossError;
    const most = Math.max(...[...this.solved.values()].map(({ margin }) => margin));
    const margin = (action: number) => this.solved.get(action)?.margin;
    const solved = this.solved.size > 0;
    const rows = found.actions.map(
      ({ action, name, value, error }): JudgedAction => ({
        ...{ action, name, value, error },
        double_dummy: margin(action) ?? null,
      }),
    );
    rows.sort(
      (a, b) =>
        b.value - a.value ||
        Number(a.action !== best.action) - Number(b.action !== best.action) ||
        a.action - b.action,
    );
    const meant = ownChance(this.decision, found);
    if (meant) {
      this.chance = meant;
    } else if (this.playsOut && !this.asked) {
      this.asked = true;
      this.chance = chance(this.decision, found, this.evaluator.seed);
    }
    return {
      ply: this.ply,
      deal: Math.max(1, state.flatChance().length),
      phase: view.phase,
      action: this.action,
      name: actionName(rules, this.action),
      best: best.action,
      best_name: best.name,
      loss: own.loss,
      error: best === own ? null : own.lossError,
      clear,
      double_dummy_loss: solved ? most - (margin(this.action) as number) : null,
      double_dummy_best: solved
        ? [...this.solved.keys()].filter((action) => margin(action) === most)
        : null,
      method: found.method,
      worlds: found.worlds,
      actions: rows,
      grade: grade(rules, own.loss, clear),
      chance: this.chance,
      reason: null,
      prospects: null,
      example: null,
    };
  }
}

function grade(rules: Rules, loss: number, clear: boolean): Judged["grade"] {
  if (loss <= 0) return "best";
  if (!clear) return "good";
  return GRADES[1 + limits(rules).filter((limit) => loss >= limit).length] as Judged["grade"];
}
