const PREFIX = 'file:';
/** Maximum number of stored characters of a file name. */
const MAX_NAME = 60;

/** Returns the `source` of records from a file that is imported without a connector. */
export function sourceOfFile(name: string): string {
  return PREFIX + name.slice(0, MAX_NAME);
}

/** Returns the file name in a stored source. Undefined if the source is not a file. */
export function fileIn(source: string): string | undefined {
  return source.startsWith(PREFIX) ? source.slice(PREFIX.length) : undefined;
}
