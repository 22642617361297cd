/** A function of texts that come again and again: each is read once. */
export function remembered<Result>(read: (text: string) => Result): (text: string) => Result {
  const found = new Map<string, Result>();
  return (text) => {
    const known = found.get(text);
    if (known !== undefined || found.has(text)) return known as Result;
    const result = read(text);
    found.set(text, result);
    return result;
  };
}
