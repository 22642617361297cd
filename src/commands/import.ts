import { closest } from 'fastest-levenshtein';
import * as z from 'zod';
import { endpoints } from '../../tools/index.ts';
import { type Config, readConfig } from '../base/config.ts';
import { filesOf } from '../base/data-files.ts';
import { didYouMean } from '../base/did-you-mean.ts';
import type { Endpoint } from '../catalogue/endpoint.ts';
import { refreshAndFreeze } from '../derive/refresh-served.ts';
import { isCalendarDate } from '../domain/dates.ts';
import { factKinds } from '../facts/fact-kinds.ts';
import {
  type ImportContext,
  type ImportFile,
  type ImportReport,
  type Reader,
  readerOf,
  storeFiles,
} from '../ingest/import/import-files.ts';
import { connectors } from '../sources/index.ts';
import { pressReleases, type ReleaseOptions } from '../sources/press-releases.ts';
import { type Database, withDatabase } from '../store/database.ts';
import { factMigrations } from '../store/facts-store.ts';
import { storeFailure } from '../store/failure.ts';
import { isRefreshDue } from '../store/served-state.ts';
import { type Context, type ExitCode, exit } from './context.ts';
import { UsageError } from './keys.ts';
import type { Cluster } from './shared.ts';

/** Milliseconds after which an import shows its progress. */
const slowAfter = 1_000;
/** Maximum number of problems that are shown per file. */
const problemsShown = 20;

/**
 * Imports files into the store of real records. The exit code is 1 if a record or a file could not
 * be imported.
 *
 * @param release publication date, company and URL of a press release whose text does not state
 * them
 */
export async function importCommand(
  context: Context,
  from: string,
  paths: readonly string[],
  release: ReleaseOptions = {},
): Promise<ExitCode> {
  checkRelease(from, release, paths.length);
  const reader = readerOf(from, release);
  if (!reader) throw unknownSource(from);
  const config = readConfig(context.environment);
  const taken = (dataDir: string) => imported(context, dataDir, from, reader, paths);
  const reports = config.cluster
    ? await publishedAfter(context, config, config.cluster, taken)
    : await taken(config.CATALYST_DATA_DIR);
  for (const report of reports) context.stdout.write(`${reportText(report)}\n`);
  return reports.some(({ problems }) => problems.length > 0) ? exit.failed : exit.done;
}

/**
 * Imports files into a copy of the shared store, and publishes the changed store.
 * @param taken imports the files into the store in a data folder
 */
async function publishedAfter(
  context: Context,
  config: Config,
  cluster: Cluster,
  taken: (dataDir: string) => Promise<readonly ImportReport[]>,
): Promise<readonly ImportReport[]> {
  const { openShared } = await import('./shared.ts');
  const shared = await openShared(context, config, cluster);
  try {
    const done = await shared.job('waits', ({ folder }) => taken(folder));
    return done!.result;
  } finally {
    await shared.close();
  }
}

function imported(
  context: Context,
  dataDir: string,
  from: string,
  reader: Reader,
  paths: readonly string[],
): Promise<readonly ImportReport[]> {
  const { store, record } = filesOf(dataDir);
  const files = paths.map((path) => ({ name: path, path }));
  const how = { endpoints, record, clock: context.clock, progress: progressOn(context) };
  return withDatabase(store, factMigrations, (database) =>
    importFiles(database, from, reader, files, how),
  ).catch((cause) => {
    throw storeFailure(cause, store);
  });
}

/**
 * Imports files (see `storeFiles`), then refreshes the store. If the refresh is interrupted, the
 * next process that opens the store repeats it.
 */
export async function importFiles(
  database: Database,
  from: string,
  reader: Reader,
  files: readonly ImportFile[],
  context: ImportContext & {
    readonly endpoints: readonly Endpoint[];
    readonly record?: string | undefined;
  },
): Promise<readonly ImportReport[]> {
  const reports = await storeFiles(database, from, reader, files, context);
  if (isRefreshDue(database)) {
    context.progress('computing records from the new data');
    await refreshAndFreeze(database, context.endpoints, context.clock, context.record);
  }
  return reports;
}

function checkRelease(from: string, release: ReleaseOptions, files: number): void {
  const [given] = Object.keys(release);
  if (given !== undefined && from !== pressReleases.name) {
    throw new UsageError(`--${given} applies only to ${pressReleases.name}.`);
  }
  if (release.url !== undefined && files > 1) {
    throw new UsageError('--url describes one text, so it needs exactly one file.');
  }
  if (release.published !== undefined && !isCalendarDate(release.published)) {
    throw new UsageError('--published takes a date in the form YYYY-MM-DD.');
  }
}

/**
 * Returns a function that shows the current step on stderr, if stderr is a terminal and the import
 * has taken longer than a second.
 */
function progressOn({ stderr, clock }: Context): (step: string) => void {
  const begun = clock();
  return (step) => {
    if (stderr.isTTY && clock() - begun > slowAfter) stderr.write(`${step} …\n`);
  };
}

function reportText({ file, written, problems }: ImportReport): string {
  const kinds = Object.entries(written).map(
    ([kind, { added, replaced, unchanged, older }]) =>
      `${kind}: ${added} added, ${replaced} replaced, ${unchanged} unchanged${older > 0 ? `, ${older} not imported because the store has newer versions` : ''}`,
  );
  const shown = problems
    .slice(0, problemsShown)
    .map(({ where, reason }) => `  ${where}: ${reason}`);
  const rest = problems.length - shown.length;
  return [
    `${file}: ${kinds.length > 0 ? kinds.join('; ') : 'no records imported'}`,
    ...shown,
    ...(rest > 0 ? [`  and ${rest} more`] : []),
  ].join('\n');
}

/**
 * Returns the help text of `import`: all sources with their files, and all collections with their
 * columns.
 */
export function importHelp(): string {
  const sources = Object.values(connectors).map(({ name, reads }) => `  ${name}: ${reads}`);
  return `Sources and their files:\n${sources.join('\n')}\n\n${collectionsHelp()}`;
}

/** Returns the part of the help text that lists the collections with their columns. */
export function collectionsHelp(): string {
  const lines = Object.entries(factKinds).map(([kind, { schema }]) => {
    const { properties = {}, required = [] } = z.toJSONSchema(schema as z.ZodObject, {
      io: 'input',
      unrepresentable: 'any',
    });
    const columns = Object.keys(properties).map((name) =>
      required.includes(name) ? `${name}*` : name,
    );
    return `  ${kind}: ${columns.join(', ')}`;
  });
  return [
    'Collections and their columns (* marks required columns; a file may have other columns, which are stored too):',
    ...lines,
    'Types and keys: docs/collections.md. Files are UTF-8, or UTF-16 with a byte order mark.',
  ].join('\n');
}

function unknownSource(word: string): UsageError {
  const sources = Object.keys(connectors);
  const collections = Object.keys(factKinds);
  return new UsageError(
    `Unknown source or collection ${JSON.stringify(word)}. ${didYouMean([closest(word, [...sources, ...collections])])}\nSources: ${sources.join(', ')}\nCollections: ${collections.join(', ')}`,
  );
}
