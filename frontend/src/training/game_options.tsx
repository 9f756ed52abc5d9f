// The games that have recipes, as options of a select.
import type { JSX } from "preact";
import type { RecipeFacts } from "../messages";

export function GameOptions({ recipes }: { recipes: RecipeFacts[] }): JSX.Element {
  const titles = new Map(recipes.map((each) => [each.game, each.title]));
  return (
    <>
      {[...titles].map(([game, title]) => (
        <option value={game} key={game}>
          {title}
        </option>
      ))}
    </>
  );
}
