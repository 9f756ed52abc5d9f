// French descriptions of the players of Oh Hell.
export const bots: Record<string, string> = {
  champion:
    "Recherche arborescente guidée par le réseau, sur des donnes déduites des annonces et des cartes.",
  heuristic:
    "Compte as, rois et dames, et joue la plus petite carte qui suffit : joueur de référence.",
  level_1: "Compte ses grosses cartes et croise les doigts.",
  level_2: "Compte ses plis probables et retient quelques cartes.",
  level_3: "Joue la moitié de ses cartes à l’instinct, l’autre en comptant.",
  level_4: "Joue à l’instinct, avec de fréquents écarts.",
  level_5: "Joue à l’instinct, avec quelques écarts.",
  level_6: "A joué un million de manches et se fie à son instinct.",
  level_7: "Se fie à son instinct et le vérifie sur quelques manches imaginées.",
  level_8: "Déduit votre main de vos annonces et cherche d’un œil exercé.",
  net: "Un réseau annonce et joue seul, de deux à cinq joueurs : entraîné en imitant sharp, puis contre lui-même.",
  sharp:
    "Pèse, pour chaque carte, ses chances de tenir son annonce : le plus fort des joueurs à règles.",
  smart: "Estime ses plis, prend ceux qu’il lui faut et se défausse de ses plus grosses perdantes.",
  swift: "Un petit arbre guidé par le réseau : le plus fort des joueurs à moins de 1 ms par coup.",
};
