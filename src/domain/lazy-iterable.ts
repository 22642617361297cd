/**
 * An iterable that creates its items again for each iteration, so that they are never all in
 * memory.
 */
export function lazyIterable<Made>(make: () => Iterable<Made>): Iterable<Made> {
  return { [Symbol.iterator]: () => make()[Symbol.iterator]() };
}
