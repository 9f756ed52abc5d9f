// French descriptions of the players of Belote.
export const bots: Record<string, string> = {
  heuristic: "Compte sa main, l’annonce d’un coup et n’écoute personne ; cartes selon des règles.",
  improved: "Compte sa main, soutient son partenaire et coinche ce qu’il peut battre.",
  improved_v2: "Annonce directement ce que vaut sa main ; cartes selon des règles.",
  maxi: "Annonce par conventions : chaque annonce est un message auquel le partenaire répond.",
  moelleux: "Le joueur à règles, avec un peu de hasard dans ses annonces.",
  petit_bide: "Toujours la plus petite annonce permise, et jamais bien loin.",
  roro: "L’audacieux : ouvre léger, saute, surenchérit et coinche tôt.",
  rule: "Annonce selon des poids ajustés et joue chaque carte selon un score en points.",
  smart: "Évalue chaque annonce en points espérés, une enchère à l’avance.",
  solver: "Annonce d’après des donnes résolues ; cartes selon des règles.",
};
