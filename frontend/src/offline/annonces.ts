// What a hand is worth in each suit, in a game whose folder has `annonces_job.ts`: it exports `annonces`,
// the twin of kibitz/advice/annonces.py.
import type { AnnoncesReply, AskAnnonces } from "../messages";
import type { Steps } from "./advice/jobs";
import { Refusal } from "./refusal";
import type { Shelf } from "./shelf";

export type AnnoncesOf = (shelf: Shelf, asked: AskAnnonces) => Steps<AnnoncesReply>;

const modules = import.meta.glob<{ annonces: AnnoncesOf }>("../games/*/annonces_job.ts");

export async function annoncesOf(): Promise<AnnoncesOf> {
  const [load] = Object.values(modules);
  if (!load) throw new Refusal("not_offline", "this needs a server");
  return (await load()).annonces;
}
