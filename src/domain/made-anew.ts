/** What is made whenever it is gone through, one by one, so that it is never held together. */
export function madeAnew<Made>(make: () => Iterable<Made>): Iterable<Made> {
  return { [Symbol.iterator]: () => make()[Symbol.iterator]() };
}
