// The help of the recipes' settings in French, by name; a setting without an entry shows the
// server's English text.
import { french } from "../text";

export const helpFr: Record<string, string> = {
  seed: "à graine égale, mêmes parties",
  minutes: "durée totale de toutes les étapes ; 0 : sans limite",
  stages: "dans l’ordre",
  steps: "pas des étapes qui suivent l’imitation ; 0 : sans limite",
  checkpoint_interval: "pas entre deux points de sauvegarde",
  checkpoints_kept: "points de sauvegarde numérotés à garder",
  latest_seconds: "secondes d’entraînement perdues, au plus, lors d’un arrêt brutal",
  snapshot_interval: "pas entre deux instantanés",
  eval_interval: "pas entre deux évaluations ; 0 : à la fin",
  eval_games: "parties par case d’une évaluation",
  eval_bots: "adversaires d’une évaluation ; vide : les robots de la réserve",
  threads: "fils d’exécution ; 0 : un par cœur, 8 au plus",
  encoding: "nom de l’observation ; vide : celle du jeu",
  trunk: "largeurs des couches",
  residual: "les couches de même largeur ajoutent leur entrée",
  layer_norm: "normaliser les couches",
  precision: "des produits à l’entraînement ; auto : bfloat16 si le processeur en dispose",
  players: "nombres de joueurs ; vide : celui du jeu par défaut",
  player_weights: "fréquence de chaque nombre ; vide : égale",
  adaptation_rate: "0 : fréquences fixes ; 1 : selon les seules faiblesses",
  min_weight: "part minimale d’un nombre de joueurs",
  num_envs: "parties simultanées",
  reward: "margin, returns, outcome ou propre au jeu",
  reward_scale: "facteur de chaque récompense",
  horizon: "où finissent les trajectoires",
  whole_games: "n’apprendre que des trajectoires terminées",
  mode: "partie qui apprend",
  cycles: "joint : tours des annonces et des cartes ; 0 : les deux à la fois",
  bid_trunk: "largeurs des couches du réseau d’annonces",
  init_bid: "joint : un réseau d’annonces de départ",
  bidder: "play-only : qui annonce, net ou un fichier",
  player: "bid-only : qui joue les cartes, net ou un fichier",
  switch_at: "dmc_then_dd : le pli à partir duquel les cartes ont leur valeur résolue",
  actions: "actions de chaque donne par mise à jour",
  exits: "moment où une main vide est sortie",
  orders: "ordres de jeu",
  teacher: "un robot natif à règles ; vide : pas d’imitation",
  imitate_steps: "décisions du maître",
  imitate_share: "part des minutes, si elles sont limitées",
  imitate_lr: "taux d’apprentissage initial",
  imitate_batch: "décisions par minilot",
  imitate_chunk: "décisions par bloc",
  imitate_epochs: "passages sur chaque bloc",
  search: "une recherche dont les visites et les valeurs sont les cibles",
  search_simulations: "simulations par décision",
  expert_worlds: "donnes simulées par anticipation",
  expert_temperature: "température de la politique améliorée",
  expert_chunk: "décisions soumises à la recherche, par bloc",
  opponents: "pool : robots et instantanés ; bots ; snapshots ; self : chaque place apprend",
  bots: "robots à règles de la réserve",
  picks: "adversaires par mise à jour",
  homogeneous: "part des tables avec un seul adversaire",
  forced_bots: "robots à règles qui ont des tables réservées",
  forced_rate: "part des tables pour chacun d’eux : une pour tous, ou une pour chacun",
  self_play: "part des tables où chaque place apprend",
  nn_temperature: "température des instantanés",
  self_play_start: "pas avant que des instantanés jouent",
  load_dirs: "dossiers d’autres instantanés",
  rescan_updates: "mises à jour entre deux lectures de ces dossiers",
  pool_size: "instantanés dans la réserve",
  pfsp_exploration: "poids des adversaires pas encore mesurés",
  pfsp_divisor: "ancienneté qui double un poids",
  pfsp_max_mult: "borne de ce que l’ancienneté ajoute",
  pfsp_window: "mesures moyennées",
  pfsp_by_players: "pondérer les paires (adversaire, nombre de joueurs)",
  overlap:
    "collecter pendant l’entraînement, avec une mise à jour de retard ; auto : sans moteur natif",
  rollout: "décisions par mise à jour",
  lr: "taux d’apprentissage initial",
  lr_end: "fraction de ce taux à la fin",
  batch: "décisions par minilot",
  epochs: "passages par mise à jour",
  critic: "ce que voit le critique à l’entraînement : sa propre observation, ou toutes les mains",
  critic_trunk: "largeurs d’un critique qui voit toutes les mains",
  critic_lr: "son taux d’apprentissage initial",
  gamma: "facteur d’actualisation",
  lam: "lambda de GAE",
  clip: "écrêtage du rapport",
  value_clip: "écrêtage de la valeur ; 0 : aucun",
  value_coef: "poids de la perte de la valeur",
  entropy_coef: "poids du bonus d’entropie",
  entropy_end: "fraction de ce bonus à la fin",
  target_kl: "KL qui met fin à une mise à jour ; 0 : jamais",
  grad_norm: "norme maximale du gradient",
  pull: "rappel KL vers une moyenne mobile exponentielle ou vers le maître imité",
  pull_coef: "poids du rappel",
  slow_rate: "vitesse de la copie lente",
  start: "net : partir des annonces du réseau fourni",
  dueling: "valeur de l’état et avantages séparés",
  pool: "une réserve de donnes de belote",
  layers: "couches jouées de cette réserve",
  target: "ce que rapporte un contrat",
  held_out: "donnes gardées pour les évaluations",
  teach_steps: "annonces du maître, avec des écarts, à apprendre d’abord",
  teach_share: "part des minutes, si elles sont limitées",
  rivals: "part des enchères où le maître tient un camp",
  calls: "annonces de chaque enchère par mise à jour",
  passes: "nombre de fois où une transition sert à l’entraînement",
  capacity: "transitions dans la mémoire de rejeu",
  filled: "transitions avant le début de l’entraînement",
  alpha: "exposant des priorités ; 0 : uniforme",
  beta: "des poids d’importance au début",
  epsilon: "part des autres annonces au début",
  epsilon_end: "part de celles-ci à la fin",
  temperature: "de la moitié d’entre elles ; le reste est uniforme",
  mix: "part du gain du contrat dans les cibles au début",
  mix_end: "la même à la fin",
  demo: "poids des annonces du maître au début ; 0 à la fin",
  margin: "avance qu’elles doivent avoir sur les autres",
  corpora: "parties enregistrées qui servent à l’entraînement",
  strangers: "parties enregistrées qui ne servent qu’à la mesure",
  each: "positions d’une partie dans une mise à jour",
  chunk: "positions d’une mise à jour",
  measured: "positions réservées qui sont mesurées",
  measure_every: "mises à jour entre deux mesures",
  trial_envs: "enchères simultanées",
  trial_passes: "nombre de fois où un état sert à l’entraînement",
  trial_capacity: "états dans la mémoire de rejeu",
  trial_filled: "états avant le début de l’entraînement",
  below: "écart au meilleur en deçà duquel une annonce est essayée",
  fit: "poids de l’erreur quadratique des valeurs",
  gain: "poids du résultat moyen d’une politique",
  gain_temperature: "de cette politique",
  trial_epsilon: "part des autres annonces au début",
  trial_epsilon_end: "part de celles-ci à la fin",
  hand_sizes: "tailles de main de l’entraînement ; vide : toutes",
};

// What the recipes do and how strong they got, in French, by the server's English sentence.
const recipesFr: Record<string, string> = {
  "calls and cards by Deep Monte-Carlo: play-only, bid-only, joint or in cycles":
    "annonces et cartes par Monte-Carlo profond : cartes seules, annonces seules, ensemble ou en cycles",
  "the published value network of scores, 25-128-64-2, ranked by the Gaussian rule":
    "le réseau de valeur publié pour les scores, 25-128-64-2, classé selon la règle gaussienne",
  "33 points a deal behind parametric after 84 CPU seconds":
    "33 points par donne de moins que parametric après 84 secondes de calcul",
  "61.6 % against the published weights for two after 10 rounds of 4,000 games":
    "61,6 % contre les poids publiés à deux joueurs après 10 tours de 4 000 parties",
  "see benchmarks/notes/belote_beliefs.md": "voir benchmarks/notes/belote_beliefs.md",
  "see benchmarks/notes/belote_cards.md": "voir benchmarks/notes/belote_cards.md",
  "level with net's bids: see benchmarks/notes/belote_bidding.md":
    "à égalité avec les annonces de net : voir benchmarks/notes/belote_bidding.md",
  "bids alone, on own auctions over a pool of solved or played deals: trials, or DQN":
    "annonces seules, sur ses propres enchères et une réserve de donnes résolues ou jouées : essais, ou DQN",
  "bids alone: a transformer over cards and calls, trained on its own auctions (torch only)":
    "annonces seules : un transformeur sur les cartes et les annonces, entraîné sur ses propres enchères (torch seulement)",
  "what a deal comes to, from games of any players: leaves of a tree search":
    "ce que rapporte une donne, d’après les parties de n’importe quels joueurs : feuilles d’une recherche arborescente",
  "what bidders call, from games of many players: for the belief call_net":
    "ce que les joueurs annoncent, d’après les parties de joueurs variés : pour la croyance call_net",
  "where the hidden cards are, from games of many players: for the beliefs of searchers":
    "où sont les cartes cachées, d’après les parties de nombreux joueurs : pour les croyances des chercheurs",
  "PPO for any game, after imitation if a teacher is set":
    "PPO pour n’importe quel jeu, après imitation si un maître est indiqué",
  "imitate rule, then PPO by self-play on single deals":
    "imiter rule, puis PPO contre soi-même sur des donnes isolées",
  "imitate rule, then PPO by self-play and against rule":
    "imiter rule, puis PPO contre soi-même et contre rule",
  "imitate hunter, then PPO against the field and characters, both exits":
    "imiter hunter, puis PPO contre les joueurs publiés et des caractères tirés au sort, avec les deux façons de sortir",
  "imitate sharp, then PPO on single rounds, 2 to 5 players":
    "imiter sharp, puis PPO sur des manches isolées, de 2 à 5 joueurs",
  "imitate ga, then PPO, both orders of play": "imiter ga, puis PPO, dans les deux ordres de jeu",
  "TD(lambda) by self-play and against ga: the network of the player value, 1-5 players":
    "TD(lambda) contre soi-même et contre ga : le réseau du joueur value, de 1 à 5 joueurs",
  "1.6 points of hard wins ahead of tracker in the field under challenge, 7.7 under immediate, in 55 and then three more cycles of 24 to 28 minutes on one core (82 million decisions)":
    "1,6 point de victoires nettes de plus que tracker parmi les joueurs publiés avec challenge, 7,7 avec immediate, en 55 minutes puis trois autres cycles de 24 à 28 minutes sur un cœur (82 millions de décisions)",
  "+41.7 points a deal against rule (40.0 to 43.4) after three learning-rate cycles, 210 minutes on one core":
    "+41,7 points par donne contre rule (40,0 à 43,4) après trois cycles du taux d’apprentissage, 210 minutes sur un cœur",
  "+4.1 +- 0.4 points a deal against rule, +2.0 +- 0.5 against a player that never bids, in 54 minutes on one core":
    "+4,1 ± 0,4 points par donne contre rule, +2,0 ± 0,5 contre un joueur qui n’annonce jamais, en 54 minutes sur un cœur",
  "63 % against the published weights for two, 46 / 38 / 33 % v tables of ga at 3 / 4 / 5":
    "63 % contre les poids publiés à deux joueurs, 46 / 38 / 33 % contre des tables de ga à 3 / 4 / 5",
  "level with ga at two to five players, in 5 minutes on one core":
    "à égalité avec ga de deux à cinq joueurs, en 5 minutes sur un cœur",
  "90.5 % against three smart, 65.1 % against three sharp at four players, in 70, 75 and 72 minutes on one shared core (305 million decisions)":
    "90,5 % contre trois smart, 65,1 % contre trois sharp à quatre joueurs, en 70, 75 et 72 minutes sur un cœur partagé (305 millions de décisions)",
};

/** Return what the server says about a recipe in the page's language, if it is known there. */
export function recipeText(text: string, language: string): string {
  const own = language === "fr" ? recipesFr[text] : undefined;
  return own === undefined ? text : french(own);
}
