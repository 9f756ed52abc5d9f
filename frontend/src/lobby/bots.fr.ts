// French descriptions of players that every game has: the searchers, and those made for all games.
// The server describes bots in English.

const FAMILIES: Record<string, string> = {
  pimc: "Résout des donnes compatibles avec ce qu’il a vu et joue le coup le meilleur en moyenne",
  ismcts: "Recherche arborescente sur des donnes compatibles avec ce qu’il a vu",
  mcts: "Recherche arborescente sur les coups et les dés",
  rollout:
    "Essaie chaque coup en jouant la suite au hasard, sur les mêmes donnes, et garde le meilleur",
  reader: "Devine les mains d’après le comportement des autres et joue le coup le plus prometteur",
};
const PACES: Record<string, string> = {
  fast: "réflexion courte",
  normal: "réflexion normale",
  deep: "réflexion longue",
};

const OTHERS: Record<string, string> = {
  random: "Joue n’importe quel coup permis, au hasard.",
  simple: "Joue selon une règle courte : un adversaire agréable.",
  oracle: "Voit toutes les mains. Réservé à l’analyse : ce n’est pas un adversaire loyal.",
  oracle_dd:
    "Voit toutes les mains et joue parfaitement. Réservé à l’analyse : ce n’est pas un adversaire loyal.",
};

export function commonBot(name: string): string | undefined {
  const [, family = "", pace = ""] = /^(\w+)_(\w+)$/.exec(name) ?? [];
  const text = FAMILIES[family];
  return text && PACES[pace] ? `${text} (${PACES[pace]}).` : OTHERS[name];
}
