/** Computes a value on first use and keeps it, so that startup does not pay for it. */
export function onFirstUse<Value extends object | boolean>(make: () => Value): () => Value {
  let value: Value | undefined;
  return () => {
    value ??= make();
    return value;
  };
}
