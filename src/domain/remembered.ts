/** Caches the results of a function by argument. The cache has no size limit. */
export function remembered<Result, Key extends string | number = string>(
  read: (key: Key) => Result,
): (key: Key) => Result {
  const results = new Map<Key, Result>();
  return (key) => {
    const known = results.get(key);
    if (known !== undefined || results.has(key)) return known as Result;
    const result = read(key);
    results.set(key, result);
    return result;
  };
}
