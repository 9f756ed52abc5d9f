// Texts of the generic look.
import { both, speaker } from "../../text";

export const texts = both(
  {
    did: "{name}: {what}",
    log_move: "Move {number}",
    log_deal: "Deal",
    log_chance: "Chance",
    log_reveal: "Reveal",
    log_discard: "Discard",
    log_out: "Out",
  },
  {
    did: "{name} : {what}",
    log_move: "Coup {number}",
    log_deal: "Donne",
    log_chance: "Hasard",
    log_reveal: "Dévoilé",
    log_discard: "Défausse",
    log_out: "Sortie",
  },
);

export const { t, find } = speaker(texts);
