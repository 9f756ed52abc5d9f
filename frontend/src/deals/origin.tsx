// What a known deal adds to the end of a game: how others did with it.
import type { JSX } from "preact";
import type { TableMessage } from "../messages";
import { ChallengeResult } from "./challenge";
import { t } from "./texts";

export function OriginResult({ table }: { table: TableMessage }): JSX.Element | null {
  const { origin, game } = table.setup;
  if (!origin || table.game !== 1) return null;
  if (origin.day)
    return (
      <p>
        <a class="button" href={`#/daily/${game}`} data-action="compare">
          {t("compare")}
        </a>
      </p>
    );
  return origin.record && origin.ply === 0 ? <ChallengeResult record={origin.record} /> : null;
}
