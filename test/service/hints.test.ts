import { describe, expect, it } from 'vitest';
import { didYouMean } from '../../src/base/did-you-mean.ts';
import { atOnce } from '../../src/base/turns.ts';
import { ascending, descending, type Endpoint, noted } from '../../src/catalogue/endpoint.ts';
import * as field from '../../src/catalogue/fields.ts';
import {
  contains,
  exact,
  exactUpperCase,
  lastDays,
  oneOf,
  prefix,
  tickers,
} from '../../src/catalogue/params.ts';
import { createDirectory, indexed } from '../../src/domain/directory/directory.ts';
import type { Backend } from '../../src/service/backend.ts';
import { hintsFor } from '../../src/service/hints.ts';
import { endpointOf } from '../support/endpoint-of.ts';

const signals = endpointOf('tide_signals', {
  noun: 'tides',
  parameters: {
    ticker: tickers('ticker'),
    exactly: exact('ticker', 'ACMQZ'),
    drug: exact('drugname', 'boltinib'),
    stem: prefix('drugname', 'bolt'),
    part: contains('treatment', 'asthma'),
    kind: contains('kind', 'spring'),
    among: contains('members', 'one'),
    upper: exactUpperCase('kind', 'SPRING'),
    level: oneOf('level', ['low', 'high']),
    day: exact('day', '2026-01-01'),
    lastDays: lastDays('day', { minimum: 1, maximum: 90, default: 30 }),
  },
  record: {
    ticker: field.text,
    drugname: field.text,
    treatment: field.text,
    kind: noted(field.text, 'a = calm, b = storm'),
    level: field.text,
    day: field.text,
    members: field.texts,
  },
  collection: 'tides',
  sort: [descending('day')],
});

const directory = createDirectory(
  [
    { kind: 'ticker' as const, key: 'ACMQZ', name: 'Acme Ocean Therapeutics' },
    { kind: 'ticker' as const, key: 'BLTQZ', name: 'BLTQZ' },
  ].map((one) => indexed({ ...one, ticker: one.key })),
);

interface Asking {
  readonly total?: number;
  readonly demo?: boolean;
  readonly of?: Endpoint;
  readonly values?: readonly string[];
  readonly found?: readonly string[];
  readonly unnamed?: true;
}

function hints(asked: Readonly<Record<string, string>>, more: Asking = {}) {
  const { total = 0, demo = false, of = signals, values = [], found = [], unnamed } = more;
  const source = {
    demo,
    directory: async () => (unnamed ? undefined : directory),
    values: async (_: Endpoint, __: unknown, how: { most: number; within?: object }) =>
      (how.within ? found : values).slice(0, how.most),
  } as unknown as Backend;
  const bare = { conditions: [], order: undefined, page: 1, today: '2026-03-10' };
  const query = { ...bare, arguments: asked };
  const caller = { name: 'owner', plan: 'elite-plus', demo: false, state: 'active' } as const;
  const none = { events: undefined, texts: undefined, others: [], given: asked };
  return hintsFor({ source, endpoint: of, query, total, scan: atOnce, caller, ...none });
}

const nothing = ['Nothing matches. Use fewer or broader filters.'];
const fictional = 'Every company here is fictional. Import records to get real companies.';

it('nothing found without a filter, and with one of which nothing is known', async () => {
  expect(await hints({})).toEqual(['No records are loaded yet.']);
  expect(await hints({ drug: 'boltinib' })).toEqual(nothing);
  // A number of days cannot be a misspelled name.
  expect(await hints({ lastDays: '7' }, { values: ['2026-01-01'] })).toEqual(nothing);
  expect(await hints({}, { total: 3 })).toEqual([]);
});

describe('a ticker', () => {
  it('that is known has no records within what was asked', async () => {
    const none = async (asked: Record<string, string>) =>
      (await hints(asked, { values: ['OTHQZ'] }))[0];
    expect(await none({ ticker: 'ACMQZ' })).toBe(
      'ACMQZ is a known company, but it has no tides in the last 30 days.',
    );
    expect(await none({ ticker: 'bltqz', lastDays: '7', level: 'high', page: '2' })).toBe(
      'BLTQZ is a known company, but it has no tides in the last 7 days with level=high.',
    );
    const long = 'x'.repeat(41);
    expect(await none({ ticker: 'ACMQZ', drug: long, level: 'low' })).toBe(
      `ACMQZ is a known company, but it has no tides in the last 30 days with drug=${'x'.repeat(40)}…, level=low.`,
    );
  });

  it('that is known is not said to have none where nobody has any', async () => {
    expect(await hints({ ticker: 'ACMQZ' })).toEqual([
      'ACMQZ is a known company, but it has no tides: no records of this kind are loaded yet.',
    ]);
  });

  it('that is unknown is shown up to 40 characters, with what is near', async () => {
    const longest = `Q${'9'.repeat(39)}`;
    expect(await hints({ ticker: longest })).toEqual([`Unknown ticker "${longest}".`]);
    expect(await hints({ ticker: `${longest}8` })).toEqual([`Unknown ticker "${longest}…".`]);
    expect(await hints({ exactly: ' ACNQZ ' })).toEqual([
      'Unknown ticker "ACNQZ". Did you mean ACMQZ (Acme Ocean Therapeutics)?',
    ]);
    // If the name of a company equals its ticker, the hint contains the name only once.
    expect(await hints({ ticker: 'BLTQX' })).toEqual([
      'Unknown ticker "BLTQX". Did you mean BLTQZ?',
    ]);
  });

  it('of a demo is fictional, whether something near is known or not', async () => {
    expect(await hints({ ticker: 'ACNQZ' }, { demo: true })).toEqual([
      'Unknown ticker "ACNQZ". Did you mean ACMQZ (Acme Ocean Therapeutics)?',
      'Every company here is fictional.',
    ]);
    expect(await hints({ ticker: 'ACNQZ,Q9999999' }, { demo: true })).toEqual([
      'Unknown ticker "ACNQZ". Did you mean ACMQZ (Acme Ocean Therapeutics)?',
      'Unknown ticker "Q9999999".',
      fictional,
    ]);
    expect(await hints({ ticker: 'ACMQZ' }, { demo: true })).toHaveLength(1);
  });

  it('is named as it is stored where its case counts', async () => {
    expect(await hints({ exactly: 'acmqz' }, { demo: true })).toEqual([
      'No ticker is exactly "acmqz": the stored spelling is ACMQZ (Acme Ocean Therapeutics).',
    ]);
    expect(await hints({ exactly: 'ACMQZ' }, { values: ['OTHQZ'] })).toEqual([
      'ACMQZ is a known company, but it has no tides in the last 30 days.',
    ]);
  });

  it('stands alone where a parameter takes one', async () => {
    expect(await hints({ exactly: 'acmqz, BLTQZ' })).toEqual([
      'exactly accepts one ticker: request acmqz, BLTQZ one at a time.',
    ]);
    // A company name with a comma is not a list of tickers.
    expect(await hints({ exactly: 'Acmqz, Inc.' })).toEqual(['Unknown ticker "Acmqz, Inc.".']);
  });

  it('of several is told missing where others have records', async () => {
    const both = { ticker: 'ACMQZ,BLTQZ' };
    expect(await hints(both, { total: 2, found: ['ACMQZ'] })).toEqual([
      'BLTQZ is a known company, but it has no tides in the last 30 days.',
    ]);
    expect(await hints(both, { total: 2, found: ['ACMQZ', 'BLTQZ'] })).toEqual([]);
    // A hint is omitted if the source does not know all data for the hint.
    expect(await hints(both, { total: 2 })).toEqual([]);
    const many = Array.from({ length: 1_000 }, (_, at) => `Q${at}`);
    expect(await hints(both, { total: 2, found: many })).toEqual([]);
    expect(await hints(both, { total: 2, found: many.slice(1) })).toHaveLength(2);
    // A single ticker cannot be partly missing.
    expect(await hints({ ticker: 'ACMQZ' }, { total: 1, found: ['BLTQZ'] })).toEqual([]);
  });

  it('is a value like others where the source knows no names', async () => {
    const unnamed = { unnamed: true, values: ['ACMQZ'] } as const;
    expect(await hints({ ticker: 'ACNQZ' }, unnamed)).toEqual([
      'No ticker is exactly "ACNQZ". Nearest: ACMQZ.',
    ]);
  });
});

describe('a value that no record bears', () => {
  const drugs = { values: ['Boltinib', 'Zorbamab', 'zorbiva'] };

  it.each([
    [{ drug: 'boltinib' }, 'No drugname is exactly "boltinib": the stored spelling is Boltinib.'],
    [{ stem: 'boltinob' }, 'No drugname begins with "boltinob". Nearest: Boltinib.'],
    [{ part: 'zorbamub' }, 'No treatment matches "zorbamub". Nearest: Zorbamab.'],
    [{ drug: 'zorba' }, 'No drugname is exactly "zorba". Nearest: Zorbamab, zorbiva.'],
    [{ drug: 'quux' }, 'No drugname is exactly "quux". Known values: Boltinib, Zorbamab, zorbiva.'],
  ])('%j', async (asked, hint) => {
    expect(await hints(asked, drugs)).toEqual([hint]);
  });

  it('is no news where a record bears it', async () => {
    expect(await hints({ drug: 'Boltinib' }, drugs)).toEqual(nothing);
    expect(await hints({ stem: 'Bolt' }, drugs)).toEqual(nothing);
    expect(await hints({ part: 'BOLT' }, drugs)).toEqual(nothing);
  });

  it('names three that are near', async () => {
    const values = ['Zorba 4', 'Zorba 1', 'Zorba 3', 'Zorba 2'];
    expect(await hints({ drug: 'Zorba' }, { values })).toEqual([
      'No drugname is exactly "Zorba". Nearest: Zorba 1, Zorba 2, Zorba 3.',
    ]);
    const cases = ['ZORBA', 'zorba', 'zOrba', 'zoRba'];
    expect(await hints({ drug: 'Zorba' }, { values: cases })).toEqual([
      'No drugname is exactly "Zorba": the stored spelling is ZORBA, zorba, zOrba.',
    ]);
  });

  it('names all of twelve, and of more says where to ask', async () => {
    const twelve = Array.from({ length: 12 }, (_, at) => `k${String.fromCharCode(108 - at)}`);
    const listed = [...twelve].sort().join(', ');
    expect(await hints({ kind: 'qqqq' }, { values: twelve })).toEqual([
      `No kind matches "qqqq". Known values: ${listed} (a = calm, b = storm).`,
    ]);
    const values = [...twelve, 'kz'];
    expect(await hints({ kind: 'qqqq' }, { values })).toEqual([
      'No kind matches "qqqq". Examples: kl, kk, kj.',
    ]);
    const diseases = [...values, 'Lung Cancer', 'Gout', 'Lymphoma'];
    expect(await hints({ kind: 'oncology' }, { values: diseases })).toEqual([
      'No kind matches "oncology". Oncology: Lung Cancer, Lymphoma.',
    ]);
    expect(await hints({ drug: 'qqqq' }, { values })).toEqual([
      'No drugname is exactly "qqqq". Use search to find companies, drugs and funds by name.',
    ]);
  });

  it('is not looked for among more than a thousand', async () => {
    const values = Array.from({ length: 1_001 }, (_, at) => `word${at}`);
    expect(await hints({ drug: 'word' }, { values })).toEqual([
      'Nothing matches. Use search to find companies, drugs and funds by name.',
    ]);
    expect(await hints({ kind: 'wrod' }, { values })).toEqual(nothing);
    expect(await hints({ kind: 'ward7' }, { values: values.slice(1) })).toEqual([
      'No kind matches "ward7". Nearest: word7.',
    ]);
  });

  it('may be a member of a list', async () => {
    const values = ['Seven; Eleven', 'Eleven; ', 'Twelve'];
    expect(await hints({ among: 'sevan' }, { values })).toEqual([
      'No members matches "sevan". Nearest: Seven.',
    ]);
    expect(await hints({ among: 'qqqq' }, { values })).toEqual([
      'No members matches "qqqq". Known values: Eleven, Seven, Twelve.',
    ]);
  });

  it('may be a day', async () => {
    const values = ['2026-01-05', '2026-02-01', '2026-03-09', '2026-03-01', 'soon'];
    expect(await hints({ day: '2026-03' }, { values })).toEqual([
      'No day is exactly "2026-03". Nearest: 2026-03-09, 2026-03-01. For other dates, omit day: records are sorted by day, descending.',
    ]);
    expect(await hints({ day: '2026-01-20' }, { values })).toEqual([
      'No day is exactly "2026-01-20". Nearest: 2026-02-01, 2026-01-05, 2026-03-01. For other dates, omit day: records are sorted by day, descending.',
    ]);
    const byTicker = { ...signals, sort: [ascending('ticker'), descending('day')] };
    expect(await hints({ day: '2026-03' }, { values, of: byTicker })).toEqual([
      'No day is exactly "2026-03". Nearest: 2026-03-09, 2026-03-01.',
    ]);
    expect(await hints({ drug: '2026-03' }, { values: ['Boltinib'] })).toEqual([
      'No drugname is exactly "2026-03". Known values: Boltinib.',
    ]);
  });

  it('of a demo is fictional where it names something and nothing near is known', async () => {
    const demo = { ...drugs, demo: true };
    expect((await hints({ drug: 'quux' }, demo)).at(-1)).toBe(fictional);
    expect((await hints({ drug: 'zorba' }, demo)).at(-1)).toBe('Every company here is fictional.');
    expect(await hints({ kind: 'quux' }, demo)).toHaveLength(1);
    expect(await hints({ drug: 'boltinib' }, demo)).toHaveLength(1);
  });
});

describe('a word that several values bear', () => {
  const kinds = { total: 5, values: ['serious', 'Non-Serious', 'mild', 'Serious'] };

  it('takes them all in', async () => {
    expect(await hints({ kind: 'serious' }, kinds)).toEqual([
      'kind=serious matches Non-Serious, Serious; use ^VALUE$ for one value, or ^(A|B)$ for several.',
    ]);
  });

  it('is meant where one value bears it, or it is a pattern, a list or another rule', async () => {
    expect(await hints({ kind: 'mild' }, kinds)).toEqual([]);
    expect(await hints({ kind: 'serious|mild' }, kinds)).toEqual([]);
    expect(await hints({ among: 'serious' }, kinds)).toEqual([]);
    expect(await hints({ upper: 'serious' }, kinds)).toEqual([]);
    expect(await hints({ kind: 'serious' }, { total: 5 })).toEqual([]);
  });

  it('is looked for among twelve values, and no more', async () => {
    const values = Array.from({ length: 13 }, (_, at) => `tide ${at}`);
    expect(await hints({ kind: 'tide' }, { total: 5, values })).toEqual([]);
    expect(await hints({ kind: 'tide' }, { total: 5, values: values.slice(1) })).toHaveLength(1);
  });
});

it('what may have been meant is one, two or more', () => {
  expect(didYouMean(['A'])).toBe('Did you mean A?');
  expect(didYouMean(['A', 'B'])).toBe('Did you mean A or B?');
  expect(didYouMean(['A', 'B', 'C'])).toBe('Did you mean A, B or C?');
});
