import { appendFileSync, existsSync, mkdirSync, mkdtempSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { closest } from 'fastest-levenshtein';
import type { Config } from '../base/config.ts';
import { didYouMean } from '../base/did-you-mean.ts';
import { isCalendarDate, shiftYears } from '../domain/dates.ts';
import type { Companies } from '../sources/company-notes.ts';
import { allSources } from '../sources/index.ts';
import { isByDefault, isEarly, type SyncSource } from '../sources/source.ts';
import { UsageError } from './keys.ts';

export interface SyncOptions {
  readonly plan?: true;
  /** Sends one request to each source. */
  readonly probe?: true;
  /** Retries failed requests. */
  readonly retry?: true;
  /** File for the report about the responses of the source hosts. */
  readonly report?: string;
  readonly tickers?: string;
  readonly sources?: string;
  readonly since?: string;
  readonly keep?: string;
  /** Keeps running, and syncs each source when it is due. */
  readonly stay?: true;
  /** Whether the process ends when its input ends. */
  readonly untilInputEnds?: true;
}

/** Number of years that the first load of a store covers. */
const FIRST_FILL_YEARS = 2;

/** The source of the list of companies. */
const LIST = 'sec-tickers';
/** The source of the companies' industries, which determine the companies that are synced. */
const INDUSTRIES = 'sec-industries';

/** What a run syncs: sources, companies (all if undefined), and the first day to load. */
export interface Asked {
  readonly sources: readonly SyncSource[];
  readonly tickers: ReadonlySet<string> | undefined;
  readonly since: string;
}

/**
 * Converts the options of the command to sources, companies and a first day.
 * @throws UsageError
 */
export function askedOf(config: Config, options: SyncOptions, today: string): Asked {
  const tickers = wordsOf(options.tickers)?.map((word) => word.toUpperCase());
  const isTicker = (word: string) => /^[A-Z0-9][A-Z0-9.-]{0,11}$/.test(word);
  if (tickers && !(tickers.length > 0 && tickers.every(isTicker))) {
    throw new UsageError('--tickers takes comma-separated tickers, such as CRSP,NTLA.');
  }
  const byName = tickers !== undefined && !options.probe;
  const since = sinceOf(options.since, today) ?? shiftYears(today, -FIRST_FILL_YEARS);
  return {
    sources: sourcesOf(config, wordsOf(options.sources), byName),
    tickers: tickers && new Set(tickers),
    since,
  };
}

/**
 * @param byName whether the user gave tickers. In this case, the default sources are only the list
 * of companies and the sources that take one request per company
 */
function sourcesOf(
  config: Config,
  names: readonly string[] | undefined,
  byName: boolean,
): readonly SyncSource[] {
  const all = allSources(config.CATALYST_OPENFDA_KEY !== undefined);
  const isPersonal = config.CATALYST_PERSONAL_USE;
  if (!names) {
    return all.filter(
      (source) =>
        isByDefault(source, isPersonal, config) &&
        (!byName || source.aboutOneCompany || source.name === LIST),
    );
  }
  if (names.length === 0) {
    throw new UsageError(
      '--sources takes comma-separated names of sources, such as sec-tickers,clinicaltrials.',
    );
  }
  return names.map((name) => {
    const source = all.find((one) => one.name === name);
    if (!source) throw unknownSource(name, all);
    if (source.personalUse !== undefined && !isPersonal) {
      throw new UsageError(
        `${name}: ${source.personalUse}. If your use is personal and non-commercial, set CATALYST_PERSONAL_USE=yes.`,
      );
    }
    if (source.vendor && config[source.vendor.key] === undefined) {
      throw new UsageError(`${name}: set ${source.vendor.key} to your API key of the vendor.`);
    }
    return source;
  });
}

function unknownSource(name: string, all: readonly SyncSource[]): UsageError {
  const names = all.map((source) => source.name);
  return new UsageError(
    `Unknown source ${JSON.stringify(name.slice(0, 40))}. ${didYouMean([closest(name, names)])}\nSources: ${names.join(', ')}`,
  );
}

function sinceOf(word: string | undefined, today: string): string | undefined {
  if (word === undefined) return undefined;
  const day = /^\d{4}-\d{2}$/.test(word) ? `${word}-01` : word;
  if (!isCalendarDate(day))
    throw new UsageError('--since takes a month or a day, such as 2024-01.');
  if (day > today)
    throw new UsageError(`--since takes a past month or day, but ${word} is in the future.`);
  return day;
}

function wordsOf(list: string | undefined): readonly string[] | undefined {
  const words = list?.split(',').map((word) => word.trim());
  return words?.filter((word) => word !== '');
}

/**
 * Checks that companies are known if a selected source needs them.
 * @throws UsageError if no companies are known and no selected source provides them
 */
export function requireCompanies({ sources, tickers }: Asked, companies: Companies): void {
  const names = sources.map(({ name }) => name);
  // Requested companies that are missing from the stored list are reported when the run ends, not
  // here.
  const areKnown = companies.universe.length > 0 || (tickers !== undefined && companies.listed > 0);
  if (areKnown || names.includes(LIST)) return;
  const early = sources.filter((one) => isEarly(one, companies) || one.follows !== undefined);
  if (early.length === 0) return;
  const besides = [
    LIST,
    ...(tickers ? [] : [INDUSTRIES]),
    ...early.flatMap((one) => one.follows ?? []),
  ];
  throw new UsageError(
    `No companies are known yet, so no requests are sent to ${early.map(({ name }) => name).join(', ')}.\nAdd the sources that provide companies: --sources ${[...new Set([...besides, ...names])].join(',')}`,
  );
}

/**
 * Creates the folder for response bodies. Its parent folder must exist, so that a mistyped path
 * creates no folders.
 * @throws UsageError if no files can be created in the folder
 */
export function requireKeepFolder(folder: string): void {
  try {
    if (!existsSync(folder)) mkdirSync(folder);
    rmdirSync(mkdtempSync(join(folder, '.keep-')));
  } catch {
    throw new UsageError(
      `--keep takes a writable folder, or the path of a new folder inside an existing folder: files cannot be saved in ${JSON.stringify(folder)}.`,
    );
  }
}

/**
 * Creates the report file before the run begins. An existing file is unchanged until the report
 * replaces it.
 * @throws UsageError if the file is not writable
 */
export function requireReportFile(file: string): void {
  try {
    appendFileSync(file, '');
  } catch {
    throw new UsageError(
      `--report takes a file in an existing, writable folder: ${JSON.stringify(file)} cannot be written.`,
    );
  }
}
