import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

export type Random = ReturnType<typeof randomOf>;

/** Creates a random number generator. The same seed and labels always give the same sequence. */
export function randomOf(seed: number, ...labels: readonly (string | number)[]) {
  const generator = xoroshiro128plus(hash(`${seed}/${labels.join('/')}`));
  // The first outputs of this generator correlate with its seed, so they are discarded.
  for (let skipped = 0; skipped < 4; skipped++) generator.next();
  const bits = () => generator.next() >>> 0;
  const unit = () => bits() / 2 ** 32;
  const integer = (low: number, high: number) => low + Math.floor(unit() * (high - low + 1));
  return {
    /** A uniform random number in [0, 1). */
    unit,
    /** A random integer from `low` through `high`. */
    integer,
    between: (low: number, high: number) => low + unit() * (high - low),
    logarithmic: (low: number, high: number) => low * (high / low) ** unit(),
    chance: (probability: number) => unit() < probability,
    pick: <T>(list: readonly T[]): T => list[integer(0, list.length - 1)]!,
    /**
     * A number with approximately the standard normal distribution. It is computed from the sum of
     * four random bytes, which has a mean of 510 and a standard deviation of 147.8.
     */
    normal: () => {
      const drawn = bits();
      const bytes = [drawn & 255, (drawn >>> 8) & 255, (drawn >>> 16) & 255, drawn >>> 24];
      return (bytes.reduce((sum, byte) => sum + byte) - 510) / 147.8;
    },
  };
}

/** Returns the list in random order (Fisher–Yates shuffle). */
export function shuffled<T>(list: readonly T[], random: Random): readonly T[] {
  const result = [...list];
  for (let at = result.length - 1; at > 0; at--) {
    const other = random.integer(0, at);
    [result[at], result[other]] = [result[other]!, result[at]!];
  }
  return result;
}

export type Quota = (label: string, share: number) => boolean;

/**
 * Returns a function whose result is true for the given share of its calls. Calls are counted by
 * label. True results are spread evenly, so that even a few calls give both results.
 */
export function quotaOf(random: Random): Quota {
  const sums = new Map<string, number>();
  return (label, share) => {
    const sum = (sums.get(label) ?? random.unit()) + share;
    sums.set(label, sum % 1);
    return sum >= 1;
  };
}

/**
 * Returns the 32-bit FNV-1a hash of a label. The bits are mixed once more at the end, so that
 * similar labels give unrelated numbers.
 */
export function hash(label: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < label.length; at++) {
    value = Math.imul(value ^ label.charCodeAt(at), 0x01000193);
  }
  value = Math.imul(value ^ (value >>> 16), 0x45d9f3b);
  value = Math.imul(value ^ (value >>> 16), 0x45d9f3b);
  return (value ^ (value >>> 16)) >>> 0;
}
