// Texts of Oh Hell.
import { both, speaker } from "../../text";

export const texts = both(
  {
    about:
      "Bid how many tricks you will take, then take exactly that many. Hands shrink, then grow again.",
    option_largest: "Largest hand",
    option_help_largest: "Hands go down from this size to one, and up again",
    option_schedule: "Hand sizes",
    option_help_schedule: "One for each round, such as 5 4 3 2 1",
    option_hook: "Hook rule",
    option_help_hook: "The dealer’s bid may not make the bids add up to the tricks",
    option_trump_lead: "Leading trump",
    option_help_trump_lead: "Only once trump is broken, or at any time",
    option_miss: "A missed bid",
    option_help_miss: "Scores nothing, or one point per trick",
    option_no_trump_rounds: "Rounds without trump",
    option_help_no_trump_rounds: "How many of the last rounds have no trump",
    word_broken: "once broken",
    word_free: "at any time",
    word_zero: "nothing",
    word_tricks: "the tricks taken",

    round: "Round",
    log_round: "Round {number}",
    no_trump: "No trump",
    broken: "broken",
    bids_sum: "Bids",
    how_many_tricks: "How many tricks will you take?",
    tricks_of_bid: "{tricks} of {bid}",
    hook_rule: "The bids may not add up to the number of tricks",
  },
  {
    about:
      "Annoncez combien de plis vous ferez, puis faites-en exactement autant. Les mains rétrécissent, puis grandissent.",
    option_largest: "Plus grande main",
    option_help_largest: "Les mains descendent de cette taille jusqu’à une carte, puis remontent",
    option_schedule: "Tailles des mains",
    option_help_schedule: "Une par manche, par exemple 5 4 3 2 1",
    option_hook: "Contrainte du donneur",
    option_help_hook: "L’annonce du donneur ne doit pas rendre le total égal au nombre de plis",
    option_trump_lead: "Entamer atout",
    option_help_trump_lead: "Seulement après une coupe, ou à tout moment",
    option_miss: "Annonce manquée",
    option_help_miss: "Ne rapporte rien, ou un point par pli",
    option_no_trump_rounds: "Manches sans atout",
    option_help_no_trump_rounds: "Combien des dernières manches se jouent sans atout",
    word_broken: "après une coupe",
    word_free: "à tout moment",
    word_zero: "rien",
    word_tricks: "les plis faits",

    round: "Manche",
    log_round: "Manche {number}",
    no_trump: "Sans atout",
    broken: "coupé",
    bids_sum: "Annonces",
    how_many_tricks: "Combien de plis ferez-vous ?",
    tricks_of_bid: "{tricks} sur {bid}",
    hook_rule: "Le total des annonces ne doit pas égaler le nombre de plis",
  },
);

export const { t, find } = speaker(texts);
