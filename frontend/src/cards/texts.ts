// Texts of cards and tricks.
import { both, speaker } from "../text";

export const texts = both(
  {
    suit_S: "spades",
    suit_H: "hearts",
    suit_D: "diamonds",
    suit_C: "clubs",
    rank_J: "jack",
    rank_Q: "queen",
    rank_K: "king",
    rank_A: "ace",
    card_name: "{rank} of {suit}",
    joker: "joker",
    chosen_of: "{count} of {max}",
    last_trick: "Last trick",
    this_trick: "Current trick",
    card_by: "{name}: {card}",
    wins: "wins",
    play_a_card: "Your turn: play a card",
    log_auction: "Bidding",
    log_trick: "Trick {number}",
  },
  {
    suit_S: "pique",
    suit_H: "cœur",
    suit_D: "carreau",
    suit_C: "trèfle",
    rank_J: "valet",
    rank_Q: "dame",
    rank_K: "roi",
    rank_A: "as",
    card_name: "{rank} de {suit}",
    joker: "joker",
    chosen_of: "{count} sur {max}",
    last_trick: "Dernier pli",
    this_trick: "Pli en cours",
    card_by: "{name} : {card}",
    wins: "remporte le pli",
    play_a_card: "À vous : jouez une carte",
    log_auction: "Enchères",
    log_trick: "Pli {number}",
  },
);

export const { t } = speaker(texts);
