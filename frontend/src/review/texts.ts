// Texts of a finished game: replay and review.
import { both, speaker } from "../text";

export const texts = both(
  {
    to_records: "Back to the games",
    download_record: "Download record",
    review: "Review",
    review_mine: "Review my game",
    review_of: "Review {name}’s play",
    review_text:
      "Grades every decision by what the player could know, averaged over sampled deals. The verdict with all cards visible stands beside it.",
    review_sum: "Expected loss: {loss} {unit}, over {count} {count:decision|decisions}.",
    review_forced: "({count} more {count:move was|moves were} forced.)",
    review_nothing: "No mistakes found.",
    worst_three: "Worst three",
    all_decisions: "All decisions",
    better: "better:",
    could_know: "As known then",
    cards_seen: "All cards visible",
    with_all_cards: "with all cards visible: {loss}",
    unit_margin: "points ahead of the others",
    unit_points: "points",
    unit_outcome: "of a win",
    unit_soft: "of a win, estimated from the final scores",
    double_dummy: "Double-dummy table",
    double_dummy_of: "Double-dummy table, deal {deal}",
    double_dummy_text:
      "All cards visible and perfect play: what {side} and the other side take, by leader and trump. A star means every trick.",
    leader: "Lead",
  },
  {
    to_records: "Retour aux parties",
    download_record: "Télécharger la partie",
    review: "Analyse",
    review_mine: "Analyser mon jeu",
    review_of: "Analyser le jeu de {name}",
    review_text:
      "Juge chaque décision d’après ce que le joueur pouvait savoir, en moyenne sur des donnes simulées. Le verdict à cartes visibles figure à côté.",
    review_sum: "Perte attendue : {loss} {unit}, sur {count} {count:décision|décisions}.",
    review_forced: "({count} {count:autre coup était forcé|autres coups étaient forcés}.)",
    review_nothing: "Aucune erreur trouvée.",
    worst_three: "Les trois pires",
    all_decisions: "Toutes les décisions",
    better: "mieux :",
    could_know: "Sans voir les mains",
    cards_seen: "Cartes visibles",
    with_all_cards: "à cartes visibles : {loss}",
    unit_margin: "points d’avance sur les autres",
    unit_points: "points",
    unit_outcome: "de victoire",
    unit_soft: "de victoire, estimés d’après les scores finaux",
    double_dummy: "Tableau à cartes visibles",
    double_dummy_of: "Tableau à cartes visibles, donne {deal}",
    double_dummy_text:
      "Toutes les cartes visibles et jeu parfait : ce que font {side} et l’autre camp, selon l’entame et l’atout. Une étoile : tous les plis.",
    leader: "Entame",
  },
);

export const { t, find } = speaker(texts);
