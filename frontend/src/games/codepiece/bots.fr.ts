// French descriptions of the players of Codepiece.
export const bots: Record<string, string> = {
  always_pass: "N’annonce jamais et joue sa plus forte carte permise : joueur de référence.",
  highest_card:
    "Annonce en comptant ses plis et joue sa plus forte carte permise : joueur de référence.",
  level_1: "Joue toujours sa plus forte carte.",
  level_2: "Joue à l’instinct, souvent distrait.",
  level_3: "Joue à l’instinct, avec quelques écarts.",
  level_4: "Joue à l’instinct et s’égare rarement.",
  level_5: "Compte ce qui reste dans chaque couleur.",
  level_6: "Explore quelques centaines de suites pour chaque carte.",
  level_7: "Imagine la suite de la donne pour chaque carte.",
  level_8: "Joue chaque carte un millier de fois dans sa tête.",
  net: "Un réseau décide seul : entraîné en imitant rule, puis contre lui-même et d’autres adversaires.",
  rule: "Compte les plis des deux partenaires, fait tomber les atouts et gagne à moindre coût.",
  solver: "Annonce et joue d’après quelques donnes résolues.",
};
