/** Computes a value on first use and caches it, so that startup is fast. */
export function onFirstUse<Value extends object | boolean>(make: () => Value): () => Value {
  let value: Value | undefined;
  return () => {
    value ??= make();
    return value;
  };
}
