import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** A seeded stream of random numbers. The same seed and labels always give the same stream. */
export interface Random {
  /** Uniform in [0, 1). */
  unit(): number;
  /** Uniform in [low, high). */
  between(low: number, high: number): number;
  /** Whole number, both ends included. */
  integer(low: number, high: number): number;
  /** True with the given probability (0–1). */
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** About standard normal, cut at ±3.45. */
  normal(): number;
  /** 32 random bits, as an unsigned whole number. */
  bits(): number;
}

/**
 * The stream of one subject and, for instance, one company, so that drawing more numbers for one
 * subject never changes another.
 */
export function randomOf(seed: number, ...labels: readonly (string | number)[]): Random {
  const generator = xoroshiro128plus(hash(`${seed}/${labels.join('/')}`));
  // The first outputs of this generator are close to its seed.
  for (let skipped = 0; skipped < 4; skipped++) generator.next();
  const bits = () => generator.next() >>> 0;
  const unit = () => bits() / 2 ** 32;
  const integer = (low: number, high: number) => low + Math.floor(unit() * (high - low + 1));
  return {
    bits,
    unit,
    integer,
    between: (low, high) => low + unit() * (high - low),
    chance: (probability) => unit() < probability,
    pick: (list) => list[integer(0, list.length - 1)]!,
    normal: () => normalOf(bits()),
  };
}

/** The list in another order (Fisher and Yates). */
export function shuffled<T>(list: readonly T[], random: Random): readonly T[] {
  const result = [...list];
  for (let at = result.length - 1; at > 0; at--) {
    const other = random.integer(0, at);
    [result[at], result[other]] = [result[other]!, result[at]!];
  }
  return result;
}

/** The sum of four uniform bytes (mean 510, standard deviation 147.8): one draw a number. */
export function normalOf(bits: number): number {
  const sum = (bits & 255) + ((bits >>> 8) & 255) + ((bits >>> 16) & 255) + (bits >>> 24);
  return (sum - 510) / 147.8;
}

/** FNV-1a with a final mix, since neighbouring labels must give unlike streams. */
export function hash(label: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < label.length; at++) {
    value = Math.imul(value ^ label.charCodeAt(at), 0x01000193);
  }
  value = Math.imul(value ^ (value >>> 16), 0x45d9f3b);
  value = Math.imul(value ^ (value >>> 16), 0x45d9f3b);
  return (value ^ (value >>> 16)) >>> 0;
}
