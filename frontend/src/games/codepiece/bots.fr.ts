// French descriptions of the players of Codepiece.
export const bots: Record<string, string> = {
  always_pass: "N’annonce jamais et joue sa plus forte carte permise : joueur de référence.",
  champion:
    "Annonces du réseau. Cartes : trois plis de recherche arborescente guidée par le réseau, puis des donnes déduites des annonces et des cartes, résolues.",
  highest_card:
    "Annonce en comptant ses plis et joue sa plus forte carte permise : joueur de référence.",
  level_1: "Joue toujours sa plus forte carte.",
  level_2: "Joue à l’instinct, souvent distrait.",
  level_3: "Joue à l’instinct, facilement distrait.",
  level_4: "Joue à l’instinct, avec quelques écarts.",
  level_5: "Joue à l’instinct et s’égare rarement.",
  level_6: "Joue à l’instinct et ne s’égare presque jamais.",
  level_7: "Joue à l’instinct, toujours au mieux.",
  level_8:
    "Le champion : déduit les mains des annonces et des cartes, voit loin et calcule la fin.",
  net: "Un réseau décide seul : entraîné en imitant rule, puis contre lui-même et d’autres adversaires.",
  rule: "Compte les plis des deux partenaires, fait tomber les atouts, tire ses maîtresses et prend au plus juste.",
  solver: "Annonce et joue d’après quelques donnes résolues.",
};
