// Writes licenses.txt beside the built page: what of others the scripts contain, and its licenses.
// Minified scripts lose their comments, and the licenses ask to stay with every copy.
import { readFileSync, writeFileSync } from "node:fs";

const modules = new URL("../node_modules/", import.meta.url);
const built = new URL("../../src/kibitz/server/static/licenses.txt", import.meta.url);

function about(folder) {
  return JSON.parse(readFileSync(new URL("package.json", folder), "utf8"));
}

// The dependencies of the page, and theirs.
const found = new Map();
function visit(names) {
  for (const name of names) {
    if (found.has(name)) continue;
    const folder = new URL(`${name}/`, modules);
    const { version, license, dependencies = {} } = about(folder);
    const text = readFileSync(new URL("LICENSE", folder), "utf8").trim();
    found.set(name, `${name} ${version} (${license})\n\n${text}\n`);
    visit(Object.keys(dependencies));
  }
}
visit(Object.keys(about(new URL("../", import.meta.url)).dependencies));
writeFileSync(
  built,
  [...found.keys()]
    .sort()
    .map((name) => found.get(name))
    .join("\n\n"),
);
