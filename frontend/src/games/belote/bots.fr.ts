// French descriptions of the players of Belote.
export const bots: Record<string, string> = {
  bid_dd:
    "Un réseau annonce, entraîné sur ses propres enchères pour les points de donnes résolues ; cartes selon des règles.",
  bid_match:
    "Un réseau annonce en lisant le score de la partie, entraîné sur ses propres enchères pour la gagner ; cartes selon des règles.",
  bid_max:
    "Un réseau annonce, entraîné sur ses propres enchères pour les points vraiment faits ; cartes selon des règles.",
  champion:
    "Un réseau annonce selon le score de la partie et dit où sont sans doute les cartes ; il résout jusqu’à 150 donnes tirées en conséquence.",
  heuristic:
    "Compte sa main, l’annonce d’un coup sans écouter personne, et joue ses cartes selon des règles.",
  improved:
    "Compte sa main, soutient son partenaire et coinche ce qu’il peut battre ; joue selon des règles.",
  improved_v2: "Annonce exactement ce que vaut sa main, et joue ses cartes selon des règles.",
  improved_v2_pimc:
    "Annonce exactement ce que vaut sa main, et joue ses cartes en résolvant des donnes compatibles.",
  ismcts_belief:
    "Joue ses cartes par une recherche arborescente dans des donnes pondérées par un réseau.",
  level_1: "Connaît les principes de base, mais en oublie un sur deux.",
  level_2: "Connaît les principes de base et annonce peu.",
  level_3: "Annonce sur ses couleurs longues et tire ses cartes maîtresses.",
  level_4: "Joue à l’instinct, souvent distrait.",
  level_5: "Joue à l’instinct, avec quelques écarts.",
  level_6: "Joue à l’instinct, d’une main sûre.",
  level_7: "Résout quelques donnes probables d’après ce qu’il a vu.",
  level_8: "Résout des donnes compatibles avec ce qu’il a vu, et sait lesquelles sont probables.",
  maxi: "Annonce par conventions : chaque annonce est un message auquel le partenaire répond.",
  moelleux: "Le joueur à règles, avec un peu de hasard dans ses annonces.",
  net: "Un réseau annonce et joue seul : entraîné en imitant rule, puis contre lui-même.",
  net_pimc: "Un réseau annonce ; les cartes se jouent en résolvant des donnes compatibles.",
  net_pimc_belief:
    "Un réseau annonce et pondère les donnes compatibles, qui sont résolues pour chaque carte.",
  net_rule: "Un réseau annonce ; les cartes se jouent selon des règles.",
  net_then_pimc:
    "Un réseau annonce et joue cinq plis ; la suite se joue en résolvant des donnes compatibles.",
  petit_bide: "Le prudent : toujours la plus petite annonce permise, et jamais bien haut.",
  played:
    "Le joueur à règles, avec des annonces calées sur les points réellement faits à la table.",
  roro: "L’audacieux : ouvre léger, saute, surenchérit et coinche tôt.",
  rule: "Le joueur à règles : annonce selon des poids réglés et évalue chaque carte en points.",
  smart: "Évalue chaque annonce en points espérés, avec une annonce d’avance.",
  solver: "Annonce d’après des donnes résolues, et joue ses cartes selon des règles.",
};
