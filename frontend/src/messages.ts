// Written by tools/write_messages.py from src/kibitz/interfaces/web/messages: do not edit.
// docs/protocol.md tells what the messages mean.

export const PROTOCOL = 1;

/** So many seconds for every move. */
export interface MoveClock {
  kind: "move";
  seconds: number;
}

/** So many seconds for the whole game, and some more after each move. */
export interface GameClock {
  kind: "game";
  seconds: number;
  increment?: number;
}

/** Who shall sit on a seat: whoever creates the table, a bot, or whoever comes. */
export interface SeatSetup {
  kind: "me" | "bot" | "open";
  bot?: string | null; // with kind "bot"; a name of GET /api/games/{game}/bots
}

/** A table as it is asked for. Without seats: the creator on seat 0, simple bots elsewhere. A table without any person is there to be watched: its cards are open. */
export interface Setup {
  game: string;
  options?: Record<string, boolean | number | string | number[] | null>;
  seats?: SeatSetup[];
  clock?: MoveClock | GameClock | null;
  open_cards?: boolean; // all hands face up, for learning; marked at the table
  pace_ms?: number; // the least time of a bot's move
  listed?: boolean; // whether the lobby shows it to others
  stand_in?: string; // plays for who leaves, is out of time, or for a bot that failed
}

/** The first message. A browser is known by its cookie; others give the token. */
export interface Hello {
  id?: number | null;
  type: "hello";
  protocol?: number;
  token?: string | null;
  name?: string | null;
}

/** Set up a table and attend it. Answer: `ok` with its id, then `table`. */
export interface Create {
  id?: number | null;
  type: "create";
  setup: Setup;
}

/** Attend a table: on one's own seat if one has one, else as a spectator. `since` is the last `seq` seen; what came after it follows, and nothing twice. */
export interface Watch {
  id?: number | null;
  type: "watch";
  table: string;
  since?: number | null;
}

/** No longer be told of a table. A seat stays one's own. */
export interface Unwatch {
  id?: number | null;
  type: "unwatch";
  table: string;
}

/** Take an open seat; any one, where none is named. */
export interface Join {
  id?: number | null;
  type: "join";
  table: string;
  seat?: number | null;
}

/** Fill what is open with bots and begin. */
export interface Start {
  id?: number | null;
  type: "start";
  table: string;
  bot?: string;
}

/** An action, for the position after `ply` actions of game `game`: an old one is refused. */
export interface Move {
  id?: number | null;
  type: "move";
  table: string;
  game: number;
  ply: number;
  action: number;
}

/** Take back one's last action: at once among bots; other persons are asked. */
export interface Undo {
  id?: number | null;
  type: "undo";
  table: string;
}

/** Agree that another takes back, or not. */
export interface AnswerUndo {
  id?: number | null;
  type: "answer_undo";
  table: string;
  accept: boolean;
}

/** Another game at this table; it begins when all persons want it. */
export interface Rematch {
  id?: number | null;
  type: "rematch";
  table: string;
}

/** Get up. During a game a bot goes on, and one may come back; before it the seat is open. */
export interface Leave {
  id?: number | null;
  type: "leave";
  table: string;
}

/** Take the seat back from the bot that plays for one. */
export interface ComeBack {
  id?: number | null;
  type: "come_back";
  table: string;
}

/** Let a bot play for a person who has gone away. */
export interface TakeOver {
  id?: number | null;
  type: "take_over";
  table: string;
  seat: number;
}

/** Where only bots play: how fast, and whether they wait. For who set the table up. */
export interface Pace {
  id?: number | null;
  type: "pace";
  table: string;
  pace_ms?: number | null;
  paused?: boolean | null;
}

/** The position after `ply` actions, as one's own seat saw it; with open cards, or after the end, as any seat saw it, or with all cards open (`seat` null). */
export interface Look {
  id?: number | null;
  type: "look";
  table: string;
  ply: number;
  seat?: number | null;
}

/** On one's turn: what would this bot do, and why. Answer: `advice`. */
export interface Hint {
  id?: number | null;
  type: "hint";
  table: string;
  bot?: string | null;
}

/** Answer: `ok`. */
export interface Ping {
  id?: number | null;
  type: "ping";
}

export interface BeloteCall {
  seat: number;
  name: string; // "pass", "90H", "coinche"
}

/** Lists of two are of the sides: seats 0 and 2, seats 1 and 3. */
export interface BeloteView {
  game: "belote";
  deal: number; // its number, from 1
  dealer: number;
  calls: BeloteCall[]; // the auction in order
  bid: string | null; // the last or final bid, "90H"
  bidder: number | null;
  coinche: number;
  trump: "S" | "H" | "D" | "C" | null;
  tricks: number[];
  points: number[]; // card points of this deal so far
  marks: number[]; // of all finished deals
  belote: number | null; // who announced it
  played: number[][]; // a seat's cards of this deal, in the order played
  target: number | null; // of a match
}

export interface OhHellView {
  game: "ohhell";
  round: number; // from 1
  rounds: number;
  hand_size: number; // cards dealt to each in this round
  schedule: number[]; // hand sizes of all rounds
  dealer: number;
  turned: number | null; // the card that tells trump
  trump: "S" | "H" | "D" | "C" | null;
  broken: boolean; // whether trump may be led
  bids: (number | null)[];
  tricks: number[];
  totals: number[];
  played: number[][];
}

/** Lists of two are of the teams: seats 0 and 2, seats 1 and 3. */
export interface CodepieceView {
  game: "codepiece";
  deal: number; // its number, from 1
  deals: number; // the most of a match
  dealer: number;
  bids: (number | null)[]; // none yet, 0 for a pass, or 8 to 13
  bid: number; // 0 while nobody has bid, 7 when all have passed
  bidder: number | null;
  trump: "S" | "H" | "D" | "C" | null;
  tricks: number[];
  needed: number[]; // tricks that each team still needs; empty before trump is named
  total: number; // payoffs of finished deals of seats 0 and 2; 1 and 3 have the opposite
  target: number | null; // of a match
  payoffs: number[] | null; // of the deal on the table, once it is finished
  played: number[][];
}

/** A row of a sheet: red and yellow from 2 to 12, green and blue from 12 to 2. */
export interface QwixxRow {
  marks: boolean[]; // eleven cells from the left
  free: number; // the first cell that may still be marked, 11 if there is none
  locked: boolean; // this player has the lock
  points: number;
}

export interface QwixxSheet {
  rows: QwixxRow[];
  strikes: number;
  score: number;
}

export interface QwixxView {
  game: "qwixx";
  active: number; // who rolled
  dice: number[]; // white, white, red, yellow, green, blue; empty before a roll and at the end
  sheets: QwixxSheet[];
  closed: boolean[]; // of each row: nobody may mark there any more
  marked: boolean; // in the colour step: the active player has marked the white sum
  pending: number | null; // one's own decision, an action id, until the others' are known
  order: "simultaneous" | "sequential";
}

export interface DubitoPlay {
  seat: number;
  size: number;
  cards: number[] | null; // null where they lie face down
}

/** The latest doubt. */
export interface DubitoReveal {
  doubter: number;
  target: number;
  number: number;
  correct: boolean; // it was a bluff
  loser: number; // who takes the board
  cards: number[]; // of the play that was doubted
  taken: number; // how many cards the loser took
  jokers: number; // that left the game
}

/** A card's id is its value: 1 to 13, 0 for a joker. */
export interface DubitoView {
  game: "dubito";
  number: number | null; // declared for this round
  board: DubitoPlay[]; // of this round, in the order laid
  board_size: number; // cards on it
  out: number[]; // who has gone out, the first first
  pending: number | null; // who has laid the last cards and can still be doubted
  turns: number;
  max_turns: number;
  in_game: number[]; // how many cards of each value are in hands and on the board
  known: number[][]; // for each seat the cards that all know to be with it, ascending
  doubts: number; // so far in this game
  reveal: DubitoReveal | null; // of the latest of them
}

export interface CardOfTrick {
  seat: number;
  card: number;
}

/** A trick: the cards in the order played; a finished one has a winner. */
export interface Trick {
  leader: number;
  cards: CardOfTrick[];
  winner: number | null;
}

/** What has been bid for: Belote's and Codepiece's contract, or the highest bid so far. */
export interface Contract {
  seat: number;
  name: string; // "90H", "8"
  value: number; // points or tricks; Belote's capot is 250
  suit: "S" | "H" | "D" | "C" | null;
  capot: boolean;
  coinche: number; // 0, 1 coinched, 2 surcoinched
  final: boolean; // the auction is over
}

/** A legal action, with what a page needs to offer it where it belongs. */
export interface Legal {
  id: number;
  name: string; // short, as the game writes it: "10H", "bid 3", "white red", "lay 7 7"
  kind: "card" | "bid" | "pass" | "coinche" | "trump" | "declare" | "doubt" | "lay" | "mark";
  card?: number | null; // kind "card"
  cards?: number[] | null; // kind "lay": values
  value?: number | null; // kind "bid": points or tricks; "coinche": 1 or 2; "declare": number
  suit?: "S" | "H" | "D" | "C" | null; // kind "bid" of Belote, and "trump"
  row?: number | null; // kind "mark": 0 red, 1 yellow, 2 green, 3 blue
  cell?: number | null; // kind "mark": from the left, 0 to 10
  number?: number | null; // kind "mark": what is printed on the cell
  white?: boolean | null; // kind "mark": by the sum of the white dice
}

/** A game as one seat sees it, or a spectator: everything that a page draws. */
export interface Position {
  ply: number; // actions so far
  phase: string;
  player: number | null; // the seat to act; null when the game is over
  done: boolean;
  seat: number | null; // whose view this is; null for a spectator's
  legal: Legal[]; // of this seat; empty when it is not its turn
  hand: number[] | null; // of this seat, sorted as players sort it; null where there is none
  hands: number[][] | null; // of all, where the cards are open
  hand_sizes: number[]; // empty in a game without hands
  trick: Trick | null; // on the table; null in a game without tricks, or before the first
  last_trick: Trick | null;
  trump: "S" | "H" | "D" | "C" | null;
  contract: Contract | null;
  bids: (string | null)[]; // the last call of each seat; empty in a game without bids
  tricks: number[]; // won by each seat or, in a team game, by its side; empty without tricks
  scores: number[]; // the running score of each seat
  view: BeloteView | OhHellView | CodepieceView | QwixxView | DubitoView;
}

/** Something that happened in the game, as this seat saw it. */
export interface Line {
  kind: "deal" | "action" | "chance" | "reveal" | "discard" | "out" | "score";
  seat: number | null; // null where it belongs to nobody
  text: string; // in English; a page in another language makes its own of the rest
  name: string | null; // of an action whose cards this seat may know
  data: number | number[]; // as games/<game>/view.py tells of its history
}

/** Who sits there. `kind` is "open" before somebody came. */
export interface SeatTold {
  seat: number;
  label: string; // of the seat itself: "North", "Seat 1"
  kind: "person" | "bot" | "open";
  name: string; // of who sits there: a person's name, a bot's; "" where it is open
  bot: string | null; // the bot that plays: of a bot's seat, or the stand-in of a person
  away: boolean; // a person for whom the bot plays
  here: boolean; // a person who is connected; a bot is always here
  you: boolean;
  side: number[]; // the seats that win and lose together with this one, itself included
}

/** Something that happened at the table beside the game. */
export interface Note {
  seq: number;
  kind: "created" | "sat" | "filled" | "begun" | "left" | "away" | "back" | "replaced" | "flagged" | "undo_offered" | "undo_refused" | "undone" | "undone_seen" | "rematch" | "over" | "restarted";
  seat: number | null;
  name: string | null; // of the person or bot that it is about
  text: string; // in English
  ply: number;
  at: number;
}

/** `left` counts from `at`: the seat `running` has had `now - at` less since. */
export interface ClockTold {
  kind: "move" | "game";
  seconds: number;
  increment: number;
  left: number[];
  running: number | null;
  at: number;
}

/** The end of a game, with all that was hidden. */
export interface Result {
  returns: number[];
  outcome: number[]; // shares of the win, summing to 1
  winners: number[];
  seed: string; // decimal
  salt: string; // hexadecimal; SHA-256 of "seed:salt" is the seal
  record: string; // the record of the game, one line of JSON
  record_id: string; // for GET /api/records/{record}
  peeks: number[]; // how often each seat took back after it had seen replies
  deals: number[][][]; // the hands of each deal; empty in a game of dice
}

/** What the table was set up with, all options with their values. */
export interface TableSetup {
  game: string;
  title: string;
  options: Record<string, boolean | number | string | number[] | null>;
  clock: MoveClock | GameClock | null;
  open_cards: boolean;
  pace_ms: number;
  listed: boolean;
  stand_in: string;
}

/** A table in a list. */
export interface TableSummary {
  table: string;
  game: string;
  title: string;
  options: Record<string, boolean | number | string | number[] | null>; // those that differ from their default
  status: "waiting" | "playing" | "over";
  seats: SeatTold[];
  open_cards: boolean;
  your_seat: number | null;
  your_turn: boolean;
  ply: number;
  spectators: number;
  created: number;
  moved: number; // when something last happened
}

/** The answer to `hello`. `tables` are those where one sits and that are not over. */
export interface Welcome {
  type: "welcome";
  re: number | null;
  protocol: number;
  version: string;
  player: string; // public, the same for the same token
  name: string;
  tables: TableSummary[];
}

/** A table as one seat or a spectator sees it. The one message that tells the game. Whole, but for `history` and `notes`: keep the first `keep` lines of your history (and `notes_keep` of the notes) and append these. 0 means: this is all. After an undo `keep` is less than what you have. */
export interface Table {
  type: "table";
  table: string;
  seq: number; // grows by one with everything that happens; remember it for `watch.since`
  now: number; // the server's clock
  status: "waiting" | "playing" | "over";
  setup: TableSetup;
  seats: SeatTold[];
  you: number | null; // your seat; null for a spectator
  host: boolean; // you have set it up
  spectators: number;
  game: number; // the number of the game at this table, from 1; 0 before the first
  seal: string | null; // SHA-256, hexadecimal, published with the deal
  position: Position | null; // null before the first game
  keep: number;
  history: Line[];
  notes_keep: number;
  notes: Note[];
  thinking: number | null; // the seat of a bot that thinks
  paused: boolean;
  clock: ClockTold | null;
  can_undo: boolean; // an `undo` would be accepted, or offered to the others
  undo_seen: number; // replies of others that one has seen and that it would take back too
  undo: number | null; // the seat that asks to take back
  rematch: number[]; // seats that want another game
  result: Result | null;
}

/** Somebody came or went; no new `seq`. */
export interface Presence {
  type: "presence";
  table: string;
  here: boolean[]; // of each seat
  spectators: number;
}

/** A bot began to think about its move. */
export interface Thinking {
  type: "thinking";
  table: string;
  seat: number;
  bot: string;
  ply: number;
}

/** The answer to `look`. */
export interface Looked {
  type: "looked";
  re: number | null;
  table: string;
  game: number;
  position: Position;
}

/** One action that a bot has thought about. */
export interface Candidate {
  action: number;
  name: string;
  share: number; // of the bot's thoughts (visits); of all candidates they sum to 1
  value: number | null; // expected reward, in the unit that `reward` names
  visits: number | null;
}

/** The answer to `hint`: what the bot would do, the whole distribution, and why. */
export interface Advice {
  type: "advice";
  re: number | null;
  table: string;
  game: number;
  ply: number;
  bot: string;
  action: number;
  name: string;
  confidence: number; // share of the chosen action, from 0 to 1
  candidates: Candidate[]; // the best first
  method: string | null;
  reward: string | null;
  simulations: number | null;
  worlds: number | null;
  seconds: number;
  explain: Record<string, unknown>; // all that the bot says, as it is
}

/** Done, and kept on the disk. `table` and `seq` where it was about a table. */
export interface Ok {
  type: "ok";
  re: number | null;
  table?: string | null;
  seq?: number | null;
}

/** Nothing was changed. `code` is stable, `sentence` for people. */
export interface Refusal {
  type: "refusal";
  re: number | null;
  table?: string | null;
  code: string;
  sentence: string;
}

/** An option of a game's rules. `low` and `high` of whole numbers, `words` of a choice. */
export interface OptionFacts {
  name: string;
  kind: "flag" | "choice" | "integer" | "integers";
  default: boolean | number | string | number[] | null;
  doc: string;
  words?: string[] | null;
  low?: number | null;
  high?: number | null;
  optional?: boolean; // null is a value too: the game's own default
  length_max?: number | null; // of kind "integers"
}

/** What is on a card: ids are places in the list. Dubito's have no suit; rank 0 is a joker. */
export interface CardFace {
  id: number;
  name: string;
  rank: string; // "7" .. "10", "J", "Q", "K", "A"; Dubito "1" .. "13", "joker"
  suit: "S" | "H" | "D" | "C" | null;
}

export interface GameFacts {
  name: string;
  title: string;
  description: string;
  rules: number; // their version
  players: number[]; // the least and the most
  seat_labels: string[]; // of the most players
  num_actions: number;
  options: OptionFacts[];
  cards: CardFace[]; // empty in a game of dice
  default_bot: string;
}

export interface BotFacts {
  game: string;
  name: string;
  about: string;
  kind: "rule" | "search" | "network" | "oracle" | "stranger";
  oracle: boolean; // sees all cards: sits only where the cards are open
  ms: number | null; // CPU time of a move, where it was measured
  hash: string;
}

/** Become known to the server. `passphrase` where it asks for one. */
export interface SessionRequest {
  name?: string | null;
  passphrase?: string | null;
  cookie?: boolean; // false: the token comes in the answer, for programs
}

export interface Session {
  player: string;
  name: string;
  token: string | null; // only without a cookie
}

/** What a page asks first. */
export interface ServerFacts {
  version: string;
  protocol: number;
  passphrase: boolean; // a session needs one
  session: Session | null; // one's own, if the cookie is good
}

export interface Created {
  table: string;
}

export interface RecordSummary {
  record: string; // its id
  table: string;
  game: string;
  title: string;
  options: Record<string, boolean | number | string | number[] | null>;
  seats: string[]; // names
  bots: (string | null)[];
  returns: number[];
  outcome: number[];
  plies: number;
  peeks: number[]; // how often each seat took back after it had seen replies
  ended: number;
}

export interface RecordTold {
  summary: RecordSummary;
  record: string; // one line of JSON
  seal: string;
  salt: string;
  seed: string;
  history: Line[]; // with all that was hidden
}

export interface HintRequest {
  bot?: string | null;
}

/** The body of every HTTP error. */
export interface Refused {
  code: string;
  sentence: string;
}

/** `bot` is a name of GET /api/games/{game}/bots; without one, the game's usual adviser. */
export interface AskHint {
  bot?: string | null;
  worlds?: number; // for the outlook; 0 leaves it out
}

/** One legal action. */
export interface ActionShare {
  action: number;
  name: string;
  share: number; // of all thoughts (visits), or the chance that it is the best; they sum to 1
  value: number | null;
  error: number | null; // standard error of the value
  visits: number | null;
}

/** The chance that the total will be from `low` to `high`, both included. */
export interface Total {
  low: number;
  high: number;
  share: number;
}

/** What comes after the advised action, over worlds that fit what the seat knows. */
export interface Outlook {
  worlds: number;
  by: "solver" | "playouts"; // all cards seen and perfect play, or played out by `player`
  player: string | null; // the rule player of playouts
  unit: "points" | "tricks" | "score" | "result"; // of totals; result: 1 hard, 0.5 soft win
  totals: Total[]; // of the own side where there are sides; ascending, empty ranges left out
  expected: number; // mean of what the deal (or game) brings, in `reward`
  error: number; // standard error of it
  reward: string;
  contract: number | null; // chance that the contract is made; Oh Hell: that the own bid is met
  contract_seat: number | null; // who has it; Oh Hell: the own seat
  win: number | null; // mean share of the win, where worlds were played to the end of the game
}

/** What a bot would do, its whole distribution, and why. */
export interface HintTold {
  game: string;
  seat: number;
  bot: string;
  kind: string; // rule, search, network, oracle or stranger
  action: number;
  name: string;
  confidence: number; // the share of the action, and of those that are exactly as good
  level: "certain" | "high" | "fair" | "low"; // in words: certain 1, high from 0.8, fair from 0.5, low below
  shares: ActionShare[]; // the advised action, then the others by their share
  shares_are: "visits" | "chances" | "certain"; // what `share` means: see docs/protocol.md
  method: string | null;
  reward: string | null;
  worlds: number | null;
  simulations: number | null;
  expected: number | null; // value of the action, by the bot itself
  error: number | null;
  outlook: Outlook | null;
  seconds: number;
  explain: Record<string, unknown>; // all that the bot says, as it is
}

/** A job under way or finished. Ask again until `state` is not "running". */
export interface JobTold {
  job: string;
  kind: "review" | "annonces";
  state: "waiting" | "running" | "done" | "stopped" | "failed";
  progress: number; // from 0 to 1
  review?: ReviewTold | null; // what there is so far, and then the whole
  annonces?: AnnoncesTold | null;
  refusal?: Refused | null; // why it failed
}

/** A finished game of this server, or any record as its line. */
export interface AskReview {
  record?: string | null;
  line?: string | null;
  seat: number;
  worlds?: number; // of a decision
  seconds?: number; // for all of it
  tables?: boolean; // the double-dummy table of each deal
}

export interface JudgedAction {
  action: number;
  name: string;
  value: number; // over worlds that the seat could not tell apart
  error: number | null;
  double_dummy: number | null; // with the true cards, in the same unit
}

/** One decision. `ply` is its place in the record: GET /api/records/{record}/positions/{ply}. */
export interface Judged {
  ply: number;
  deal: number; // its number, from 1
  phase: string;
  action: number;
  name: string;
  best: number;
  best_name: string;
  loss: number; // expected: best value less that of the action, by what the seat could know
  error: number | null; // standard error of the loss, at most
  clear: boolean; // the loss is more than chance: above 1.645 errors
  double_dummy_loss: number | null; // the same with all cards seen
  double_dummy_best: number[] | null;
  method: string;
  worlds: number;
  actions: JudgedAction[]; // the best first
}

/** Perfect play of a whole deal: this leader, this trump. */
export interface TableCell {
  leader: number;
  trump: "S" | "H" | "D" | "C";
  sides: number[]; // points (Belote) or tricks of seats 0+2 and 1+3
  capot: number | null; // Belote: the side that takes every trick
}

export interface DealTable {
  deal: number;
  cells: TableCell[];
}

export interface ReviewTold {
  game: string;
  seat: number;
  reward: string;
  decisions: number; // that had a choice
  judged: Judged[]; // in the order played, as far as judged
  worst: number[]; // plies of up to three, the greatest expected loss first
  loss: number; // of all together
  forced: number; // decisions without a choice, which are not judged
  tables: DealTable[];
  ended: "all" | "time" | "stopped";
}

/** A position that was set up: the start, and what was done since. One of `deal`, `position` and `seed`: the mappings are those of the rules (GET /api/games/{game}/rules). `chance` are later deals or rolls, in order. */
export interface Scene {
  game: string;
  options?: Record<string, boolean | number | string | number[] | null>;
  deal?: Record<string, unknown> | number | null;
  position?: Record<string, unknown> | null;
  seed?: string | null;
  chance?: (Record<string, unknown> | number)[];
  actions?: number[];
}

/** A scene, or a link that holds one. */
export interface AskScene {
  scene?: Scene | null;
  link?: string | null;
  fill?: boolean; // deal the cards at random that a scene's first deal does not have
}

/** Up to eight players give their opinion of the seat on turn. */
export interface AskExplore {
  scene?: Scene | null;
  link?: string | null;
  fill?: boolean;
  bots?: string[];
  worlds?: number;
}

/** A scene, checked, with the position that it leads to, all cards open. */
export interface SceneTold {
  scene: Record<string, unknown>; // a Scene, as short as it can be written
  link: string; // the same as text for an address: /#/explore/{link}
  chance: boolean; // a deal or a roll is waited for
  position: Position;
  legal: number[]; // of the seat on turn
}

export interface SolvedAction {
  action: number;
  name: string;
  sides: number[]; // points or tricks of seats 0+2 and 1+3 with perfect play
  margin: number; // what the deal brings, own side less other side
}

/** What each bot thinks, and what the solver knows. */
export interface ExploredTold {
  scene: Record<string, unknown>;
  seat: number;
  hints: HintTold[];
  failed: Refused[]; // bots that could not say anything
  solved: SolvedAction[] | null; // Belote and Codepiece in the play; the best first
}

/** Belote: a hand of eight, and the auction so far by its calls, from the dealer's left on. */
export interface AskAnnonces {
  hand: number[];
  seat?: number;
  dealer?: number;
  calls?: number[];
  deals?: number; // solved
  simulations?: number; // deals that the bot plays, each suit
  bot?: string | null; // who plays all four hands in the simulation
  beliefs?: "bids" | "uniform"; // whether the calls of others tell of their hands
  seconds?: number;
  seed?: number;
}

/** How often a contract of this suit and value is made. */
export interface AnnonceCell {
  suit: "S" | "H" | "D" | "C";
  value: number; // 80 .. 160, 250 for capot
  made: number;
  of: number;
  share: number;
  low: number; // Wilson lower bound, z = 1.645
  colour: "green" | "gold" | "red"; // by `low`
}

export interface AnnoncesTold {
  hand: number[];
  seat: number;
  dealer: number;
  calls: number[];
  oracle: AnnonceCell[]; // double dummy, over sampled deals: raw success
  simulation: AnnonceCell[]; // by the bot
  bot: string;
  beliefs: "bids" | "uniform";
  lowest: number | null; // value that may still be bid; null where none may
  ended: "all" | "time" | "stopped";
}

/** The own cards as they were dealt. `dealer` and `turned` where the game has them. */
export interface DealEntry {
  kind: "deal";
  hand: number[];
  dealer?: number | null; // may be left out where the rules tell it
  turned?: number | null; // Oh Hell
}

/** Dice as they fell: white, white, red, yellow, green, blue. */
export interface RollEntry {
  kind: "roll";
  dice: number[];
}

/** What somebody did in public, or oneself did. */
export interface ActionEntry {
  kind: "action";
  action: number;
  belote?: boolean; // Belote: the player announced belote with this card
}

/** Dubito: another has laid so many cards face down. */
export interface LayEntry {
  kind: "lay";
  count: number;
}

/** Dubito: a doubt, the cards of every play on the board in the order laid, and what the loser dropped after it as four of a kind. */
export interface DoubtEntry {
  kind: "doubt";
  plays: number[][];
  dropped?: number[];
}

/** A game at a kitchen table as far as it has gone: all entries from the first on. */
export interface AskAdvisor {
  game: string;
  options?: Record<string, boolean | number | string | number[] | null>;
  seat: number;
  entries?: (DealEntry | RollEntry | ActionEntry | LayEntry | DoubtEntry)[];
}

export interface AskAdvisorHint {
  game: string;
  options?: Record<string, boolean | number | string | number[] | null>;
  seat: number;
  entries?: (DealEntry | RollEntry | ActionEntry | LayEntry | DoubtEntry)[];
  bot?: string | null;
  worlds?: number;
}

/** What is to be entered next. */
export interface Expected {
  kind: "deal" | "roll" | "action" | "lay" | "doubt" | "over";
  seat: number | null; // who acts; null for a deal, a roll and the end
  yours: boolean; // it is the own decision: ask for a hint
  text: string; // the question in English
  hand_size: number | null; // of a deal
  dealer: number | null; // of a deal, where the rules tell it
  turned: boolean; // of a deal: a card is turned up
  actions: number[]; // that can be entered, of others: those that some world allows
  names: string[];
  counts: number[]; // Dubito: how many cards may be laid
  doubt: boolean; // Dubito: a doubt can be entered
  board: BoardPlay[]; // Dubito: the plays that a doubt shows
}

export interface BoardPlay {
  seat: number;
  size: number;
  cards: number[] | null; // known already: one's own
}

/** An entry that was accepted, in words. */
export interface EntryTold {
  text: string;
  seat: number | null;
}

/** Where the game stands. What does not fit is refused with its place, the rest stands. */
export interface AdvisedTold {
  game: string;
  seat: number;
  accepted: number; // so many of the entries fit
  refused: Refused | null; // why the next one does not
  entries: EntryTold[];
  expects: Expected;
  position: Position | null; // as one sees it; null before the first deal
  worlds: number | null; // how many deals fit what was entered, where that can be counted
  returns: number[] | null; // at the end
}

/** What is to be entered next. */
export interface Expected {
  kind: "deal" | "roll" | "action" | "lay" | "doubt" | "over";
  seat: number | null; // who acts; null for a deal, a roll and the end
  yours: boolean; // it is the own decision: ask for a hint
  text: string; // the question in English
  hand_size: number | null; // of a deal
  dealer: number | null; // of a deal, where the rules tell it
  turned: boolean; // of a deal: a card is turned up
  actions: number[]; // that can be entered, of others: those that some world allows
  names: string[];
  counts: number[]; // Dubito: how many cards may be laid
  doubt: boolean; // Dubito: a doubt can be entered
  board: BoardPlay[]; // Dubito: the plays that a doubt shows
}

/** A value with its 95 % interval; an end is null where it is not known: one deal tells none. */
export interface ArenaEstimate {
  value: number;
  low: number | null;
  high: number | null;
}

/** One bot of a leaderboard. */
export interface BoardRow {
  bot: string;
  kind: string; // rule, search, network or stranger
  rating: ArenaEstimate | null; // Elo above the anchor; null where bots play alone
  best: number | null; // place: so many less one are clearly better
  worst: number | null;
  points: ArenaEstimate; // a game
  wins: ArenaEstimate; // share of the win
  even: number; // what everybody's share would be
  games: number;
  milliseconds: number | null; // CPU time of a decision
  forfeits: number;
}

/** All that is known of one game under one set of options. */
export interface ArenaBoard {
  game: string;
  title: string;
  words: string; // players and options in a few words
  games: number;
  anchor: string; // the bot that has rating 0, where it plays
  rows: BoardRow[];
}

export interface ArenaMatch {
  match: number;
  kind: string; // h2h, round-robin, gauntlet, field, bench, solo, sprt or import
  game: string;
  title: string;
  options: Record<string, unknown>;
  bots: string[];
  planned: number; // units
  done: number;
  games: number;
  created: number; // seconds since 1970
}

/** What the arena's store holds; empty where there is none yet. */
export interface ArenaTold {
  place: string;
  boards: ArenaBoard[];
  matches: ArenaMatch[]; // the latest first
}

/** A game of a match. */
export interface ArenaGame {
  number: number;
  unit: number;
  seats: string[];
  returns: number[];
  outcome: number[];
  forfeit: string | null; // who failed, and how
  replay: boolean; // its actions were kept
}

export type FromClient =
  | Hello
  | Create
  | Watch
  | Unwatch
  | Join
  | Start
  | Move
  | Undo
  | AnswerUndo
  | Rematch
  | Leave
  | ComeBack
  | TakeOver
  | Pace
  | Look
  | Hint
  | Ping;

export type FromServer = Welcome | Table | Presence | Thinking | Looked | Advice | Ok | Refusal;

export type GameView = BeloteView | OhHellView | CodepieceView | QwixxView | DubitoView;

export type Entry = DealEntry | RollEntry | ActionEntry | LayEntry | DoubtEntry;
