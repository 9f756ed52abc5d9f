// French descriptions of the players of Oh Hell.
export const bots: Record<string, string> = {
  heuristic: "Compte as, rois et dames, et joue la plus petite carte suffisante : un étalon.",
  sharp:
    "Pèse pour chaque carte les chances de tenir l’annonce : le plus fort des joueurs à règles.",
  smart: "Compte ce que promet la main, prend ce qu’il lui faut et se défausse de ses perdantes.",
};
