// Texts of the arena: leaderboards, matches and finished games.
import { both, speaker } from "../text";

export const texts = both(
  {
    title: "Arena",
    leaderboards: "Leaderboards",
    no_boards:
      "No match has been played yet. Leaderboards appear here once bots have played each other.",
    matches: "Matches",
    more: "More",
    match_title: "Match {number}",
    games: "Games",
    column_place: "Place",
    column_elo: "Elo",
    column_score: "Beats",
    column_wins: "Wins",
    column_points: "Points",
    column_ms_a_move: "ms/move",
    column_seats: "Seats",
    column_forfeits: "Forfeits",
    fails: "forfeits often",
    even_text: "An even share of the win is {share}.",
    rating_text:
      "Elo with its 95% interval; {anchor} is fixed at 0 where it plays. Places that cannot be distinguished are shown as a range.",
  },
  {
    title: "Arène",
    leaderboards: "Classements",
    no_boards:
      "Aucun match n’a encore été joué. Les classements apparaîtront ici dès que des robots se seront affrontés.",
    matches: "Matchs",
    more: "Plus",
    match_title: "Match {number}",
    games: "Parties",
    column_place: "Rang",
    column_elo: "Elo",
    column_score: "Battus",
    column_wins: "Victoires",
    column_points: "Points",
    column_ms_a_move: "ms/coup",
    column_seats: "Places",
    column_forfeits: "Forfaits",
    fails: "forfaits fréquents",
    even_text: "À forces égales, la part de victoires serait de {share}.",
    rating_text:
      "Elo avec son intervalle à 95 % ; {anchor} est fixé à 0 là où il joue. Les rangs impossibles à départager sont donnés sous forme d’intervalle.",
  },
);

export const { t, find } = speaker(texts);
