// Texts of the explorer.
import { both, speaker } from "../text";

export const texts = both(
  {
    title: "Explorer",
    new_deal: "New deal",
    undo_all: "Undo all",
    share_link: "Copy link",
    opinions: "What the bots think",
    bots_asked: "Bots to ask: {bots}",
    nothing_to_decide: "There is nothing to decide here.",
    solver_knows: "Solver, all cards visible",
    sides: "Sides",
    margin: "Margin",
    hands_text: "Hands as text",
    not_a_card: "{word} is not a card of this game.",
    as_text: "Position as text",
    as_text_help:
      "Any position the rules can start from, as JSON; the README of the game lists the fields.",
    compact_text: "Copy or paste the deal (CFN)",
    compact_text_help: "The deal, the auction and the play in one line, like FEN in chess.",
    copy_text: "Copy",
    apply: "Apply",
    change_deal: "Edit the deal",
    change_deal_help: "Select two cards to swap them. Moves made so far are undone.",
    stock: "Stock",
    worth: "What the position is worth",
    worth_by: "By {bot}",
  },
  {
    title: "Explorateur",
    new_deal: "Nouvelle donne",
    undo_all: "Tout annuler",
    share_link: "Copier le lien",
    opinions: "L’avis des robots",
    bots_asked: "Robots consultés : {bots}",
    nothing_to_decide: "Il n’y a rien à décider ici.",
    solver_knows: "Solveur, toutes cartes visibles",
    sides: "Camps",
    margin: "Écart",
    hands_text: "Mains en texte",
    not_a_card: "{word} n’est pas une carte de ce jeu.",
    as_text: "Position sous forme de texte",
    as_text_help:
      "Toute position de départ permise par les règles, en JSON ; le README du jeu en décrit les champs.",
    compact_text: "Copier ou coller la donne (CFN)",
    compact_text_help:
      "La donne, les enchères et le jeu de la carte en une ligne, comme la notation FEN aux échecs.",
    copy_text: "Copier",
    apply: "Appliquer",
    change_deal: "Modifier la donne",
    change_deal_help:
      "Choisissez deux cartes pour les échanger. Les coups déjà joués sont annulés.",
    stock: "Talon",
    worth: "Ce que vaut la position",
    worth_by: "Selon {bot}",
  },
);

export const { t } = speaker(texts);
