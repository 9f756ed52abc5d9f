// Weighs the built scripts, gzipped: what a first visit loads, and each part that is loaded later.
// The card art is in the first.
import { readFileSync, readdirSync } from "node:fs";
import { gzipSync } from "node:zlib";

const FIRST_BYTES_MAX = 120_000;
const LATER_BYTES_MAX = 60_000; // each
const built = new URL("../../src/kibitz/server/static/", import.meta.url);
const page = readFileSync(new URL("index.html", built), "utf8");

let first = 0;
let failed = false;
for (const name of readdirSync(new URL("assets/", built)).filter((name) => name.endsWith(".js"))) {
  const size = gzipSync(readFileSync(new URL(`assets/${name}`, built))).length;
  if (page.includes(`assets/${name}`)) first += size;
  else if (size > LATER_BYTES_MAX) {
    console.error(`${name}: ${size} bytes gzipped, limit ${LATER_BYTES_MAX}`);
    failed = true;
  }
}
console.log(`first script ${first} bytes gzipped, limit ${FIRST_BYTES_MAX}`);
if (failed || first === 0 || first > FIRST_BYTES_MAX) {
  console.error("a script is missing or too big");
  process.exit(1);
}
