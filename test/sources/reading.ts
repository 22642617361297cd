import { type FactName, factKinds } from '../../src/facts/fact-kinds.ts';
import type { Connector, Parsed, Reading } from '../../src/sources/parsed.ts';

type Records = readonly Readonly<Record<string, unknown>>[];

/** All records of one kind that a file gave; no field of them may be unknown to the kind. */
export function recordsOf(parsed: Parsed, kind: FactName): Records {
  const batches = parsed.batches.filter((batch) => batch.kind === kind);
  const records = batches.flatMap((batch) => batch.records);
  const fields = new Set(records.flatMap((record) => Object.keys(record)));
  const declared = { ...factKinds[kind].schema.shape, ...beyond[kind] };
  const unknown = [...fields].filter((field) => !(field in declared));
  if (unknown.length > 0) throw new Error(`${kind} does not declare ${unknown.join(', ')}`);
  return records;
}

/** What sources state beyond their kind, which is kept as it came and computed with by nobody. */
const beyond: Partial<Record<FactName, object>> = {
  complete_response_letters: { company_name: 'as written', file_name: 'of the PDF' },
  designations: { trade_name: 'as written' },
  filing_events: { cik: 'of the filer' },
  insider_transactions: { security_title: 'as written' },
  offerings: { cik: 'of the filer' },
};

/** The records of one kind in a file that must have no problems. */
export function read(connector: Connector, kind: FactName, data: unknown, file = 'x'): Records {
  const parsed = connector.parse(typeof data === 'string' ? data : JSON.stringify(data), file);
  if (parsed.problems.length > 0) throw new Error(JSON.stringify(parsed.problems));
  return recordsOf(parsed, kind);
}

/** The reason for which a whole file is refused. */
export function refusal(connector: Connector, data: unknown, file = 'x'): string | undefined {
  const parsed = connector.parse(typeof data === 'string' ? data : JSON.stringify(data), file);
  return parsed.batches.length === 0 && parsed.problems[0]?.where === 'file'
    ? parsed.problems[0].reason
    : undefined;
}

/** What a reader read of a file that must have no problems. */
export function readingOf<Value>(reading: Reading<Value>): Value {
  if ('reason' in reading) throw new Error(reading.reason);
  if (reading.problems.length > 0) throw new Error(JSON.stringify(reading.problems));
  return reading.value;
}

/** The reason for which a reader refuses a file. */
export const reasonOf = (reading: Reading<unknown>): string | undefined =>
  'reason' in reading ? reading.reason : undefined;
