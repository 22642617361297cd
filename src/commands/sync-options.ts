import { closest } from 'fastest-levenshtein';
import type { Config } from '../config.ts';
import { isCalendarDate, shiftYears } from '../domain/dates.ts';
import { isByDefault, type SyncSource } from '../sync/source.ts';
import { allSources } from '../sync/sources/index.ts';
import { UsageError } from './keys.ts';

export interface SyncOptions {
  readonly plan?: true;
  readonly tickers?: string;
  readonly sources?: string;
  readonly since?: string;
  readonly keep?: string;
  /** Stays, and syncs what becomes due. */
  readonly stay?: true;
  /** Ends with whatever holds the other end of its input. */
  readonly untilInputEnds?: true;
}

/** Years that a first fill reaches back. */
const FIRST_FILL_YEARS = 2;

/** What a run is to bring. */
export interface Asked {
  readonly sources: readonly SyncSource[];
  readonly tickers: ReadonlySet<string> | undefined;
  readonly since: string;
}

/** What the words of the command ask for. @throws UsageError */
export function askedOf(config: Config, options: SyncOptions, today: string): Asked {
  const tickers = wordsOf(options.tickers)?.map((word) => word.toUpperCase());
  if (tickers?.some((ticker) => !/^[A-Z0-9][A-Z0-9.-]{0,11}$/.test(ticker))) {
    throw new UsageError('--tickers takes tickers, separated by commas: CRSP,NTLA.');
  }
  const since = sinceOf(options.since) ?? shiftYears(today, -FIRST_FILL_YEARS);
  return {
    sources: sourcesOf(config, wordsOf(options.sources), tickers !== undefined),
    tickers: tickers && new Set(tickers),
    since,
  };
}

/** @param byName companies are asked for by name: only what is asked company by company serves. */
function sourcesOf(
  config: Config,
  names: readonly string[] | undefined,
  byName: boolean,
): readonly SyncSource[] {
  const all = allSources(config.CATALYST_OPENFDA_KEY !== undefined);
  const isPersonal = config.CATALYST_PERSONAL_USE === 'yes';
  if (!names) {
    return all.filter(
      (source) =>
        isByDefault(source, isPersonal) &&
        (!byName || source.aboutOneCompany || source.name === 'sec-tickers'),
    );
  }
  return names.map((name) => {
    const source = all.find((one) => one.name === name);
    if (!source) throw unknownSource(name, all);
    if (source.personalUse !== undefined && !isPersonal) {
      throw new UsageError(
        `${name}: ${source.personalUse}. Where this holds for you, declare it: CATALYST_PERSONAL_USE=yes.`,
      );
    }
    return source;
  });
}

function unknownSource(name: string, all: readonly SyncSource[]): UsageError {
  const names = all.map((source) => source.name);
  return new UsageError(
    `Unknown source ${JSON.stringify(name.slice(0, 40))}. Did you mean ${closest(name, names)}?\nSources: ${names.join(', ')}`,
  );
}

function sinceOf(word: string | undefined): string | undefined {
  if (word === undefined) return undefined;
  const day = /^\d{4}-\d{2}$/.test(word) ? `${word}-01` : word;
  if (!isCalendarDate(day)) throw new UsageError('--since takes a month or a day: 2024-01.');
  return day;
}

function wordsOf(list: string | undefined): readonly string[] | undefined {
  const words = list?.split(',').map((word) => word.trim());
  return words?.filter((word) => word !== '');
}
