import { todayOf } from '../../../src/base/clock.ts';
import { shiftDays } from '../../../src/domain/dates.ts';
import { inParts } from '../../../src/domain/group-by.ts';
import type { FactName } from '../../../src/facts/fact-kinds.ts';
import { type Database, inTransaction } from '../../../src/store/database.ts';
import { writeFacts } from '../../../src/store/facts-store.ts';
import { seededRandom } from '../../ingest/sync/sync-run.ts';
import { fillDemos } from './refresh.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The number and size of the records of a kind. */
interface Volume {
  readonly records: number;
  /** Mean size in bytes of a stored record from real files. */
  readonly bytes: number;
  /** The field that is padded to reach this size. Real records have a long text in it. */
  readonly text: string;
  /** Returns the fields that make a copy of a record unique. */
  readonly apart: (at: number, day: string, tickers: readonly string[]) => Fields;
}

const TRIALS = 12_000;
/** Number of documents of two years that an initial sync reads. */
const DOCUMENTS = 12_000;
const nctId = (at: number) => `NCT${10_000_000 + (at % TRIALS)}`;

type Volumes = Readonly<Partial<Record<FactName, Volume>>>;

/**
 * Record counts of an initial sync for kinds with more records than the demos. It has closes and
 * financial data of 800 companies over four years, one day of options, 6,500 forms 4 per quarter
 * over two years with two trades each, the current trials of 800 companies, 100 adverse event
 * reports for each of 700 drugs, all applications, and 12,000 documents from two years. The body of
 * a document is stored as news.
 */
export const FIRST_FILL: Volumes = {
  insider_transactions: {
    records: 6_500 * 8 * 2,
    bytes: 859,
    text: 'footnotes',
    apart: (at, day) => ({ accession: `9-${at}`, transaction_date: day, filing_date: day }),
  },
  trials: {
    records: TRIALS,
    bytes: 3_470,
    text: 'brief_summary',
    apart: (at) => ({ nctId: nctId(at) }),
  },
  trial_versions: {
    records: TRIALS,
    bytes: 362,
    text: 'why_stopped',
    apart: (at, day) => ({ nctId: nctId(at), version_date: day }),
  },
  posted_results: {
    records: 2_500,
    bytes: 6_799,
    text: 'safety_results',
    apart: (at) => ({ nctId: nctId(at) }),
  },
  adverse_events: {
    records: 100 * 700,
    bytes: 516,
    text: 'dose',
    apart: (at, day) => ({ report_id: `real-${at}`, event_date: day }),
  },
  approvals: {
    records: 28_000,
    bytes: 504,
    text: 'products',
    apart: (at) => ({ application_number: `ANDA${500_000 + at}`, application_type: 'ANDA' }),
  },
  mentions: { records: DOCUMENTS, bytes: 1_310, text: 'title', apart: filing },
  news: { records: DOCUMENTS, bytes: 7_500, text: 'summary', apart: newsItem },
};

const HEADLINES = 120 * 730;
const FILINGS = 80 * 504;

/**
 * Record counts after two more years of syncing: 120 headlines a day, 80 relevant filings per
 * trading day, and four versions of each trial per year.
 */
export const TWO_YEARS: Volumes = {
  ...FIRST_FILL,
  // The mean of 600 bytes for a headline and 7,500 bytes for the body of a filing.
  news: { records: HEADLINES + FILINGS, bytes: 2_775, text: 'summary', apart: newsItem },
  trial_versions: { ...FIRST_FILL.trial_versions!, records: TRIALS * 4 * 2 },
  mentions: { ...FIRST_FILL.mentions!, records: FILINGS },
};

const DAYS = 730;
const WRITTEN_AT_ONCE = 5_000;
const today = todayOf(Date.now);

/**
 * Fills a store with 800 companies and realistic record counts.
 *
 * @returns the companies' tickers
 */
export function fillVolumes(store: Database, volumes: Volumes): readonly string[] {
  const tickers = inTransaction(store, () => fillDemos(store));
  for (const [kind, volume] of Object.entries(volumes)) {
    multiply(store, kind as FactName, volume, tickers);
  }
  store.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  return tickers;
}

/** Copies the records of a kind until the store has the given number. */
function multiply(
  store: Database,
  kind: FactName,
  { records, bytes, text, apart }: Volume,
  tickers: readonly string[],
): void {
  const held = store.prepare('SELECT record FROM facts WHERE kind = ? ORDER BY key').all(kind);
  const models = (held as { record: string }[]).map(({ record }) => JSON.parse(record) as Fields);
  const recordOf = (at: number) => {
    const model = models.length > 0 ? models[at % models.length] : {};
    return ofSize({ ...model, ...apart(at, dayOf(at), tickers) }, bytes, text);
  };
  const copies = Array.from({ length: records - models.length }, (_, at) => at);
  for (const part of inParts(copies, WRITTEN_AT_ONCE)) {
    inTransaction(store, () => writeFacts(store, kind, part.map(recordOf), 'bench', today));
  }
}

/** Pads the text of a record up to the given size of the record. */
function ofSize(record: Fields, bytes: number, text: string): Fields {
  const own = String(record[text] ?? '');
  const short = bytes - JSON.stringify({ ...record, [text]: own }).length;
  return short > 0 ? { ...record, [text]: own + wordsOf(short) } : record;
}

/** Number of different words in the padding. */
const VOCABULARY = 900;
const random = seededRandom();

/** Builds a text in which, as in a real text, few words are frequent and many are rare. */
function wordsOf(length: number): string {
  let text = '';
  while (text.length < length) {
    text += ` word${Math.floor(VOCABULARY * random() ** 3).toString(36)}`;
  }
  return text.slice(0, length);
}

/** Makes a copy of a headline or of the body of a document unique. */
function newsItem(at: number, day: string): Fields {
  return { id: `real-${at}`, title: `News ${at}`, source_url: null, published_at: day };
}

/** Builds the stored record of an 8-K. */
function filing(at: number, day: string, tickers: readonly string[]): Fields {
  const mention = {
    type: 'exchange_deficiency',
    date: null,
    precision: null,
    drug: null,
    indication: null,
    status: 'announced',
    confidence: 0.95,
    sentence: `Notice ${at} of the exchange.`,
    detail: {},
  };
  const ticker = tickers[at % tickers.length]!;
  const document = { document_id: `real-${at}`, ticker, published_date: day, form: '8-K' };
  return { ...document, mentions: [mention] };
}

/** Returns a date within the two years, evenly spread. */
function dayOf(at: number): string {
  return shiftDays(today, -(at % DAYS));
}
