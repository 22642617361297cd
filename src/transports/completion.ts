import type { Completion } from '../prompt.ts';
import { queryOf } from '../service.ts';
import type { Source } from '../sources/source.ts';

/** Values that a client is given at once (server/utilities/completion). */
const MAX_VALUES = 100;
/** Pages that are read for the values of a field. */
const MAX_PAGES = 200;
/** Longest beginning that is looked for, characters. */
const MAX_TYPED = 100;

interface Named {
  readonly value: string;
  /** Upper-case words of its name. */
  readonly words: readonly string[];
}

/** The result of `completion/complete`. */
export function completionResult(values: readonly string[]): string {
  const shown = values.slice(0, MAX_VALUES);
  const completion = { values: shown, total: values.length, hasMore: values.length > shown.length };
  return JSON.stringify({ completion });
}

/** Values as somebody types them; they are read once a version of the store. */
export function createCompleter(today: () => string) {
  const known = new Map<Completion, { version: string; values: Promise<readonly Named[]> }>();

  function valuesOf(completion: Completion, source: Source): Promise<readonly Named[]> {
    const { version } = source.describe();
    const kept = known.get(completion);
    if (kept?.version === version) return kept.values;
    const values = readValues(completion, source, today());
    known.set(completion, { version, values });
    values.catch(() => known.delete(completion));
    return values;
  }

  /** Values that begin as typed, then those whose name has a word that does; each in order. */
  return async (completion: Completion, source: Source, typed: string): Promise<string[]> => {
    // An upstream is not asked page by page for what somebody may type.
    if (source.kind === 'upstream') return [];
    const start = typed.slice(0, MAX_TYPED).trim().toUpperCase();
    const values = await valuesOf(completion, source);
    const byValue = values.filter(({ value }) => value.toUpperCase().startsWith(start));
    const byName = values.filter(
      (one) => !byValue.includes(one) && one.words.some((word) => word.startsWith(start)),
    );
    return [...byValue, ...byName].map(({ value }) => value);
  };
}

async function readValues(
  { endpoint, field, nameField }: Completion,
  source: Source,
  today: string,
): Promise<readonly Named[]> {
  const names = new Map<string, string>();
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const { records, total } = await source.fetch(endpoint, queryOf(endpoint, { page }, today));
    for (const record of records) {
      const { [field]: value, [nameField]: name } = JSON.parse(record) as Record<string, unknown>;
      if (typeof value === 'string') names.set(value, typeof name === 'string' ? name : '');
    }
    if (records.length === 0 || names.size >= total) break;
  }
  return [...names]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([value, name]) => ({ value, words: name.toUpperCase().split(/[^\p{L}\p{N}]+/u) }));
}
