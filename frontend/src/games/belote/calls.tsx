// How calls are written: 90♥, Pass, Coinche.
import type { JSX } from "preact";
import { plainSigns, withSigns } from "../../cards/suit_signs";
import { t } from "./texts";

export function label(name: string): string {
  if (name === "pass") return t("pass");
  if (name === "coinche" || name === "surcoinche") return t(name);
  return plainSigns(name.replace("capot", `${t("capot")} `));
}

/** A call with drawn signs: 90♥, Pass. */
export function call(name: string): JSX.Element {
  const words =
    name === "pass" || name.endsWith("coinche")
      ? label(name)
      : name.replace("capot", `${t("capot")} `);
  return <>{name.endsWith("coinche") || name === "pass" ? words : withSigns(words)}</>;
}
