// Texts of Qwixx.
import { both, speaker } from "../../text";

export const texts = both(
  {
    about:
      "Six dice and four coloured rows. Cross off numbers from left to right, and skip as few as you can.",
    option_order: "White dice",
    option_help_order: "Everybody decides at once, or the roller first",
    word_simultaneous: "all at once",
    word_sequential: "roller first",

    dice: "Dice",
    die_name: "{colour} die: {value}",
    white_sum: "White sum",
    colour_white: "white",
    colour_red: "red",
    colour_yellow: "yellow",
    colour_green: "green",
    colour_blue: "blue",
    cell_name: "{colour} {number}, {state}",
    cell_marked: "crossed off",
    cell_lost: "skipped",
    cell_free: "free",
    mark_cell: "Cross off {colour} {number}",
    sheet_of: "Sheet: {name}",
    rolling: "rolling",
    roller: "Roller",
    strikes: "Penalties",
    locked: "Locked",
    open_lock: "Lock, open",
    row_closed: "Closed",
    turn_of: "Roller: {name}",
    white_step: "white dice, for everybody",
    colour_step: "one white and one coloured die",
    white_question: "Cross off the white sum in a row, or:",
    colour_question: "Cross off the sum of a white and a coloured die, or:",
    no_mark: "Skip",
    take_strike: "Take a penalty",
    decided_wait: "You have decided. Waiting for the others.",
    label_white: "White sum in {colour}",
    label_colour: "{colour}, white die {die}",
    log_turn: "{number}: {name}",
    change_sheets: "Edit sheets and dice",
  },
  {
    about:
      "Six dés et quatre rangées de couleur. Cochez les nombres de gauche à droite en en sautant le moins possible.",
    option_order: "Dés blancs",
    option_help_order: "Tous décident en même temps, ou le lanceur d’abord",
    word_simultaneous: "tous en même temps",
    word_sequential: "le lanceur d’abord",

    dice: "Dés",
    die_name: "dé {colour} : {value}",
    white_sum: "Somme blanche",
    colour_white: "blanc",
    colour_red: "rouge",
    colour_yellow: "jaune",
    colour_green: "vert",
    colour_blue: "bleu",
    cell_name: "{colour} {number}, {state}",
    cell_marked: "coché",
    cell_lost: "sauté",
    cell_free: "libre",
    mark_cell: "Cocher {colour} {number}",
    sheet_of: "Feuille : {name}",
    rolling: "aux dés",
    roller: "Lanceur",
    strikes: "Pénalités",
    locked: "Verrouillée",
    open_lock: "Cadenas ouvert",
    row_closed: "Fermée",
    turn_of: "Lanceur : {name}",
    white_step: "les dés blancs, pour tous",
    colour_step: "un dé blanc et un dé de couleur",
    white_question: "Cochez la somme des dés blancs dans une rangée, ou :",
    colour_question: "Cochez la somme d’un dé blanc et d’un dé de couleur, ou :",
    no_mark: "Passer",
    take_strike: "Prendre une pénalité",
    decided_wait: "Vous avez décidé. En attente des autres.",
    label_white: "Somme blanche en {colour}",
    label_colour: "{colour}, dé blanc {die}",
    log_turn: "{number} : {name}",
    change_sheets: "Modifier les feuilles et les dés",
  },
);

export const { t, find } = speaker(texts);

/** The name of a die's or a row's colour. */
export function colourName(colour: string | undefined): string {
  return find(`colour_${colour}`) ?? "";
}
