// BLAKE2b with a digest of 8 bytes (RFC 7693), for the seeds of evaluations: browsers do not have it.
const MASK = (1n << 64n) - 1n;
const BLOCK = 128; // bytes
const DIGEST = 8; // bytes
const INITIAL = [
  0x6a09e667f3bcc908n,
  0xbb67ae8584caa73bn,
  0x3c6ef372fe94f82bn,
  0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n,
  0x9b05688c2b3e6c1fn,
  0x1f83d9abfb41bd6bn,
  0x5be0cd19137e2179n,
];
const SIGMA = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
  [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
  [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
  [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
  [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
  [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
  [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
  [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
  [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
];
// The four columns of the working vector, then its four diagonals.
const LANES = [
  [0, 4, 8, 12],
  [1, 5, 9, 13],
  [2, 6, 10, 14],
  [3, 7, 11, 15],
  [0, 5, 10, 15],
  [1, 6, 11, 12],
  [2, 7, 8, 13],
  [3, 4, 9, 14],
] as const;
const ROUNDS = 12;

const rotate = (x: bigint, bits: bigint): bigint => ((x >> bits) | (x << (64n - bits))) & MASK;

function compress(state: bigint[], block: BigUint64Array, done: number, last: boolean): void {
  const v = [...state, ...INITIAL];
  v[12] = (v[12] as bigint) ^ BigInt(done);
  if (last) v[14] = (v[14] as bigint) ^ MASK;
  for (let round = 0; round < ROUNDS; ++round) {
    const order = SIGMA[round % SIGMA.length] as number[];
    LANES.forEach(([a, b, c, d], lane) => {
      const x = block[order[2 * lane] as number] as bigint;
      const y = block[order[2 * lane + 1] as number] as bigint;
      let [p, q, r, s] = [v[a], v[b], v[c], v[d]] as [bigint, bigint, bigint, bigint];
      p = (p + q + x) & MASK;
      s = rotate(s ^ p, 32n);
      r = (r + s) & MASK;
      q = rotate(q ^ r, 24n);
      p = (p + q + y) & MASK;
      s = rotate(s ^ p, 16n);
      r = (r + s) & MASK;
      q = rotate(q ^ r, 63n);
      [v[a], v[b], v[c], v[d]] = [p, q, r, s];
    });
  }
  for (let i = 0; i < 8; ++i) {
    state[i] = (state[i] as bigint) ^ (v[i] as bigint) ^ (v[i + 8] as bigint);
  }
}

/** The digest as a number, its first byte the highest. */
export function blake2b(text: string): bigint {
  const bytes = new TextEncoder().encode(text);
  const state = [...INITIAL];
  state[0] = (state[0] as bigint) ^ 0x01010000n ^ BigInt(DIGEST);
  const blocks = Math.max(1, Math.ceil(bytes.length / BLOCK));
  for (let i = 0; i < blocks; ++i) {
    const block = new Uint8Array(BLOCK);
    block.set(bytes.subarray(i * BLOCK, (i + 1) * BLOCK));
    const done = Math.min(bytes.length, (i + 1) * BLOCK);
    compress(state, new BigUint64Array(block.buffer), done, i === blocks - 1);
  }
  const digest = new DataView(new ArrayBuffer(DIGEST));
  digest.setBigUint64(0, state[0] as bigint, true);
  return digest.getBigUint64(0);
}
