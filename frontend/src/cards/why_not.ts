// Why a card may not be played, said when somebody tries to. Read off the cards that may be: the games
// differ in when to trump and when to beat, but not in how that looks from the hand.
import type { CardFace } from "../messages";
import { suitName } from "./suit_signs";
import type { Suit } from "./suits";
import { t } from "./texts";

export function whyNot(
  card: CardFace,
  legal: readonly CardFace[],
  led: CardFace | undefined,
  trump: string | null,
): string {
  if (!led) return t("not_led");
  if (card.suit !== led.suit && legal.some((each) => each.suit === led.suit)) {
    return t("must_follow", { suit: suitName(led.suit as Suit) });
  }
  if (card.suit !== trump && legal.every((each) => each.suit === trump)) return t("must_trump");
  return t("must_beat");
}
