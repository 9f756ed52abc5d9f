// Writes service_worker.js into the built page: tools/service_worker.js with the files of this build.
// The engine's files get its fingerprint as a query, with which the page asks for them, too.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const ENGINE = /^offline\//;
const NETWORK = /^offline\/.*\.gz$/;

function fingerprint(folder: string, files: string[]): string {
  const hash = createHash("sha256");
  for (const file of files) hash.update(file).update(readFileSync(join(folder, file)));
  return hash.digest("hex").slice(0, 16);
}

/** The names of all files of a folder and its folders. */
function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .map((file) => file.replaceAll("\\", "/"))
    .toSorted();
}

/** The fingerprint of the engine that the page is built with; empty without one. */
export function engineOf(folder: string): string {
  const offline = join(folder, "offline");
  return existsSync(offline) ? fingerprint(offline, filesOf(offline)) : "";
}

/** Beliefs of levels, and the networks that no level uses, as offline/index.json lists them. */
function listed(folder: string): { later: string[]; onDemand: string[] } {
  const index = join(folder, "offline", "index.json");
  if (!existsSync(index)) return { later: [], onDemand: [] };
  const facts = JSON.parse(readFileSync(index, "utf8")) as { later: string[]; on_demand: string[] };
  const paths = (names: string[]) => names.map((name) => `offline/${name}`);
  return { later: paths(facts.later), onDemand: paths(facts.on_demand) };
}

export function serviceWorker(): Plugin {
  return {
    name: "service-worker",
    apply: "build",
    writeBundle(options) {
      const folder = options.dir as string;
      const files = filesOf(folder).filter((file) => file !== "service_worker.js");
      const { later, onDemand } = listed(folder);
      const apart = new Set([...later, ...onDemand]);
      const networks = files.filter((file) => NETWORK.test(file) && !apart.has(file));
      const engine = engineOf(folder);
      const asked = (names: string[]) =>
        JSON.stringify(names.map((file) => (ENGINE.test(file) ? `${file}?${engine}` : file)));
      const first = files.filter((file) => !NETWORK.test(file) && file !== "index.html");
      const text = readFileSync(new URL("./service_worker.js", import.meta.url), "utf8")
        .replace("__VERSION__", fingerprint(folder, files))
        .replace("__FIRST__", asked(["./", ...first]))
        .replace("__LATER__", asked([...networks, ...later]))
        .replace("__ON_DEMAND__", asked(onDemand));
      writeFileSync(join(folder, "service_worker.js"), text);
    },
  };
}
