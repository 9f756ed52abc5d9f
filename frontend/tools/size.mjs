// Weighs the built script, gzipped, and refuses more than the limit. The card art is in it.
import { readFileSync, readdirSync } from "node:fs";
import { gzipSync } from "node:zlib";

const SCRIPT_BYTES_MAX = 120_000;
const folder = new URL("../../src/kibitz/server/static/assets/", import.meta.url);

let script = 0;
for (const name of readdirSync(folder).filter((name) => name.endsWith(".js"))) {
  script += gzipSync(readFileSync(new URL(name, folder))).length;
}
console.log(`script ${script} bytes gzipped, limit ${SCRIPT_BYTES_MAX}`);
if (script === 0 || script > SCRIPT_BYTES_MAX) {
  console.error("the script is missing or too big");
  process.exit(1);
}
