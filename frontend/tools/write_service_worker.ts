// Writes service_worker.js into the built page: tools/service_worker.js with the files of this build.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const NETWORK = /^offline\/.*\.gz$/;

export function serviceWorker(): Plugin {
  return {
    name: "service-worker",
    apply: "build",
    writeBundle(options) {
      const folder = options.dir as string;
      const files = readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
        .filter((file) => file !== "service_worker.js")
        .map((file) => file.replaceAll("\\", "/"))
        .toSorted();
      const hash = createHash("sha256");
      for (const file of files) hash.update(file).update(readFileSync(join(folder, file)));
      const first = files.filter((file) => !NETWORK.test(file) && file !== "index.html");
      const text = readFileSync(new URL("./service_worker.js", import.meta.url), "utf8")
        .replace("__VERSION__", hash.digest("hex").slice(0, 16))
        .replace("__FIRST__", JSON.stringify(["./", ...first]))
        .replace("__LATER__", JSON.stringify(files.filter((file) => NETWORK.test(file))));
      writeFileSync(join(folder, "service_worker.js"), text);
    },
  };
}
