// Texts of deals that several people play: the deal of the day, and challenges.
import { both, speaker } from "../text";

export const texts = both(
  {
    daily: "Deal of the day",
    daily_of: "Deal of the day: {game}",
    daily_text: "Everybody on this server plays the same deal against the same opponents. One try.",
    daily_ranked: "Ranked by points above the best of the others.",
    daily_play: "Play",
    daily_place: "Place {place} of {count}",
    daily_waiting: "{count} {count:person has|people have} started.",
    daily_nobody: "Nobody has started yet.",
    daily_none: "Finish the deal to see how others did.",
    daily_house: "{name} (level {level})",
    daily_solver: "Solver, all cards visible",
    resigned: "resigned",
    place: "Place",
    who: "Player",
    others_points: "Others",
    replay: "Replay",
    challenge: "Challenge a friend",
    challenge_copied: "Link copied. Your friend plays the same deal against the same bots.",
    challenge_local:
      "Link copied. It works only on this computer: the page is open at a local address.",
    challenge_title: "{name} challenges you",
    challenge_own: "Play this deal again",
    challenge_text: "{game}: the same deal, the same opponents. {name} scored {points}.",
    challenge_play: "Accept the challenge",
    challenge_compare: "{name} with the same deal: {points}",
    compare: "Compare with others",
  },
  {
    daily: "Donne du jour",
    daily_of: "Donne du jour : {game}",
    daily_text:
      "Tous les joueurs de ce serveur jouent la même donne contre les mêmes adversaires. Un seul essai.",
    daily_ranked: "Classement selon l’écart avec le meilleur des autres.",
    daily_play: "Jouer",
    daily_place: "{place}{place:ᵉʳ|ᵉ} sur {count}",
    daily_waiting: "{count} {count:personne a commencé|personnes ont commencé}.",
    daily_nobody: "Personne n’a encore commencé.",
    daily_none: "Terminez la donne pour voir les résultats des autres.",
    daily_house: "{name} (niveau {level})",
    daily_solver: "Solveur, toutes cartes visibles",
    resigned: "abandon",
    place: "Rang",
    who: "Joueur",
    others_points: "Autres",
    replay: "Revoir",
    challenge: "Défier un ami",
    challenge_copied: "Lien copié. Votre ami jouera la même donne contre les mêmes robots.",
    challenge_local:
      "Lien copié. Il ne fonctionne que sur cet ordinateur : la page est ouverte à une adresse locale.",
    challenge_title: "{name} vous défie",
    challenge_own: "Rejouer cette donne",
    challenge_text: "{game} : la même donne, les mêmes adversaires. {name} : {points}.",
    challenge_play: "Relever le défi",
    challenge_compare: "{name} avec la même donne : {points}",
    compare: "Comparer avec les autres",
  },
);

export const { t } = speaker(texts);
