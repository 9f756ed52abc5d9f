// French descriptions of the players of Qwixx.
export const bots: Record<string, string> = {
  conservative: "Saute peu de nombres, puis choisit le meilleur score.",
  ga: "Évalue la feuille après chaque coup raisonnable, avec quatre poids obtenus par évolution.",
  ismcts_deep:
    "Recherche arborescente sur les croix et les dés, vue de sa place (réflexion longue).",
  ismcts_fast:
    "Recherche arborescente sur les croix et les dés, vue de sa place (réflexion courte).",
  ismcts_normal:
    "Recherche arborescente sur les croix et les dés, vue de sa place (réflexion normale).",
  level_1: "Coche souvent le premier nombre venu, et le regrette ensuite.",
  level_2: "Prudent, la plupart du temps.",
  level_3: "Prudent, avec une faute de temps en temps.",
  level_4: "Ne saute rien sans y être obligé.",
  level_5: "Met en balance les cases cochées et les nombres sautés.",
  level_6: "Évalue sa feuille avec des poids obtenus par évolution.",
  level_7: "Pense une fois sur deux à la victoire, sinon seulement à sa feuille.",
  level_8:
    "Estime ses chances de gagner après chaque coup, et regarde un tour plus loin si les coups se valent presque.",
  marker:
    "Coche au hasard tant qu’il le peut, et ne prend une pénalité que faute de mieux : joueur de référence.",
  mcts: "Recherche Monte-Carlo : joue la suite selon des règles, avec les mêmes dés, surtout pour les coups serrés.",
  net: "Le réseau de value : des chances de gagner pour un à cinq joueurs, dans les deux ordres de jeu.",
  opportunist: "Saute peu de nombres, puis garde le plus de nombres à portée.",
  rollout_deep:
    "Essaie chaque coup raisonnable en jouant la suite selon des règles, avec les mêmes dés (réflexion longue).",
  rollout_fast:
    "Essaie chaque coup raisonnable en jouant la suite selon des règles, avec les mêmes dés (réflexion courte).",
  rollout_normal:
    "Essaie chaque coup raisonnable en jouant la suite selon des règles, avec les mêmes dés (réflexion normale).",
  staged: "Comme ga, avec des poids qui changent au fil de la partie.",
  value:
    "Choisit le coup qui donne les meilleures chances de gagner après le tour, selon un réseau.",
};
