// Tables and finished games on this device, in IndexedDB. A table is its setup and its events; what is
// shown follows from them.
import type { RecordSummary, Setup } from "../messages";
import type { Happening } from "./step";

export interface TableRow {
  id: string;
  setup: Setup;
  name: string; // of the person who set it up
  created: number;
  happened: { event: Happening; now: number }[];
  open: boolean; // to be listed: neither given up nor long over
}

export interface RecordRow {
  id: string;
  summary: RecordSummary;
  record: string;
  seal: string;
  salt: string;
  botSalt?: string; // if the bots' seeds come from another salt
  seed: string;
}

export interface Store {
  tables(): Promise<TableRow[]>;
  putTable(row: TableRow): Promise<void>;
  records(): Promise<RecordRow[]>;
  putRecord(row: RecordRow): Promise<void>;
}

const DATABASE = "kibitz";
const VERSION = 1;

export async function openStore(): Promise<Store> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const asked = indexedDB.open(DATABASE, VERSION);
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore("tables", { keyPath: "id" });
      asked.result.createObjectStore("records", { keyPath: "id" });
    };
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error ?? new Error("no storage"));
  });
  const all = <T>(name: string): Promise<T[]> =>
    new Promise((resolve, reject) => {
      const asked = database.transaction(name).objectStore(name).getAll();
      asked.onsuccess = () => resolve(asked.result as T[]);
      asked.onerror = () => reject(asked.error ?? new Error("unreadable"));
    });
  // Resolved when the row is on disk, as the server answers only then.
  const put = (name: string, row: object): Promise<void> =>
    new Promise((resolve, reject) => {
      const written = database.transaction(name, "readwrite", { durability: "strict" });
      written.objectStore(name).put(row);
      written.oncomplete = () => resolve();
      written.onerror = () => reject(written.error ?? new Error("not written"));
      written.onabort = () => reject(written.error ?? new Error("not written"));
    });
  return {
    tables: () => all<TableRow>("tables"),
    putTable: (row) => put("tables", row),
    records: () => all<RecordRow>("records"),
    putRecord: (row) => put("records", row),
  };
}
