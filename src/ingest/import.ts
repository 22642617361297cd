import { basename } from 'node:path';
import type { Clock } from '../clock.ts';
import { todayOf } from '../clock.ts';
import { universeOf } from '../derive/universe.ts';
import type { Endpoint } from '../endpoint.ts';
import { type FactName, isFactName } from '../facts.ts';
import { rederive } from '../refresh.ts';
import { type Database, inTransaction } from '../store/database.ts';
import { readFacts, type Written, writeFacts, writeMeta } from '../store/facts-store.ts';
import { type Batch, type Connector, type Problem, refused } from './connectors/connector.ts';
import { connectors } from './connectors/index.ts';
import { checkRecords, readRecords } from './records.ts';

export interface ImportFile {
  readonly name: string;
  readonly read: () => string;
}

export interface ImportReport {
  readonly file: string;
  /** What landed, by kind of fact. */
  readonly written: Readonly<Record<string, Written>>;
  readonly problems: readonly Problem[];
}

type Reader = Pick<Connector, 'parse'>;

/** The reader of a public source, or of a collection's own records; undefined for another word. */
export function readerOf(sourceOrCollection: string): Reader | undefined {
  if (Object.hasOwn(connectors, sourceOrCollection)) return connectors[sourceOrCollection];
  return isFactName(sourceOrCollection) ? recordsReader(sourceOrCollection) : undefined;
}

/**
 * Imports files in one transaction with all that is computed from them: an interrupted import leaves
 * the store as it was. Good records land, bad ones are reported.
 */
export function importFiles(
  database: Database,
  from: string,
  reader: Reader,
  files: readonly ImportFile[],
  context: {
    readonly endpoints: readonly Endpoint[];
    readonly clock: Clock;
    readonly progress: (step: string) => void;
  },
): readonly ImportReport[] {
  return inTransaction(database, () => {
    const reports = files.map((file) => {
      context.progress(`reading ${basename(file.name)}`);
      return importFile(database, from, reader, file);
    });
    if (
      reports.some(({ written }) =>
        Object.values(written).some(({ added, replaced }) => added + replaced > 0),
      )
    ) {
      context.progress('computing what follows from it');
      writeMeta(database, 'facts_at', todayOf(context.clock));
      rederive(database, context.endpoints, context.clock);
    }
    return reports;
  });
}

function importFile(
  database: Database,
  from: string,
  reader: Reader,
  file: ImportFile,
): ImportReport {
  const name = basename(file.name);
  const text = readText(file);
  const { batches, problems } =
    text === undefined ? refused('cannot be read') : reader.parse(text, name);
  const written: Record<string, Written> = {};
  const all = [...problems];
  for (const batch of batches) {
    const { records, unknown } = withTickers(database, batch);
    all.push(...unknown);
    written[batch.kind] = writeFacts(database, batch.kind, records, from);
  }
  return { file: name, written, problems: all };
}

function readText(file: ImportFile): string | undefined {
  try {
    return file.read();
  } catch {
    return undefined;
  }
}

/** Finds the tickers of records that name their company by CIK or by name. */
function withTickers(
  database: Database,
  batch: Batch,
): { records: Batch['records']; unknown: Problem[] } {
  if (!batch.needsTicker) return { records: batch.records, unknown: [] };
  const universe = universeOf(readFacts(database));
  const records: Record<string, unknown>[] = [];
  const missing = new Set<string>();
  for (const record of batch.records) {
    const { cik, company_name } = record;
    const ticker =
      universe.tickerOfCik(cik) ??
      universe.ticker(undefined, company_name ? String(company_name) : undefined);
    if (ticker) records.push({ ...record, ticker });
    else missing.add(String(company_name ?? `CIK ${cik}`));
  }
  const unknown = [...missing].map((company) => ({
    where: company,
    reason: 'is no company of the store: import sec-tickers first',
  }));
  return { records, unknown };
}

function recordsReader(kind: FactName): Reader {
  return {
    parse(text, fileName) {
      const { rows, problems } = readRecords(text, fileName);
      const checked = checkRecords(kind, rows);
      return {
        batches: checked.records.length > 0 ? [{ kind, records: checked.records }] : [],
        problems: [...problems, ...checked.problems],
      };
    },
  };
}
