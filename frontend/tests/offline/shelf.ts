// The engine's files from the disk, where `make wasm` puts them.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Shelf } from "../../src/offline/shelf";

export const folder = process.env["KIBITZ_OFFLINE"] ?? join(process.cwd(), "public", "offline");

export const shelf = new Shelf(async (file) => {
  const bytes = await readFile(join(folder, file));
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
});
