// The engine's files, loaded when a game first needs them: its module, its facts and its networks.
//
// In the browser they come from /offline/, which the service worker keeps; in tests from the disk.
import { Engine } from "./engine";
import type { EngineFacts, OfflineFacts } from "./facts";
import { Refusal } from "./refusal";
import { sceneOf, type GameScene } from "./scene";

export type Read = (file: string) => Promise<ArrayBuffer>;

/** A game that can be played here. */
export interface Playable {
  engine: Engine;
  scene: GameScene;
}

/** 32-bit floats from all their first bytes, then all their second ones ...: see tools/write_offline.py. */
export function floats(planes: Uint8Array): Float32Array {
  const count = planes.length / Float32Array.BYTES_PER_ELEMENT;
  const plain = new Uint8Array(planes.length);
  for (let i = 0; i < planes.length; i++) {
    plain[4 * (i % count) + Math.floor(i / count)] = planes[i] as number;
  }
  return new Float32Array(plain.buffer);
}

export class Shelf {
  private readonly games = new Map<string, Promise<Playable>>();
  private readonly loaded = new Map<string, Promise<number | null>>(); // networks, by game and name
  private facts: Promise<OfflineFacts> | null = null;

  constructor(private readonly read: Read) {}

  index(): Promise<OfflineFacts> {
    this.facts ??= this.json<OfflineFacts>("index.json");
    return this.facts;
  }

  game(name: string): Promise<Playable> {
    let found = this.games.get(name);
    if (!found) {
      found = this.load(name);
      this.games.set(name, found);
      found.catch(() => this.games.delete(name));
    }
    return found;
  }

  private async load(name: string): Promise<Playable> {
    const [bytes, facts, scene] = await Promise.all([
      this.read(`${name}.wasm`),
      this.json<EngineFacts>(`${name}.json`),
      sceneOf(name),
    ]);
    return { engine: new Engine(await WebAssembly.compile(bytes), facts), scene };
  }

  /** Load a network for a policy; the number by which the engine knows it, if it has one. */
  net(engine: Engine, name: string): Promise<number | null> {
    return this.once(`${engine.facts.name} ${name}`, async () => {
      const facts = engine.facts.nets[name];
      if (!facts) throw new Error(`no network ${name}`);
      return engine.addNet(facts, await this.weights(facts.file));
    });
  }

  /** Load the network that a policy names by a number. */
  value(engine: Engine, key: string): Promise<number | null> {
    return this.once(`${engine.facts.name} ${key}`, async () => {
      engine.keepValue(Number(key), await this.weights(engine.facts.values[key] as string));
      return null;
    });
  }

  /** A table of numbers that a strategy needs: a square, whose rows are stored as differences. */
  async table(engine: Engine, name: string): Promise<number[]> {
    const steps = await this.weights(engine.facts.tables[name] as string);
    const size = Math.sqrt(steps.length);
    let sum = 0;
    return Array.from(steps, (step, i) => (sum = i % size === 0 ? step : sum + step));
  }

  private once(key: string, load: () => Promise<number | null>): Promise<number | null> {
    let found = this.loaded.get(key);
    if (!found) {
      found = load();
      this.loaded.set(key, found);
      found.catch(() => this.loaded.delete(key));
    }
    return found;
  }

  private async json<T>(file: string): Promise<T> {
    return JSON.parse(new TextDecoder().decode(await this.read(file))) as T;
  }

  private async weights(file: string): Promise<Float32Array> {
    const bytes = await this.read(file).catch((error: unknown) => {
      const text = `${file} is not stored on this device (${String(error)}): connect once to load it`;
      throw new Refusal("needs_connection", text);
    });
    const packed = new Blob([bytes]).stream();
    const plain = packed.pipeThrough(new DecompressionStream("gzip"));
    return floats(new Uint8Array(await new Response(plain).arrayBuffer()));
  }
}
