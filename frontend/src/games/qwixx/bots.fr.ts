// French descriptions of the players of Qwixx.
export const bots: Record<string, string> = {
  conservative: "Saute peu de nombres, puis vise le score le plus élevé.",
  ga: "Évalue la feuille après chaque coup raisonnable, avec quatre poids issus d’une évolution.",
  level_1: "Coche tout ce qu’il peut, et le regrette ensuite.",
  level_2: "Prudent, la plupart du temps.",
  level_3: "Ne saute rien sans y être obligé.",
  level_4: "Met en balance les cases cochées et les nombres sautés.",
  level_5: "Évalue sa feuille avec des poids issus d’une évolution.",
  level_6: "Évalue sa feuille avec des poids et, parfois, pense à la victoire.",
  level_7: "Pense surtout à la victoire, parfois seulement à sa feuille.",
  level_8: "Estime ses chances de gagner après chaque coup.",
  marker: "Coche n’importe quel nombre possible, au hasard : joueur de référence.",
  mcts: "Recherche Monte-Carlo : joue les tours jusqu’au bout, sur les mêmes dés.",
  net: "Un réseau décide seul, de deux à cinq joueurs : entraîné en imitant ga, puis contre lui-même.",
  opportunist: "Saute peu de nombres, puis garde le plus de possibilités.",
  staged: "Comme ga, avec des poids qui changent au fil de la partie.",
  value: "Choisit le coup qui a le plus de chances de gagner après le tour, selon un réseau.",
};
