// Random numbers: the twin of kibitz/core/rng.py, word for word.
export const MASK = (1n << 64n) - 1n;
export const GOLDEN = 0x9e3779b97f4a7c15n;

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

  /** An unbiased number from 0 to n - 1 for n of any size, such as a count of worlds. */
  belowExact(n: bigint): bigint {
    const bits = n > 1n ? (n - 1n).toString(2).length : 0;
    const words = Math.ceil(bits / 64);
    for (;;) {
      let x = 0n;
      for (let i = 0; i < words; ++i) x = (x << 64n) | this.word();
      x >>= BigInt(64 * words - bits);
      if (x < n) return x;
    }
  }

  /** A number in [0, 1), of 53 bits. */
  unit(): number {
    return Number(this.word() >> 11n) / 2 ** 53;
  }

  /** Fisher-Yates from the top: the last index is filled first. */
  shuffle<T>(deck: T[]): void {
    for (let i = deck.length - 1; i > 0; --i) {
      const j = this.below(i + 1);
      [deck[i], deck[j]] = [deck[j] as T, deck[i] as T];
    }
  }
}
