import { statSync } from 'node:fs';
import { todayOf } from '../../src/clock.ts';
import { storeFile } from '../../src/data-files.ts';
import { shiftDays } from '../../src/domain/dates.ts';
import type { FactName } from '../../src/facts.ts';
import { type Database, inTransaction, openDatabase } from '../../src/store/database.ts';
import { factMigrations, writeFacts } from '../../src/store/facts-store.ts';
import type { Bench } from './processes.ts';
import { fillDemos, refreshed } from './refresh.ts';
import type { Figure } from './report.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What two years bring of a kind. */
interface Volume {
  readonly records: number;
  /** Of a record read from real files, as the store holds it: the mean. */
  readonly bytes: number;
  /** What tells a copy of a record from it. */
  readonly apart: (at: number, day: string) => Fields;
}

const TRIALS = 12_000;
const nctId = (at: number) => `NCT${10_000_000 + (at % TRIALS)}`;

/**
 * The kinds of which two years bring more than the demos hold, whose other kinds stay as they are:
 * closes and figures of 800 companies over four years, options of one day. 120 headlines a day, 6,500
 * forms 4 a quarter with two trades each, four versions of a trial a year, 100 reports of each of 700
 * drugs, and the applications of everybody.
 */
const volumes: Readonly<Partial<Record<FactName, Volume>>> = {
  news: {
    ...{ records: 120 * 730, bytes: 600 },
    apart: (at, day) => ({ id: `two-years-${at}`, published_at: day }),
  },
  insider_transactions: {
    ...{ records: 6_500 * 8 * 2, bytes: 579 },
    apart: (at, day) => ({ accession: `9-${at}`, transaction_date: day, filing_date: day }),
  },
  trials: { records: TRIALS, bytes: 2_254, apart: (at) => ({ nctId: nctId(at) }) },
  trial_versions: {
    ...{ records: TRIALS * 4 * 2, bytes: 362 },
    apart: (at, day) => ({ nctId: nctId(at), version_date: day }),
  },
  posted_results: { records: 2_500, bytes: 4_729, apart: (at) => ({ nctId: nctId(at) }) },
  adverse_events: {
    ...{ records: 100 * 700, bytes: 310 },
    apart: (at, day) => ({ report_id: `two-years-${at}`, event_date: day }),
  },
  approvals: {
    ...{ records: 28_000, bytes: 329 },
    apart: (at) => ({ application_number: `ANDA${500_000 + at}`, application_type: 'ANDA' }),
  },
};

/** Filings that state something: 80 a day of trade, with what is kept of the sentences. */
const FILINGS = 80 * 504;
const FILING_BYTES = 1_266;

const DAYS = 730;
const WRITTEN_AT_ONCE = 5_000;
const today = todayOf(Date.now);

/**
 * What a store of 800 companies takes on disk after two years of a sync, with the log of a whole
 * refresh, and what that refresh takes. Chains of options are counted by what one company takes a day:
 * few may store them.
 */
export async function twoYearsFigures(bench: Bench): Promise<Figure[]> {
  const dataDir = bench.folder('two-years');
  const path = storeFile(dataDir, 'real');
  const store = await openDatabase(path, factMigrations);
  const tickers = inTransaction(store, () => fillDemos(store));
  for (const [kind, volume] of Object.entries(volumes)) {
    multiply(store, kind as FactName, volume);
  }
  writeParts(store, 'mentions', FILINGS, (at) => filing(at, tickers[at % tickers.length]!));
  store.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const { log, mib, seconds, cpu } = await logOfRefresh(bench, dataDir, path);
  store.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const file = statSync(path).size;
  const note = `${gigabytes(file - log)} GB of facts, of which most are ${largest(store)}; ${gigabytes(log)} GB served, and once more as log; each company's options of a day would add ${chainBytes(store)} kB`;
  store.close();
  const whole = 'whole refresh of 800 companies after two years of facts';
  return [
    {
      name: 'store of 800 companies after two years of facts',
      ...{ value: (file + log) / 1e9, unit: 'GB', must: 1.5, better: 'lower', note },
    },
    {
      ...{ name: whole, value: seconds, unit: 's', must: 15, better: 'lower' },
      note: `${cpu.toFixed(1)} s of the processor; less the start of a process`,
    },
    { name: `${whole}: most memory`, value: mib, unit: 'MiB', must: 300, better: 'lower' },
  ];
}

/** What a whole refresh writes: a reader keeps its log from being taken over into the store. */
async function logOfRefresh(bench: Bench, dataDir: string, path: string) {
  const reader = await openDatabase(path, factMigrations);
  reader.exec('BEGIN');
  reader.prepare('SELECT count(*) FROM meta').get();
  const ran = await refreshed(bench, dataDir);
  const { size } = statSync(`${path}-wal`);
  reader.close();
  return { ...ran, log: size };
}

/** Writes copies of what the store holds of a kind, until there are as many as two years bring. */
function multiply(store: Database, kind: FactName, { records, bytes, apart }: Volume): void {
  const held = store.prepare('SELECT record FROM facts WHERE kind = ? ORDER BY key').all(kind);
  const models = (held as { record: string }[]).map(({ record }) => JSON.parse(record) as Fields);
  const copies = records - models.length;
  writeParts(store, kind, copies, (at) => {
    const record = { ...models[at % models.length], ...apart(at, dayOf(at)) };
    return ofSize(record, bytes);
  });
}

function writeParts(
  store: Database,
  kind: FactName,
  count: number,
  recordOf: (at: number) => Fields,
): void {
  for (let from = 0; from < count; from += WRITTEN_AT_ONCE) {
    const length = Math.min(WRITTEN_AT_ONCE, count - from);
    const records = Array.from({ length }, (_, at) => recordOf(from + at));
    inTransaction(store, () => writeFacts(store, kind, records, 'bench', today));
  }
}

/** A record with an address so long that it takes as much as a real one, where it takes less. */
function ofSize(record: Fields, bytes: number): Fields {
  const short = bytes - JSON.stringify({ ...record, source_url: '' }).length;
  return short > 0 ? { ...record, source_url: 'https://two.years/'.padEnd(short, 'x') } : record;
}

function filing(at: number, ticker: string): Fields {
  const mention = {
    ...{ type: 'exchange_deficiency', date: null, precision: null, drug: null, indication: null },
    ...{ status: 'announced', confidence: 0.95, sentence: `Notice ${at} of the exchange.` },
    detail: {},
  };
  const document = {
    document_id: `two-years-${at}`,
    ticker,
    published_date: dayOf(at),
    form: '8-K',
  };
  return ofSize({ ...document, mentions: [mention] }, FILING_BYTES);
}

/** Spread over the two years. */
function dayOf(at: number): string {
  return shiftDays(today, -(at % DAYS));
}

/** The kinds that take most. */
function largest(store: Database): string {
  const rows = store
    .prepare(
      `SELECT kind, sum(bytes) / 1e6 AS mb FROM (
         SELECT kind, length(record) + 2 * length(key) AS bytes FROM facts
         UNION ALL SELECT kind, length(packed) FROM series)
       GROUP BY kind ORDER BY mb DESC LIMIT 5`,
    )
    .all() as { kind: string; mb: number }[];
  return rows.map(({ kind, mb }) => `${kind} ${mb.toFixed(0)} MB`).join(', ');
}

function chainBytes(store: Database): string {
  const sql = "SELECT avg(length(record)) AS bytes FROM facts WHERE kind = 'option_chains'";
  return ((store.prepare(sql).get() as { bytes: number }).bytes / 1e3).toFixed(0);
}

function gigabytes(bytes: number): string {
  return (bytes / 1e9).toFixed(2);
}
