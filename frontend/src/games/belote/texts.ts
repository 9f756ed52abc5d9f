// Texts of Belote Contrée, and of its annonces page.
import { both, speaker } from "../../text";

export const texts = both(
  {
    about:
      "Two against two with 32 cards. Bid points and a trump suit; coinche doubles your opponents’ contract.",
    option_scoring: "Scoring",
    option_help_scoring: "All points and a capot count 160 and 250, or exactly 162 and 252",
    word_ffb: "160 / 250",
    word_exact: "162 / 252",

    score_of: "Score / {target}",
    your_call_over: "Your call over {bid}",
    bid_value: "Value",
    capot: "Capot",
    sum_cards: "Card points",
    sum_der: "Last trick",
    sum_all_tricks: "All tricks",
    sum_belote: "Belote",
    sum_contract: "Contract",
    sum_points_belote: "Points with belote",
    sum_all_points: "All points",
    coinche: "Coinche",
    surcoinche: "Surcoinche",
    coinched: "coinched",
    surcoinched: "surcoinched",
    belote_by: "Belote: {name}",
    deal_score: "{us} {score} · {them} {their_score}",
    said_belote: "announced belote with this card",

    // annonces
    nav_annonces: "Annonces",
    annonces_title: "Annonces: what is a hand worth?",
    annonces_text:
      "For each trump suit and value: how often does this hand make the contract, given the calls so far?",
    random_hand: "Random hand",
    hand_first: "Choose {count} cards first.",
    auction_before: "The auction before your turn",
    auction_empty: "Nobody has called yet.",
    auction_next: "{name} calls:",
    auction_your_turn: "It is your turn: compute, or enter your call and continue.",
    auction_over: "The auction is over, so there is nothing left to bid. Undo a call.",
    undo_call: "Undo last call",
    relation_0: "You",
    relation_1: "Left opponent",
    relation_2: "Partner",
    relation_3: "Right opponent",
    heed_auction: "Infer the other hands from the calls",
    heed_auction_help:
      "Weights each deal by how likely the others were to call this way with it. Without this, every deal that fits your hand counts the same.",
    lowest_bid: "Lowest bid still allowed: {value}.",
    lowest_none: "No more bids are allowed; the figures show what the contract would be worth.",
    solved_deals: "Deals solved",
    simulated_deals: "Deals played",
    simulating_bot: "Bot that plays them",
    compute: "Compute",
    values_title: "What the network {name} thinks of each call",
    values_text:
      "How many points a call is behind the best one, in the eyes of the network. It has learned from auctions of its own, and sees only your hand and the calls.",
    values_solver_title: "What the solver thinks of each call",
    values_solver_text:
      "No bidding network is installed here, or stored on this device. How many points a call is behind the best one on average, over solved deals that fit your hand and the calls; unlikely calls are left out.",
    values_label: "Values of calls",
    values_not_your_turn: "Calls are valued when it is your turn to speak.",
    best_call: "best",
    oracle_title: "Perfect play with all cards visible",
    simulation_title: "Played out by {bot}",
    wilson_text:
      "Green, gold and red follow the Wilson lower bound (z = 1.645). Figures grow with the number of deals behind them, up to 20.",
    wilson_cell: "{made} of {of}, at least {low}",
  },
  {
    about:
      "Deux contre deux, avec 32 cartes. Annoncez un nombre de points et un atout ; la coinche double l’enjeu du contrat adverse.",
    option_scoring: "Décompte",
    option_help_scoring:
      "Tous les points et le capot comptent 160 et 250, ou exactement 162 et 252",
    word_ffb: "160 / 250",
    word_exact: "162 / 252",

    score_of: "Score sur {target}",
    your_call_over: "À vous de parler, sur {bid}",
    bid_value: "Valeur",
    capot: "Capot",
    sum_cards: "Points des cartes",
    sum_der: "Der",
    sum_all_tricks: "Tous les plis",
    sum_belote: "Belote",
    sum_contract: "Contrat",
    sum_points_belote: "Points avec belote",
    sum_all_points: "Tous les points",
    coinche: "Coinche",
    surcoinche: "Surcoinche",
    coinched: "coinché",
    surcoinched: "surcoinché",
    belote_by: "Belote : {name}",
    deal_score: "{us} {score} · {them} {their_score}",
    said_belote: "a annoncé belote avec cette carte",

    nav_annonces: "Annonces",
    annonces_title: "Annonces : que vaut une main ?",
    annonces_text:
      "Pour chaque atout et chaque valeur : à quelle fréquence cette main réussit-elle le contrat, compte tenu des enchères ?",
    random_hand: "Main au hasard",
    hand_first: "Choisissez d’abord {count} cartes.",
    auction_before: "Les enchères avant votre tour",
    auction_empty: "Personne n’a encore parlé.",
    auction_next: "{name} annonce :",
    auction_your_turn:
      "À vous de parler : lancez le calcul, ou saisissez votre annonce et continuez.",
    auction_over: "Les enchères sont closes : il n’y a plus rien à annoncer. Annulez une annonce.",
    undo_call: "Annuler la dernière annonce",
    relation_0: "Vous",
    relation_1: "Adversaire de gauche",
    relation_2: "Partenaire",
    relation_3: "Adversaire de droite",
    heed_auction: "Déduire les autres mains des annonces",
    heed_auction_help:
      "Chaque donne pèse d’autant plus que ces annonces y sont probables. Sinon, toutes les donnes compatibles avec votre main comptent autant.",
    lowest_bid: "Plus petite annonce encore permise : {value}.",
    lowest_none:
      "Plus aucune annonce n’est permise ; les chiffres indiquent ce que vaudrait le contrat.",
    solved_deals: "Donnes résolues",
    simulated_deals: "Donnes jouées",
    simulating_bot: "Robot qui les joue",
    compute: "Calculer",
    values_title: "Ce que le réseau {name} pense de chaque annonce",
    values_text:
      "De combien de points une annonce est inférieure à la meilleure, selon le réseau. Il a appris de ses propres enchères, et ne voit que votre main et les annonces.",
    values_solver_title: "Ce que le solveur pense de chaque annonce",
    values_solver_text:
      "Aucun réseau d’annonces n’est installé ici, ni enregistré sur cet appareil. De combien de points une annonce est inférieure à la meilleure, en moyenne sur des donnes résolues compatibles avec votre main et les enchères ; les annonces peu plausibles sont omises.",
    values_label: "Valeurs des annonces",
    values_not_your_turn: "Les annonces sont évaluées quand c’est à vous de parler.",
    best_call: "la meilleure",
    oracle_title: "Jeu parfait, toutes cartes visibles",
    simulation_title: "Donnes jouées par {bot}",
    wilson_text:
      "Le vert, le doré et le rouge suivent la borne inférieure de Wilson (z = 1,645). La taille des chiffres croît avec le nombre de donnes, jusqu’à 20.",
    wilson_cell: "{made} sur {of}, au moins {low}",
  },
);

export const { t, find } = speaker(texts);
