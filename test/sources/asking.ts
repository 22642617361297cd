import type {
  QueuedRequest,
  ReadResult,
  SourceContext,
  SyncSource,
} from '../../src/sources/source.ts';

/** Tuesday, 09:00 in New York, half an hour before the exchange opens. */
export const now = Date.parse('2026-03-10T13:00:00Z');

const members = [
  { cik: '77', ticker: 'ABCQZ', name: 'Abacus Bio', rank: 0, tickers: ['ABCQZ'] },
  { cik: '4400123', ticker: 'DEF/AQZ', name: 'Deforma', rank: 5, tickers: ['DEF/AQZ'] },
];
/** A listed company of another industry. */
const outsider = { cik: '900', name: 'Plainfield', tickers: ['PLAQZ'] };
const cikByName: Readonly<Record<string, string>> = {
  'Abacus Bio': '77',
  DEFORMA: '4400123',
  Plainfield: '900',
};

type Asked = Partial<Pick<SourceContext, 'now' | 'since'>> & {
  /** Of every list, or by the names of lists. */
  readonly cursor?: string | Readonly<Record<string, string>>;
  readonly pdufaOn?: Readonly<Record<string, string>>;
  readonly listed?: number;
  readonly cusips?: readonly string[];
};

/** What a source is asked with: two companies belong, and a third is listed. */
export function contextOf({ pdufaOn = {}, listed = 3, cusips = [], cursor, ...more }: Asked = {}) {
  const note = (cik: string) => {
    const known = [...members, outsider].find((one) => one.cik === cik);
    return known && { ...known, pdufaOn: pdufaOn[cik] };
  };
  const companies = {
    universe: members,
    listed,
    note,
    formerBearers: new Map(),
    cikOfName: (name: string) => cikByName[name],
    tickerOfCik: (cik: string) => note(cik)?.tickers[0],
  };
  const cursorOf = (chain = '') => (typeof cursor === 'object' ? cursor[chain] : cursor);
  const context = { cursorOf, now, since: '2024-03-10', cusips: () => new Set(cusips) };
  return { ...context, ...more, companies } as unknown as SourceContext;
}

interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly about?: Readonly<Record<string, string>>;
}

/** Returns the records that a source reads from a response. */
export function readOf(
  source: SyncSource,
  text: string,
  request: Partial<Omit<QueuedRequest, 'about'>> & Answer,
  asked?: Asked,
): ReadResult {
  const { status = 200, headers = {}, about, ...rest } = request;
  const queued = {
    address: 'https://x.invalid/',
    version: 'v1',
    subject: null,
    rank: 0,
    lane: 2,
    chain: null,
    ...rest,
    about: about === undefined ? null : JSON.stringify(about),
  } as QueuedRequest;
  return source.read({ request: queued, text, status, headers }, contextOf(asked));
}
