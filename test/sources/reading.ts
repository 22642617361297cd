import { type FactName, factKinds } from '../../src/facts/fact-kinds.ts';
import type { Connector, Parsed } from '../../src/sources/parsed.ts';

type Records = readonly Readonly<Record<string, unknown>>[];

/**
 * Returns the records of one kind in a parsed file, and checks that all of their fields are known.
 */
export function recordsOf(parsed: Parsed, kind: FactName): Records {
  const batches = parsed.batches.filter((batch) => batch.kind === kind);
  const records = batches.flatMap((batch) => batch.records);
  const fields = new Set(records.flatMap((record) => Object.keys(record)));
  const declared = { ...factKinds[kind].schema.shape, ...beyond[kind] };
  const unknown = [...fields].filter((field) => !(field in declared));
  if (unknown.length > 0) throw new Error(`${kind} does not declare ${unknown.join(', ')}`);
  return records;
}

/** Fields of sources beyond the kind's schema, which are stored unchanged and not used. */
const beyond: Partial<Record<FactName, object>> = {
  complete_response_letters: { company_name: 'as written', file_name: 'of the PDF' },
  letter_deficiencies: { company_name: 'as written' },
  designations: { trade_name: 'as written' },
  filing_events: { cik: 'of the filer' },
  offerings: { cik: 'of the filer' },
};

/** Returns the records of one kind in a file that must have no problems. */
export function read(connector: Connector, kind: FactName, data: unknown, file = 'x'): Records {
  const parsed = connector.parse(typeof data === 'string' ? data : JSON.stringify(data), file);
  if (parsed.problems.length > 0) throw new Error(JSON.stringify(parsed.problems));
  return recordsOf(parsed, kind);
}

/** Returns the reason why a complete file is rejected. */
export function refusal(connector: Connector, data: unknown, file = 'x'): string | undefined {
  const parsed = connector.parse(typeof data === 'string' ? data : JSON.stringify(data), file);
  return parsed.batches.length === 0 && parsed.problems[0]?.where === 'file'
    ? parsed.problems[0].reason
    : undefined;
}

/** The result of a reader, or the reason why it rejects the file. */
type Reading<Value> =
  | { readonly value: Value; readonly problems: readonly unknown[] }
  | { readonly reason: string };

/** Returns the value read from a file that must have no problems. */
export function readingOf<Value>(reading: Reading<Value>): Value {
  if ('reason' in reading) throw new Error(reading.reason);
  if (reading.problems.length > 0) throw new Error(JSON.stringify(reading.problems));
  return reading.value;
}

/** Returns the reason why a reader rejects a file. */
export const reasonOf = (reading: Reading<unknown>): string | undefined =>
  'reason' in reading ? reading.reason : undefined;

/** Files that no reader reads. */
export const junk: Readonly<Record<string, string>> = {
  empty: '',
  'cut JSON': '{"results": [{"a": ',
  'a number': '1',
  null: 'null',
  'an object of something else': '{"a": 1}',
  'an HTML page': '<!DOCTYPE html><html><body>hello</body></html>',
  'cut XML': '<ownershipDocument><issuer>',
  'binary rubbish': '\u0000\u0001\u0002',
  'deep JSON': `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
};
