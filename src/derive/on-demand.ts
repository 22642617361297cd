import { LRUCache } from 'lru-cache';

/** Maximum number of cached values. A value is usually requested again soon, or never. */
const MAX_HELD = 32;

/** A map that computes each value on request and caches the most recently requested values. */
export class OnDemand<Value extends object> implements ReadonlyMap<string, Value> {
  readonly #names: ReadonlySet<string>;
  readonly #make: (name: string) => Value;
  readonly #held = new LRUCache<string, Value>({ max: MAX_HELD });

  constructor(names: ReadonlySet<string>, make: (name: string) => Value) {
    this.#names = names;
    this.#make = make;
  }

  get size(): number {
    return this.#names.size;
  }

  has(name: string): boolean {
    return this.#names.has(name);
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

  *values(): Generator<Value, undefined> {
    for (const name of this.#names) yield this.#make(name);
    return undefined;
  }

  *entries(): Generator<[string, Value], undefined> {
    for (const name of this.#names) yield [name, this.#make(name)];
    return undefined;
  }

  [Symbol.iterator]() {
    return this.entries();
  }

  forEach(each: (value: Value, name: string, map: ReadonlyMap<string, Value>) => void): void {
    for (const [name, value] of this) each(value, name, this);
  }
}
