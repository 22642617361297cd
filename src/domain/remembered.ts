/** A function of texts, or of numbers, that come again and again: each is read once. */
export function remembered<Result, Key extends string | number = string>(
  read: (key: Key) => Result,
): (key: Key) => Result {
  const found = new Map<Key, Result>();
  return (key) => {
    const known = found.get(key);
    if (known !== undefined || found.has(key)) return known as Result;
    const result = read(key);
    found.set(key, result);
    return result;
  };
}
