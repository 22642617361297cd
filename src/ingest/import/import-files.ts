import { basename } from 'node:path';
import { type Clock, todayOf } from '../../base/clock.ts';
import { compareText } from '../../domain/compare-text.ts';
import { lacksTicker } from '../../facts/company-reference.ts';
import { type FactName, factKinds, isFactName } from '../../facts/fact-kinds.ts';
import { sourceOfFile } from '../../facts/imported-file.ts';
import {
  type Cut,
  checkRecords,
  layoutOf,
  type Problem,
  readRecords,
} from '../../sources/formats/records.ts';
import { connectors } from '../../sources/index.ts';
import {
  type Batch,
  type Connector,
  collector,
  MAX_PROBLEMS,
  type Parsed,
} from '../../sources/parsed.ts';
import {
  isNdjson,
  pressReleases,
  pressReleasesOf,
  type ReleaseOptions,
} from '../../sources/press-releases.ts';
import { type ReadText, readTexts, statedIn, textsAmong } from '../../sources/released-text.ts';
import { type Database, inTransaction } from '../../store/database.ts';
import type { Written } from '../../store/fact-rows.ts';
import { writeFacts, writeMeta } from '../../store/facts-store.ts';
import { readCompanies } from '../../store/read-facts.ts';
import { markRefreshDue } from '../../store/served-state.ts';
import { openTextReader } from '../text-reader.ts';
import { type Part, partsOf } from './file-parts.ts';
import { openStaging, type Staging } from './staging.ts';
import { describeFile, textOf, UnreadableFile } from './text-file.ts';

export interface ImportFile {
  readonly name: string;
  readonly path: string;
}

export interface ImportReport {
  readonly file: string;
  /** Counts of the file's records by kind of fact. */
  readonly written: Readonly<Record<string, Written>>;
  readonly problems: readonly Problem[];
}

export interface Reader extends Pick<Connector, 'parse' | 'title'> {
  /**
   * Returns the rules for cutting a large file into parts, or undefined if the file must be read in
   * one piece.
   * @param start the first characters of the file
   */
  cut(fileName: string, start: string): Cut | undefined;
}

/** Minimum size in bytes of a file that is read in parts. */
const LARGE_FILE = 8 * 2 ** 20;
/**
 * Maximum size in bytes of a file that cannot be read in parts: XML, an SEC submission, or the
 * financial data of one company.
 */
const MAX_WHOLE_FILE = 64 * 2 ** 20;
/** Maximum size in bytes of any file. */
const MAX_FILE = 4 * 2 ** 30;

/**
 * Returns the reader for a name, which is the name of a public source or of a collection. Returns
 * undefined if there is no such source or collection.
 * @param release default values for press releases
 */
export function readerOf(
  sourceOrCollection: string,
  release: ReleaseOptions = {},
): Reader | undefined {
  if (sourceOrCollection === pressReleases.name) {
    const { parse, title } = pressReleasesOf(release);
    return { parse, title, cut: (_, start) => (isNdjson(start) ? 'lines' : undefined) };
  }
  if (Object.hasOwn(connectors, sourceOrCollection)) {
    const { cut, parse, title } = connectors[sourceOrCollection] as Connector;
    const isJson = (start: string) => /^\s*[{[]/.test(start);
    return {
      parse,
      title,
      cut: (_, start) => (cut === 'table' && isJson(start) ? undefined : cut),
    };
  }
  // Source names contain dashes, so dashes are also accepted in collection names.
  const kind = sourceOrCollection.replaceAll('-', '_');
  return isFactName(kind) ? recordsReader(kind) : undefined;
}

export interface ImportContext {
  readonly clock: Clock;
  readonly progress: (step: string) => void;
}

/**
 * Stores the valid records of files and reports the invalid ones. All records are first checked and
 * written to a staging file. One transaction then writes them to the store. A slow file therefore
 * does not block other writers, and an interrupted import changes nothing.
 */
export async function storeFiles(
  database: Database,
  from: string,
  reader: Reader,
  files: readonly ImportFile[],
  context: ImportContext,
): Promise<readonly ImportReport[]> {
  const staging = openStaging(database);
  const texts = openTextReader();
  const today = todayOf(context.clock);
  const { parse } = reader;
  const dated: Reader = {
    ...reader,
    parse: (text, name, before) => parse(text, name, before, today),
  };
  try {
    const read: ReadFile[] = [];
    for (const [id, file] of files.entries()) {
      context.progress(`reading ${basename(file.name)}`);
      read.push(await readFile(staging, id, { ...dated, readText: texts.read }, file));
    }
    staging.finish();
    if (!read.some(({ hasRecords }) => hasRecords)) {
      return read.map((file) => reportOf(file, {}, []));
    }
    return inTransaction(database, () => write(database, from, staging, read, context));
  } finally {
    staging.close();
    await texts.close();
  }
}

interface ReadFile {
  /** The name of the file with its folder. */
  readonly name: string;
  readonly changed: string;
  readonly hasRecords: boolean;
  readonly problems: readonly Problem[];
  /** Number of problems that are not in `problems`, which contains only the first problems. */
  readonly moreProblems: number;
  /**
   * The companies whose records have no ticker, by company name. Each value has the kind, CIK and
   * company name of one of these records.
   */
  readonly companies: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
}

async function readFile(
  staging: Staging,
  id: number,
  reader: Reader & { readonly readText: ReadText },
  { name, path }: ImportFile,
): Promise<ReadFile> {
  const fileName = basename(name);
  const problems: Problem[] = [];
  const companies = new Map<string, Readonly<Record<string, unknown>>>();
  let [changed, hasRecords, moreProblems] = ['', false, 0];
  try {
    const file = describeFile(path);
    changed = file.changed;
    for await (const { text, before } of partsIn(path, fileName, file.bytes, reader)) {
      const parsed = await withStated(reader.parse(text, fileName, before), reader.readText);
      const room = MAX_PROBLEMS - problems.length;
      problems.push(...parsed.problems.slice(0, Math.max(0, room)));
      moreProblems += Math.max(0, parsed.problems.length - Math.max(0, room));
      for (const batch of parsed.batches) {
        staging.add(id, batch.kind, batch.records);
        hasRecords ||= batch.records.length > 0;
        noteCompanies(companies, batch);
      }
    }
  } catch (cause) {
    if (!(cause instanceof UnreadableFile)) throw cause;
    staging.drop(id);
    companies.clear();
    problems.splice(0, problems.length, { where: 'file', reason: cause.reason });
    [hasRecords, moreProblems] = [false, 0];
  }
  if (!hasRecords && problems.length === 0) {
    problems.push({ where: 'file', reason: `has no record of this kind: ${reader.title}` });
  }
  return { name, changed, hasRecords, problems, moreProblems, companies };
}

/**
 * Extracts statements about events from the texts in a file part, and adds them to the records of
 * the part.
 */
export async function withStated(parsed: Parsed, read: ReadText): Promise<Parsed> {
  const found = collector();
  for await (const { where, record, news, reason } of readTexts(parsed.texts ?? [], read)) {
    if (record) found.add('mentions', where, record, ...('ticker' in record ? [] : [NO_TICKER]));
    if (news) found.add('news', where, news);
    if (reason !== undefined) found.problem(where, reason);
  }
  const all = [parsed, found.parsed(), await statedIn(textsAmong(parsed.batches), read)];
  return {
    batches: all.flatMap(({ batches }) => batches),
    problems: all.flatMap(({ problems }) => problems),
  };
}

const NO_TICKER = { needsTicker: true } as const;

/** Yields a file as a single part, or as several parts if the file is large and can be cut. */
async function* partsIn(
  path: string,
  fileName: string,
  bytes: number,
  reader: Reader,
): AsyncGenerator<Part> {
  if (bytes > MAX_FILE)
    throw new UnreadableFile(`is larger than ${mebibytes(MAX_FILE)}: split it into several files`);
  const pieces = textOf(path, bytes);
  let start = '';
  if (bytes > LARGE_FILE) {
    const first = await pieces.next();
    start = first.value ?? '';
    const cut = reader.cut(fileName, start);
    if (cut) {
      yield* partsOf(resumed(start, pieces), cut);
      return;
    }
    if (bytes > MAX_WHOLE_FILE) {
      throw new UnreadableFile(
        `is larger than ${mebibytes(MAX_WHOLE_FILE)}, the maximum for files of this source`,
      );
    }
  }
  let text = start;
  for await (const piece of pieces) text += piece;
  yield { text, before: 0 };
}

async function* resumed(start: string, pieces: AsyncIterable<string>): AsyncGenerator<string> {
  yield start;
  yield* pieces;
}

function mebibytes(bytes: number): string {
  return `${bytes / 2 ** 20} MiB`;
}

/**
 * Maximum number of companies without a ticker that are looked up per file. Further companies are
 * not looked up.
 */
const MAX_COMPANIES = 10_000;

function noteCompanies(
  companies: Map<string, Readonly<Record<string, unknown>>>,
  { kind, records }: Batch,
): void {
  for (const record of records) {
    if (kind === 'companies' || !lacksTicker(kind, record)) continue;
    const { cik, company_name } = record;
    const name = String(company_name ?? `CIK ${cik}`);
    if (companies.size < MAX_COMPANIES) companies.set(name, { kind, cik, company_name });
  }
}

function write(
  database: Database,
  from: string,
  staging: Staging,
  read: readonly ReadFile[],
  { clock }: Pick<ImportContext, 'clock'>,
): readonly ImportReport[] {
  const listedAt = listTimes(read);
  const written = read.map((file, id) => {
    const sums: Record<string, Written> = {};
    for (const { kind, records } of staging.records(id)) {
      const observed = kind === 'companies' ? listedAt.get(file)! : file.changed;
      const source = isImportedByKind(kind, from) ? sourceOfFile(basename(file.name)) : from;
      sums[kind] = sum(sums[kind], writeFacts(database, kind, records, source, observed));
    }
    return sums;
  });
  const isChanged = written.some((sums) =>
    Object.values(sums).some(({ added, replaced }) => added + replaced > 0),
  );
  const unknown = unknownCompanies(database, read);
  if (isChanged) {
    writeMeta(database, 'facts_at', todayOf(clock));
    markRefreshDue(database, true);
  }
  return read.map((file, id) => reportOf(file, written[id]!, unknown[id]!));
}

/**
 * Whether the import named the kind of the records and not a public source. The name of the file
 * then becomes the source of the records. Always false for `companies`, because a newer list must
 * replace the tickers of an older list from the same source.
 */
function isImportedByKind(kind: FactName, from: string): boolean {
  if (kind === 'companies') return false;
  return from === kind || (!Object.hasOwn(connectors, from) && from.replaceAll('-', '_') === kind);
}

/**
 * Returns the modification time of each file. The times determine the order of company lists. Our
 * choice: if two files have the same time, the file whose name sorts later gets a time that is one
 * millisecond later. If two lists had the same time, a company with a new ticker would also keep
 * its old ticker.
 */
function listTimes(read: readonly ReadFile[]): ReadonlyMap<ReadFile, string> {
  const oldestFirst = read
    .filter(({ hasRecords }) => hasRecords)
    .sort((a, b) => compareText(a.changed, b.changed) || compareText(a.name, b.name));
  let last = Number.NEGATIVE_INFINITY;
  return new Map(
    oldestFirst.map((file) => {
      last = Math.max(Date.parse(file.changed), last + 1);
      return [file, new Date(last).toISOString()];
    }),
  );
}

function sum(one: Written | undefined, other: Written): Written {
  if (!one) return other;
  return {
    added: one.added + other.added,
    replaced: one.replaced + other.replaced,
    unchanged: one.unchanged + other.unchanged,
    older: one.older + other.older,
  };
}

/** Returns a problem for each company without a ticker, by file. */
function unknownCompanies(
  database: Database,
  read: readonly ReadFile[],
): readonly (readonly Problem[])[] {
  if (read.every(({ companies }) => companies.size === 0)) return read.map(() => []);
  const known = readCompanies(database);
  const reason =
    known.listings.length === 0
      ? 'has no ticker because the store contains no companies: import `sec-tickers` too. The records are stored, and are served after the import of `sec-tickers`'
      : 'is not in the imported lists of tickers, which contain only companies that are listed now. The records are stored, and are served after you import a record of `companies` with the ticker';
  const ofLetters = `${reason}. The tool fda_decisions serves the letters under the name of the applicant`;
  return read.map(({ companies }) =>
    [...companies].flatMap(([where, named]) => {
      if (known.tickerOf(named)) return [];
      const isLetter = named.company_name && named.kind === 'complete_response_letters';
      return [{ where, reason: isLetter ? ofLetters : reason }];
    }),
  );
}

function reportOf(
  { name, problems, moreProblems }: ReadFile,
  written: ImportReport['written'],
  unknown: readonly Problem[],
): ImportReport {
  const more =
    moreProblems > 0 ? [{ where: 'file', reason: `has ${moreProblems} more problems` }] : [];
  return { file: basename(name), written, problems: [...problems, ...more, ...unknown] };
}

function recordsReader(kind: FactName): Reader {
  return {
    cut: layoutOf,
    title: factKinds[kind].title,
    parse(text, fileName, before) {
      const { rows, problems } = readRecords(text, fileName, before);
      const checked = checkRecords(kind, rows);
      return {
        batches: checked.records.length > 0 ? [{ kind, records: checked.records }] : [],
        problems: [...problems, ...checked.problems],
      };
    },
  };
}
