// An address of `kibitz serve --share` ends in #/training/key/TOKEN. The token is exchanged for a
// cookie that scripts cannot read, and taken out of the address and of the history.
import { http } from "./api";
import { parseRoute } from "./route";

export async function claim(): Promise<void> {
  const { page, rest } = parseRoute(location.hash);
  if (page !== "training" || rest[0] !== "key" || !rest[1]) return;
  const token = rest[1];
  history.replaceState(null, "", "#/training");
  dispatchEvent(new HashChangeEvent("hashchange"));
  // A refused token makes nobody the owner; the page then shows what everybody may see.
  await http("/training/owner", { token }).catch(() => undefined);
}
