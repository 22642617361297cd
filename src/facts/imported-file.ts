const PREFIX = 'file:';
/** Maximum number of stored characters of a file name. */
const MAX_NAME = 60;

/** The source that is stored with the records of a file imported without a connector. */
export function sourceOfFile(name: string): string {
  return PREFIX + name.slice(0, MAX_NAME);
}

/** The file name in a stored source. Undefined for sources other than files. */
export function fileIn(source: string): string | undefined {
  return source.startsWith(PREFIX) ? source.slice(PREFIX.length) : undefined;
}
