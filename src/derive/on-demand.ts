import { LRUCache } from 'lru-cache';

/**
 * Maximum number of cached values. It is small, because a value is either requested again soon or
 * never.
 */
const MAX_HELD = 32;

/** Computes each value on request and caches the most recently requested values. */
export class OnDemand<Value extends object> {
  readonly #names: ReadonlySet<string>;
  readonly #make: (name: string) => Value;
  readonly #held = new LRUCache<string, Value>({ max: MAX_HELD });

  constructor(names: ReadonlySet<string>, make: (name: string) => Value) {
    this.#names = names;
    this.#make = make;
  }

  get(name: string): Value | undefined {
    if (!this.#names.has(name)) return undefined;
    const value = this.#held.get(name) ?? this.#make(name);
    this.#held.set(name, value);
    return value;
  }

  keys() {
    return this.#names.values();
  }

  *[Symbol.iterator](): Generator<[string, Value], undefined> {
    for (const name of this.#names) yield [name, this.#make(name)];
  }
}
