// Random numbers: the twin of kibitz/core/rng.py, word for word.
const MASK = (1n << 64n) - 1n;
const GOLDEN = 0x9e3779b97f4a7c15n;

export function finalise(x: bigint): bigint {
  let y = x & MASK;
  y = ((y ^ (y >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
  y = ((y ^ (y >> 27n)) * 0x94d049bb133111ebn) & MASK;
  return y ^ (y >> 31n);
}

/** The seed of the k-th stream derived from a seed. */
export const mix = (seed: bigint, k: number): bigint => finalise(seed + BigInt(k) * GOLDEN);

export class Stream {
  constructor(private state: bigint) {}

  word(): bigint {
    this.state = (this.state + GOLDEN) & MASK;
    return finalise(this.state);
  }

  /** A number from 0 to n - 1. */
  below(n: number): number {
    return Number((this.word() * BigInt(n)) >> 64n);
  }
}
