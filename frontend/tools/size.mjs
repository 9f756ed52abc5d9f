// Weighs the built script, gzipped and without the card art, and refuses more than the limit.
import { readFileSync, readdirSync } from "node:fs";
import { gzipSync } from "node:zlib";

const SCRIPT_BYTES_MAX = 150_000;
const folder = new URL("../../src/kibitz/interfaces/web/static/assets/", import.meta.url);

let script = 0;
let art = 0;
for (const name of readdirSync(folder).filter((name) => name.endsWith(".js"))) {
  const bytes = gzipSync(readFileSync(new URL(name, folder))).length;
  if (name.startsWith("art-")) art += bytes;
  else script += bytes;
}
console.log(`script ${script} bytes gzipped, limit ${SCRIPT_BYTES_MAX}; card art ${art} bytes`);
if (script === 0 || script > SCRIPT_BYTES_MAX) {
  console.error("the script is missing or too big");
  process.exit(1);
}
