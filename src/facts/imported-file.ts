const PREFIX = 'file:';
/** Maximum characters of the name of a file that are stored. */
const MAX_NAME = 60;

/** The source that is stored with the records of a file that is imported without a connector. */
export function sourceOfFile(name: string): string {
  return PREFIX + name.slice(0, MAX_NAME);
}

/** The name of the file in a stored source. Undefined for other sources. */
export function fileIn(source: string): string | undefined {
  return source.startsWith(PREFIX) ? source.slice(PREFIX.length) : undefined;
}
