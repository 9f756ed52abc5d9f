// Texts of the advisor.
import { both, speaker } from "../text";

export const texts = both(
  {
    title: "Advisor",
    intro:
      "Playing with real cards at a real table? Enter what you see, and ask for advice when it is your turn.",
    my_seat: "My seat",
    start_over: "Start over",
    entries: "Entries",
    no_entries: "None yet.",
    remove_entry: "Remove entry {number}",
    undo_entry: "Undo last entry",
    drop_entry: "Remove it",
    worlds_left: "Possible deals: {count}",
    what_to_do: "What should I do?",
    at_once: "Enter a whole position",
    at_once_help:
      "Your hand as dealt, then bids and cards in the order of play, separated by semicolons. This replaces the entries above.",
    entry_deal: "You are dealt",
    entry_join: "You join round {round} with",
    entry_roll: "The dice: {dice}",
    entry_lay: "{count} {count:card|cards} face down",
    entry_doubt: "doubt, shown {cards}",
    enter_next: "Next entry",
    enter_deal: "Which cards were you dealt?",
    enter_own: "Your turn: what do you do?",
    enter_on_table: "Play it on the table below.",
    enter_other: "What does {name} do?",
  },
  {
    title: "Conseiller",
    intro:
      "Vous jouez avec de vraies cartes ? Saisissez ce que vous voyez et demandez conseil quand vient votre tour.",
    my_seat: "Ma place",
    start_over: "Recommencer",
    entries: "Saisies",
    no_entries: "Aucune pour l’instant.",
    remove_entry: "Supprimer la saisie {number}",
    undo_entry: "Annuler la dernière saisie",
    drop_entry: "La supprimer",
    worlds_left: "Donnes possibles : {count}",
    what_to_do: "Que jouer ?",
    at_once: "Saisir une position entière",
    at_once_help:
      "Votre main telle qu’elle a été distribuée, puis les annonces et les cartes dans l’ordre du jeu, séparées par des points-virgules. Cela remplace les saisies ci-dessus.",
    entry_deal: "Vous recevez",
    entry_join: "Vous arrivez à la manche {round} avec",
    entry_roll: "Les dés : {dice}",
    entry_lay: "{count} {count:carte|cartes} face cachée",
    entry_doubt: "doute, on voit {cards}",
    enter_next: "Saisie suivante",
    enter_deal: "Quelles cartes avez-vous reçues ?",
    enter_own: "À vous : que faites-vous ?",
    enter_on_table: "Jouez votre coup sur la table ci-dessous.",
    enter_other: "Que fait {name} ?",
  },
);

export const { t } = speaker(texts);
