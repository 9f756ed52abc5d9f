// The engine's files from the disk, where `make wasm` puts them.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Shelf } from "../../src/offline/shelf";

/** Of a file of golden answers: pytest, which runs these tests, has limits of its own. */
export const GOLDEN_MS = 3_600_000;

export const folder = process.env["KIBITZ_OFFLINE"] ?? join(process.cwd(), "public", "offline");

export const shelf = new Shelf(async (file) => {
  const bytes = await readFile(join(folder, file));
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
});
