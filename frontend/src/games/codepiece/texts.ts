// Texts of Codepiece.
import { both, speaker } from "../../text";

export const texts = both(
  {
    all_passed: "Everybody passed. 7 tricks: {name}",
    about:
      "Two against two with 52 cards. One bid each; the highest bidder names trump. Beat the trick whenever you can.",
    total_of: "Total / {target}",
    needs: "Needs",
    sum_needed: "Needed",
    sum_made: "{name} made the contract: {contract}.",
    sum_failed: "{name} can no longer make the contract, {contract}, so the deal ends.",
    ended_by_deals: "All {count} deals are played.",
    ended_by_target: "{name} reached {target} points.",
    contract_tricks: "{count} {count:trick|tricks} with {suit}",
    how_many: "How many tricks?",
    name_trump: "Name the trump suit",
    names_trump: "{name} is choosing trump",
    you_name_trump: "Choose trump",
    trump_is: "Trump {suit}",
  },
  {
    all_passed: "Tout le monde a passé. 7 plis : {name}",
    about:
      "Deux contre deux, avec 52 cartes. Une seule annonce chacun ; qui annonce le plus haut choisit l’atout. Il faut monter dès qu’on le peut.",
    total_of: "Total sur {target}",
    needs: "Reste à faire",
    sum_needed: "À faire",
    sum_made: "{name} : {contract}, contrat réussi.",
    sum_failed:
      "{name} : {contract}, contrat chuté. Il n’est plus faisable : la donne s’arrête là.",
    ended_by_deals: "Les {count} donnes sont jouées.",
    ended_by_target: "{name} : les {target} points sont atteints.",
    contract_tricks: "{count} {count:pli|plis} à {suit}",
    how_many: "Combien de plis ?",
    name_trump: "Choisissez l’atout",
    names_trump: "{name} choisit l’atout",
    you_name_trump: "Choisissez l’atout",
    trump_is: "Atout {suit}",
  },
);

export const { t, find } = speaker(texts);
