// Grades of decisions: their signs and colours, and how many of each a game has.
import type { JSX } from "preact";
import type { Judged } from "../messages";
import { t } from "./texts";

export type Grade = Judged["grade"];

export const GRADES: readonly Grade[] = ["best", "good", "inaccuracy", "mistake", "blunder"];
const SIGNS: Record<Grade, string> = {
  best: "★",
  good: "✓",
  inaccuracy: "?!",
  mistake: "?",
  blunder: "??",
};

export function isError(judged: Judged): boolean {
  return GRADES.indexOf(judged.grade) > 1;
}

export function GradeSign({ grade }: { grade: Grade }): JSX.Element {
  return (
    <span class={`grade grade-${grade}`} role="img" aria-label={t(`grade_${grade}`)}>
      {SIGNS[grade]}
    </span>
  );
}

export function countOf(judged: readonly Judged[], grade: Grade): number {
  return judged.filter((each) => each.grade === grade).length;
}

/** "★ 12  ✓ 5  ?! 1": the whole game at a glance. */
export function GradeCounts({ judged }: { judged: readonly Judged[] }): JSX.Element {
  return (
    <ul class="grade-counts">
      {GRADES.map((grade) => {
        const count = countOf(judged, grade);
        return (
          <li key={grade} class={count === 0 ? "none" : ""}>
            <GradeSign grade={grade} /> {t(`grades_${grade}`, { count })}
          </li>
        );
      })}
    </ul>
  );
}
