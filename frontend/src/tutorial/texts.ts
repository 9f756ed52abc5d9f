// Texts of the tutorials; what they teach is in each game's tutorial.json.
import { both, speaker } from "../text";

export const texts = both(
  {
    tutorial: "Learn {game}",
    step: "Step {step} of {count}",
    leave: "Leave",
    next: "Next",
    back: "Back",
    again: "Try again",
    finished: "That is all you need. The full rules are a click away.",
    play_now: "Play a game",
    full_rules: "Full rules",
    no_tutorial: "There is no tutorial for this game yet; here are its rules.",
  },
  {
    tutorial: "Apprendre : {game}",
    step: "Étape {step} sur {count}",
    leave: "Quitter",
    next: "Suivant",
    back: "Précédent",
    again: "Réessayer",
    finished: "Vous savez l’essentiel. Les règles complètes sont à un clic.",
    play_now: "Jouer une partie",
    full_rules: "Règles complètes",
    no_tutorial: "Ce jeu n’a pas encore de tutoriel ; voici ses règles.",
  },
);

export const { t } = speaker(texts);
