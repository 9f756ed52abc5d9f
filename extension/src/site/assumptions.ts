// Everything that this extension assumes about the site, in one file: if the site changes, edit
// this file alone. The stand-in page of the tests is built from the same constants.
//
// The site documents none of it. What is known: a table logs its events to the console as
// structured data, seat numbers may have gaps, and the card turned up for trump is in the DOM with
// an `aria-label`. Cards as text ("AC", "10H"), the words seat, dealerSeat, hookRule, and the names
// of the variations are those of the bots that the site publishes
// (https://github.com/TricksterCards/TricksterBots). The exact names of events, their fields and the
// selectors are assumptions that no recording of the site has confirmed; the parser refuses
// whatever does not fit them.

/** Pages with a table; also `matches` in the manifest. */
export const GAME_PAGES = "https://www.trickstercards.com/game/*";

/** A table logs `console.log(TAG, name, data)` for each event. */
export const TAG = "[trickster]";

/** Names of events, ours: the site's. The comment shows the data. */
export const EVENTS = {
  joined: "joinedGame", // {gameId, gameType, seat, options, players: [{seat, name}]}
  sat: "playerJoined", // {seat, name}
  left: "playerLeft", // {seat}
  started: "gameStarted", // {gameId, options, players: [{seat, name}]}
  dealt: "cardsDealt", // {round, dealerSeat, hand: "ACKC4D"}; round counts from 1
  bid: "bidMade", // {seat, bid}
  played: "cardPlayed", // {seat, card: "AC"}
  taken: "trickTaken", // {seat}
  scored: "roundScored", // {scores: [{seat, score}]}; totals after the round
  over: "gameOver", // {}
  // After a page was loaded in the middle of a round; cards of finished tricks are not in it:
  // {gameId, round, dealerSeat, hand, bids: [{seat, bid}] as made, tricks: [{seat, tricks}],
  //  trick: [{seat, card}] as played, turnSeat (null: nobody is to act), scores: [{seat, score}]}
  state: "roundState",
} as const;

/** Events of the site that say nothing about the game. Any other name is refused. */
export const IGNORED: readonly string[] = [
  "chat",
  "emote",
  "animation",
  "sound",
  "timer",
  "turnStarted",
  "connection",
];

/** The `gameType` of Oh Hell. */
export const OH_HELL = "OhHell";

/** Hand sizes of the variations. With any other, Kibitz advises on each round alone. */
export const VARIATIONS: Readonly<Record<string, readonly number[]>> = {
  OneToSeven: [1, 2, 3, 4, 5, 6, 7],
  SevenToOne: [7, 6, 5, 4, 3, 2, 1],
};

/** The option of the hook: the dealer may not make the bids add up. */
export const HOOK_OPTION = "hookRule";
export const VARIATION_OPTION = "variation";
/** Options that say nothing about the rules. An unknown option that is set is refused. */
export const HARMLESS_OPTIONS: readonly string[] = ["players", "speed", "isPrivate", "name"];

/** The DOM of a table. */
export const DOM = {
  trump: "[data-testid=trump-card]", // aria-label: TRUMP_LABEL and the card
  hand: "[data-testid=hand]", // holds a button for each card
  bids: "[data-testid=bid-panel]", // holds a button for each bid; there only on your turn
};
export const TRUMP_LABEL = "Trump: "; // "Trump: Queen of Hearts"
export const NO_TRUMP = "No trump";
export const cardLabel = (rank: string, suit: string): string => `${rank} of ${suit}`;
export const bidLabel = (tricks: number): string => `Bid ${tricks}`;

export const RANK_NAMES = "2 3 4 5 6 7 8 9 10 Jack Queen King Ace".split(" ");
export const SUIT_NAMES = ["Clubs", "Diamonds", "Hearts", "Spades"];

/** Milliseconds. Dealing shows the trump card of this round this long after `cardsDealt`. */
export const DEALING_MS = 4000;
/** How long to look for the trump card, a bid button or a card before giving up. */
export const TRUMP_PATIENCE_MS = 20_000;
export const CLICK_PATIENCE_MS = 6000;
/** How long the site takes at most to log an action after a click. */
export const ANSWER_MS = 6000;
export const LOOK_EVERY_MS = 50;
