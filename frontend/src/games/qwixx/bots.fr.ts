// French descriptions of the players of Qwixx.
export const bots: Record<string, string> = {
  conservative: "Saute peu de nombres, puis vise le score le plus élevé.",
  ga: "Évalue la feuille après chaque coup raisonnable, avec quatre poids issus d’une évolution.",
  marker: "Coche n’importe quel nombre possible, au hasard : un étalon.",
  mcts: "Recherche Monte-Carlo : joue les tours jusqu’au bout, sur les mêmes dés.",
  opportunist: "Saute peu de nombres, puis garde le plus de possibilités.",
  staged: "Comme ga, avec des poids qui changent au fil de la partie.",
  value: "À deux : le coup qui a le plus de chances de gagner, selon un réseau entraîné ici.",
};
