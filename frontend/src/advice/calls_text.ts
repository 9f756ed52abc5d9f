// Why a call in an auction is the better one: what it is worth against the other, then how often the
// contract that follows is made. The sentence of a hint and of a review.
import type { HintReply, Prospect, SeatInfo } from "../messages";
import { lossText } from "../review/loss_text";
import { percent } from "../numbers";
import { t } from "./texts";

const PASS = "pass"; // the name of the action, in every game that has one
const MOSTLY = 0.5; // of deals: the side of which it is worth speaking
const ALWAYS = 0.995; // rounds to 100 %
const LEVELS: ReadonlySet<string> = new Set(["certain", "high"]); // of confidence

interface Call {
  name: string; // of the action
  label: string;
}

/** Beside a hint in an auction. */
export function versusText(reply: HintReply, label: (name: string) => string): string | null {
  const { versus } = reply;
  if (!versus) return null;
  const [best, other] = [reply.name, versus.name].map((name) => ({ name, label: label(name) })) as [
    Call,
    Call,
  ];
  const names = { best: best.label, other: other.label };
  const loss = lossText(versus.loss, reply.reward ?? "", versus.error);
  // Not proven, but not a toss-up either: the sentence must not deny the confidence beside it.
  const likely = versus.loss > 0 && LEVELS.has(reply.level);
  const worth = versus.clear
    ? t("versus_worth", { ...names, loss })
    : likely
      ? t("versus_likely", { ...names, loss })
      : t("versus_equal", names);
  if (versus.bids_met) {
    const [more, less] = versus.bids_met as [number, number];
    return `${worth} ${t("versus_met", { ...names, more: percent(more), less: percent(less) })}`;
  }
  return [worth, prospectsText([best, other], versus.prospects, true)].filter(Boolean).join(" ");
}

/** What follows the calls, as far as they are more than a pass. */
export function prospectsText(
  calls: readonly Call[],
  prospects: readonly Prospect[] | null,
  own: boolean, // the reader's side, not somebody else's
): string {
  return calls
    .flatMap(({ name, label }, i) => {
      const found = prospects?.[i];
      return found && name !== PASS ? [prospectText(label, found, own)] : [];
    })
    .join(" ");
}

function prospectText(call: string, found: Prospect, own: boolean): string {
  const us = found.plays >= MOSTLY || found.others_make === null;
  const [plays, makes] = us ? [found.plays, found.makes] : [found.others_play, found.others_make];
  if (makes === null) return ""; // nobody ever plays
  const who = us ? (own ? "ours" : "side") : own ? "theirs" : "other";
  const numbers = { call, plays: percent(plays), makes: percent(makes) };
  return t(plays >= ALWAYS ? `prospect_always_${who}` : `prospect_${who}`, numbers);
}

/** The seats of somebody else's review have no "your side". */
export const isOwn = (seats: readonly SeatInfo[], seat: number): boolean =>
  (seats[seat]?.side ?? [seat]).some((member) => seats[member]?.you);
