// What to do, how sure that is, every alternative, what will probably come of it, and why.
import type { JSX } from "preact";
import type { HintReply, Outlook } from "../../../frontend/src/messages";
import { showCard } from "../site/cards";

const BARS_MAX = 6;
const BID = 52; // the action id of a bid of 0
const LEVELS: Readonly<Record<string, string>> = {
  certain: "certain",
  high: "very likely best",
  fair: "probably best",
  low: "a close call",
};
const METHODS: Readonly<Record<string, string>> = {
  pimc: "solved deals that fit what you know",
  rollout: "played out deals that fit what you know",
  bidder: "played out deals that fit what you know",
};

const percent = (share: number): string => `${Math.round(100 * share)} %`;
const number = (value: number): string => String(Math.round(10 * value) / 10);

/** "Bid 2" or "Q♥". */
export const label = (action: number): string =>
  action >= BID ? `Bid ${action - BID}` : showCard(action);

const isRed = (action: number): boolean => action >= 13 && action < 39;

function Sign({ action }: { action: number }): JSX.Element {
  return <span class={isRed(action) ? "red" : ""}>{label(action)}</span>;
}

export function Advice({
  hint,
  notes,
  summary,
}: {
  hint: HintReply;
  notes: readonly string[];
  summary: string;
}): JSX.Element {
  const considered = hint.shares.filter((each) => each.share >= 0.005 || each.value !== null);
  const top = considered.slice(0, BARS_MAX);
  return (
    <div class="advice" role="status" data-action-id={hint.action}>
      <p class="quiet">{summary}</p>
      <p class="best">
        <strong>
          <Sign action={hint.action} />
        </strong>
        <span class="sure">{sure(hint)}</span>
      </p>
      {top.length > 1 && (
        <table>
          <caption class="hidden">Alternatives</caption>
          <tbody>
            {top.map((each) => (
              <tr key={each.action}>
                <th scope="row">
                  <Sign action={each.action} />
                </th>
                <td class="bar">
                  <i style={{ width: `${Math.max(1, 100 * each.share)}%` }} />
                </td>
                <td>{percent(each.share)}</td>
                {each.value !== null && <td class="value">{number(each.value)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {hint.outlook && <Ahead outlook={hint.outlook} />}
      {notes.map((note) => (
        <p class="note" key={note}>
          {note}
        </p>
      ))}
      <p class="quiet">{why(hint)}</p>
    </div>
  );
}

/** How sure the adviser is; a player by rules knows one action and no chances. */
function sure(hint: HintReply): JSX.Element {
  if (hint.shares.length === 1 && hint.kind !== "rule") return <small>nothing else is legal</small>;
  if (hint.shares_are === "certain") return <small>by its rules</small>;
  return (
    <>
      {percent(hint.confidence)} <small>{LEVELS[hint.level] ?? hint.level}</small>
    </>
  );
}

/** The expected score, the chance to meet the bid, and the distribution of tricks. */
function Ahead({ outlook }: { outlook: Outlook }): JSX.Element {
  const { expected, error, contract, totals } = outlook;
  return (
    <div class="ahead">
      <p>
        {expected !== null && (
          <span data-fact="expected">
            Expected score <b>{number(expected)}</b>
            {error !== null && error > 0 && <small> ± {number(error)}</small>}
          </span>
        )}
        {contract !== null && (
          <span data-fact="met">
            Bid met <b>{percent(contract)}</b>
          </span>
        )}
      </p>
      {totals.length > 0 && (
        <div class="tricks" role="img" aria-label={spoken(totals)}>
          {totals.map((each) => (
            <span key={each.low}>
              <i
                style={{ height: `${Math.max(1, 100 * each.share)}%` }}
                title={percent(each.share)}
              />
              <small>{each.low}</small>
            </span>
          ))}
        </div>
      )}
      {totals.length > 0 && <p class="quiet">tricks that you will take</p>}
    </div>
  );
}

const spoken = (totals: Outlook["totals"]): string =>
  totals.map((each) => `${each.low} tricks: ${percent(each.share)}`).join(", ");

function why(hint: HintReply): string {
  const who = hint.bot === "kibitz" ? "Kibitz" : hint.bot;
  const how = hint.method ? (METHODS[hint.method] ?? hint.method) : hint.kind;
  const worlds = hint.worlds === null ? "" : ` (${hint.worlds})`;
  return `${who}: ${how}${worlds}, ${hint.seconds.toFixed(1)} s`;
}
