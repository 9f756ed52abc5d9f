// Measures the browser's engine in Node, as benchmarks/offline.py asks: rollouts a second from
// the first deal, and the time of one decision of each player, in CPU time. Prints one line of JSON.
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

const [folder, game, flat, seconds] = process.argv.slice(2);
const read = (name) => readFileSync(`${folder}/${name}`);
const facts = JSON.parse(read(`${game}.json`));
const module = await WebAssembly.compile(read(`${game}.wasm`));
const fail = () => 8;
const { exports: e } = await WebAssembly.instantiate(module, {
  kibitz: {
    refuse: (at, n) => {
      throw new Error(Buffer.from(e.memory.buffer, at, n).toString());
    },
  },
  wasi_snapshot_preview1: { fd_close: fail, fd_seek: fail, fd_write: fail },
});
e._initialize();

function lend(numbers) {
  const at = e.kibitz_allocate(Math.max(8, numbers.byteLength));
  const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
  new Uint8Array(e.memory.buffer, at, numbers.byteLength).set(bytes);
  return at;
}
const options = Int32Array.from(JSON.parse(flat));
const begin = (seed) => {
  const state = e.kibitz_new(lend(options), options.length);
  e.kibitz_seed(state, seed);
  return state;
};
const legal = (state) => {
  const n = e.kibitz_legal(state);
  return Array.from(new Int32Array(e.memory.buffer, e.kibitz_integers(), n));
};
const weights = (file) => {
  const planes = gunzipSync(read(file)); // as floats of frontend/src/offline/shelf.ts
  const [count, bytes] = [planes.length / 4, new Uint8Array(planes.length)];
  planes.forEach((byte, i) => (bytes[4 * (i % count) + Math.floor(i / count)] = byte));
  return new Float32Array(bytes.buffer);
};

/** CPU time of this process in milliseconds. */
function cpu() {
  const used = process.cpuUsage();
  return (used.user + used.system) / 1000;
}

const state = e.kibitz_new(lend(options), options.length);
const actions = e.kibitz_playouts(state, 4096, 1n);
function rate(ms) {
  let games = 0;
  const start = cpu();
  while (cpu() - start < ms) e.kibitz_playouts(state, 4096, BigInt(++games));
  return (games * 4096 * 1000) / (cpu() - start);
}
rate(Number(seconds) * 1000); // until the optimising compiler is through
const rollouts = rate(Number(seconds) * 1000);

const nets = {};
for (const [name, net] of Object.entries(facts.nets)) {
  const encoding = new TextEncoder().encode(net.encoding);
  const all = weights(net.file);
  const list = (numbers) => [lend(Int32Array.from(numbers)), numbers.length];
  nets[name] = e.kibitz_add_net(
    ...list(net.description),
    lend(encoding),
    encoding.length,
    ...list(net.sizes),
    lend(all),
    all.length,
  );
}
for (const [key, file] of Object.entries(facts.values)) {
  const all = weights(file);
  e.kibitz_keep_value(BigInt(key), lend(all), all.length);
}

/** The slowest and the mean decision in milliseconds, over one game of this player on every seat. */
function timed(part) {
  const name = new TextEncoder().encode(part.policy);
  const parameters = Float64Array.from(part.parameters);
  const table = begin(11n);
  const all = [];
  for (let ply = 0; ply < 200 && e.kibitz_player(table) >= 0; ++ply) {
    const from = cpu();
    const net = part.net === undefined ? -1 : nets[part.net];
    const seed = BigInt(ply);
    const at = [lend(name), name.length, lend(parameters), parameters.length];
    const action = e.kibitz_choose(table, ...at, net, seed);
    if (legal(table).length > 1) all.push(cpu() - from);
    e.kibitz_apply(table, action);
  }
  return { mean: all.reduce((a, b) => a + b, 0) / all.length, max: Math.max(...all) };
}

const moves = {};
for (const [name, part] of Object.entries(facts.bots)) {
  if (name.startsWith("level_") && part.policy) moves[name] = timed(part);
}
console.log(JSON.stringify({ actions, rollouts, moves }));
