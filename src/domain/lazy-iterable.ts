/**
 * An iterable that creates its items anew for each iteration, so the items are never all in memory.
 */
export function lazyIterable<Made>(make: () => Iterable<Made>): Iterable<Made> {
  return { [Symbol.iterator]: () => make()[Symbol.iterator]() };
}
