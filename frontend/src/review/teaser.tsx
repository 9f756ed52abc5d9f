// At the end of a game: its review begins by itself, and says in a line what it finds.
import { Fragment, type JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { Result } from "../messages";
import { percent } from "../numbers";
import { settings } from "../settings";
import { countOf, GRADES, GradeSign } from "./grades";
import { keyOf, reviewed, startReview } from "./reviews";
import { t } from "./texts";
import "./styles.css";

export function ReviewTeaser({
  result,
  seat,
}: {
  result: Result;
  seat: number;
}): JSX.Element | null {
  const game = { record: result.record_id };
  const now = reviewed(keyOf(game, seat));
  useEffect(() => {
    if (!settings.value.reviews || now.reply || now.running) return;
    void startReview(game, seat);
  }, [result.record_id]);
  if (!now.reply && !now.running) return null;
  const judged = now.reply?.judged ?? [];
  const errors = GRADES.slice(2).filter((grade) => countOf(judged, grade) > 0);
  return (
    <p class="review-teaser" role="status">
      {now.running && errors.length === 0 ? (
        t("reviewing")
      ) : (
        <a href={`#/record/${result.record_id}`} data-action="see-review">
          {errors.length === 0
            ? t("review_done", { errors: t("no_errors") })
            : errors.map((grade, i) => (
                <Fragment key={grade}>
                  {i > 0 && " "}
                  <span class="unbroken">
                    <GradeSign grade={grade} />{" "}
                    {t(`grades_${grade}`, { count: countOf(judged, grade) })}
                  </span>
                </Fragment>
              ))}
        </a>
      )}{" "}
      {now.running && (
        <small class="quiet" aria-hidden="true">
          {errors.length > 0 && `${t("reviewing")} `}
          {percent(now.progress)}
        </small>
      )}
    </p>
  );
}
