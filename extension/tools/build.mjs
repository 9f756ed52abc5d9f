// Build the extension into build/extension: each script a file of its own without imports, because a
// browser runs content scripts as classic scripts. Also builds the stand-in page of the tests.
import { cp, readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const OUT = at("../../build/extension");
const STAND_IN = at("../../build/stand_in");
const SCRIPTS = { page: "page.ts", content: "content.ts", worker: "worker.ts", popup: "popup.tsx" };

async function bundle(name, input, outDir) {
  await build({
    configFile: false,
    root: at(".."),
    logLevel: "warn",
    publicDir: false,
    build: {
      outDir,
      emptyOutDir: false,
      target: "chrome120",
      minify: false, // a reviewer can read what runs in the browser
      modulePreload: false,
      rollupOptions: { input, output: { format: "iife", entryFileNames: `${name}.js` } },
    },
  });
}

await rm(OUT, { recursive: true, force: true });
await rm(STAND_IN, { recursive: true, force: true });
for (const [name, file] of Object.entries(SCRIPTS)) await bundle(name, at(`../src/${file}`), OUT);
await cp(at("../public"), OUT, { recursive: true });
await bundle("stand_in", at("../test/stand_in/stand_in.ts"), STAND_IN);
await cp(at("../test/stand_in/stand_in.html"), `${STAND_IN}/stand_in.html`);
await cp(at("../test/stand_in/stand_in.css"), `${STAND_IN}/stand_in.css`);

// One version for everything: that of the Python package.
const source = await readFile(at("../../src/kibitz/_version.py"), "utf8");
const version = /__version__ = "(\d+(?:\.\d+){0,3})/.exec(source)?.[1];
const manifest = JSON.parse(await readFile(`${OUT}/manifest.json`, "utf8"));
await writeFile(`${OUT}/manifest.json`, JSON.stringify({ ...manifest, version }, null, 2) + "\n");
