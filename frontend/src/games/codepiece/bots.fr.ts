// French descriptions of the players of Codepiece.
export const bots: Record<string, string> = {
  always_pass: "N’annonce jamais et joue sa plus forte carte permise : un étalon.",
  highest_card: "Annonce en comptant ses plis et joue sa plus forte carte permise : un étalon.",
  rule: "Compte les plis des deux partenaires, fait tomber les atouts et gagne à moindre coût.",
  solver: "Annonce et joue d’après quelques donnes résolues.",
};
