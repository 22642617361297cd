import { basename } from 'node:path';
import { type Clock, todayOf } from '../../base/clock.ts';
import { lacksTicker } from '../../facts/company-reference.ts';
import { type FactName, isFactName } from '../../facts/fact-kinds.ts';
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
  /** What landed, by kind of fact. */
  readonly written: Readonly<Record<string, Written>>;
  readonly problems: readonly Problem[];
}

export interface Reader extends Pick<Connector, 'parse'> {
  /** How a large file with this beginning is cut; undefined where it is read whole. */
  cut(fileName: string, start: string): Cut | undefined;
}

/** Bytes from which on a file is read part by part. */
const LARGE_FILE = 8 * 2 ** 20;
/** Bytes of a file that can only be read whole: XML, a submission, the figures of one company. */
const MAX_WHOLE_FILE = 64 * 2 ** 20;
/** Bytes of any file. */
const MAX_FILE = 4 * 2 ** 30;

/**
 * The reader of a public source, or of a collection's own records; undefined for another word.
 *
 * @param release what is said of press releases that do not say so themselves
 */
export function readerOf(
  sourceOrCollection: string,
  release: ReleaseOptions = {},
): Reader | undefined {
  if (sourceOrCollection === pressReleases.name) {
    const { parse } = pressReleasesOf(release);
    return { parse, cut: (_, start) => (isNdjson(start) ? 'lines' : undefined) };
  }
  if (Object.hasOwn(connectors, sourceOrCollection)) {
    const { cut, parse } = connectors[sourceOrCollection] as Connector;
    const isJson = (start: string) => /^\s*[{[]/.test(start);
    return { parse, cut: (_, start) => (cut === 'table' && isJson(start) ? undefined : cut) };
  }
  // Sources are written with dashes: so may collections be.
  const kind = sourceOrCollection.replaceAll('-', '_');
  return isFactName(kind) ? recordsReader(kind) : undefined;
}

export interface ImportContext {
  readonly clock: Clock;
  readonly progress: (step: string) => void;
}

/**
 * Stores the records of files: they are read and checked into a staging file first, then written in
 * one transaction, so that a slow file holds nobody up and an interrupted import leaves the facts as
 * they were or whole. Good records land, bad ones are reported.
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
  try {
    const read: ReadFile[] = [];
    for (const [id, file] of files.entries()) {
      context.progress(`reading ${basename(file.name)}`);
      read.push(await readFile(staging, id, { ...reader, readText: texts.read }, file));
    }
    staging.finish();
    if (!read.some(({ holds }) => holds)) return read.map((file) => reportOf(file, {}, []));
    return inTransaction(database, () => write(database, from, staging, read, context));
  } finally {
    staging.close();
    await texts.close();
  }
}

/** What reading a file left beside its staged records. */
interface ReadFile {
  readonly name: string;
  readonly changed: string;
  readonly holds: boolean;
  readonly problems: readonly Problem[];
  readonly unkept: number;
  /** Companies that its records name otherwise than by ticker, one record each. */
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
  let [changed, holds, unkept] = ['', false, 0];
  try {
    const file = describeFile(path);
    changed = file.changed;
    for await (const { text, before } of partsIn(path, fileName, file.bytes, reader)) {
      const parsed = await withStated(reader.parse(text, fileName, before), reader.readText);
      const room = MAX_PROBLEMS - problems.length;
      problems.push(...parsed.problems.slice(0, Math.max(0, room)));
      unkept += Math.max(0, parsed.problems.length - Math.max(0, room));
      for (const batch of parsed.batches) {
        staging.add(id, batch.kind, batch.records);
        holds ||= batch.records.length > 0;
        noteCompanies(companies, batch);
      }
    }
  } catch (cause) {
    if (!(cause instanceof UnreadableFile)) throw cause;
    staging.drop(id);
    const problem = { where: 'file', reason: cause.reason };
    return {
      name: fileName,
      changed,
      holds: false,
      problems: [problem],
      unkept: 0,
      companies: new Map(),
    };
  }
  return { name: fileName, changed, holds, problems, unkept, companies };
}

/** Adds what the texts of a part state: those that it is made of, and those among its records. */
export async function withStated(parsed: Parsed, read: ReadText): Promise<Parsed> {
  const found = collector();
  for await (const one of readTexts(parsed.texts ?? [], read)) {
    if ('reason' in one) found.problem(one.where, one.reason);
    else
      found.add('mentions', one.where, one.record, ...('ticker' in one.record ? [] : [NO_TICKER]));
  }
  const all = [parsed, found.parsed(), await statedIn(textsAmong(parsed.batches), read)];
  return {
    batches: all.flatMap(({ batches }) => batches),
    problems: all.flatMap(({ problems }) => problems),
  };
}

const NO_TICKER = { needsTicker: true } as const;

/** A file as one part, or where it is large and can be cut, as many. */
async function* partsIn(
  path: string,
  fileName: string,
  bytes: number,
  reader: Reader,
): AsyncGenerator<Part> {
  if (bytes > MAX_FILE)
    throw new UnreadableFile(`is larger than ${mebibytes(MAX_FILE)}: divide it`);
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
        `is larger than ${mebibytes(MAX_WHOLE_FILE)}, which its source never is`,
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

/** Companies of one file that are looked for; more are only counted with the records. */
const MAX_COMPANIES = 10_000;

function noteCompanies(
  companies: Map<string, Readonly<Record<string, unknown>>>,
  { kind, records }: Batch,
): void {
  for (const record of records) {
    if (kind === 'companies' || !lacksTicker(kind, record)) continue;
    const { cik, company_name } = record;
    const called = String(company_name ?? `CIK ${cik}`);
    if (companies.size < MAX_COMPANIES) companies.set(called, { cik, company_name });
  }
}

function write(
  database: Database,
  from: string,
  staging: Staging,
  read: readonly ReadFile[],
  { clock }: Pick<ImportContext, 'clock'>,
): readonly ImportReport[] {
  const written = read.map(({ changed }, id) => {
    const sums: Record<string, Written> = {};
    for (const { kind, records } of staging.records(id)) {
      sums[kind] = sum(sums[kind], writeFacts(database, kind, records, from, changed));
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

function sum(one: Written | undefined, other: Written): Written {
  if (!one) return other;
  return {
    added: one.added + other.added,
    replaced: one.replaced + other.replaced,
    unchanged: one.unchanged + other.unchanged,
    older: one.older + other.older,
  };
}

/** What is to be said of companies without a ticker, by file. */
function unknownCompanies(
  database: Database,
  read: readonly ReadFile[],
): readonly (readonly Problem[])[] {
  if (read.every(({ companies }) => companies.size === 0)) return read.map(() => []);
  const known = readCompanies(database);
  const reason =
    known.listings.length === 0
      ? 'has no ticker, since the store knows no companies: import sec-tickers too. Its records are kept until then'
      : 'is on no list of tickers that was imported, which hold only what is listed: it left the list, or never was on it. Its records are kept, and served once a record of companies gives it a ticker';
  return read.map(({ companies }) =>
    [...companies].flatMap(([where, named]) => (known.tickerOf(named) ? [] : [{ where, reason }])),
  );
}

function reportOf(
  { name, problems, unkept }: ReadFile,
  written: ImportReport['written'],
  unknown: readonly Problem[],
): ImportReport {
  const more = unkept > 0 ? [{ where: 'file', reason: `has ${unkept} more problems` }] : [];
  return { file: name, written, problems: [...problems, ...more, ...unknown] };
}

function recordsReader(kind: FactName): Reader {
  return {
    cut: layoutOf,
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
