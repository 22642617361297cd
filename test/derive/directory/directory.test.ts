import { beforeAll, expect, it } from 'vitest';
import { atOnce } from '../../../src/base/turns.ts';
import { directory, unlistedEntries } from '../../../src/derive/directory/directory.ts';
import { createDirectory, type Directory } from '../../../src/domain/directory/directory.ts';
import type { Fact } from '../../../src/facts/fact-kinds.ts';
import { type AllFacts, demoDay, demoFactsOf } from '../../support/demo-facts.ts';
import { refreshOf } from '../refresh-of.ts';

const companies: readonly Fact<'companies'>[] = [
  {
    ticker: 'ABEQZ',
    name: 'Abel Pharmaceuticals, Inc.',
    cik: '1001',
    aliases: ['Abel Labs'],
    former_names: ['Cain Bio'],
  },
  { ticker: 'BARQZ', name: 'Barley Therapeutics', cik: '1002' },
];
const programs: readonly Fact<'programs'>[] = [
  {
    ticker: 'ABEQZ',
    drug_name: 'ABE-101 (abelimab)',
    indication: 'Psoriasis',
    mechanism: 'IL-23 inhibitor',
    other_names: ['Abeline'],
    stage: 'Phase 2',
  },
  { ticker: 'BARQZ', drug_name: 'BAR-7', indication: 'Gout', stage: 'Phase 1' },
];
const catalysts: readonly Fact<'catalysts'>[] = [
  {
    _id: 'a',
    ticker: 'ABEQZ',
    drugname: 'Abeline',
    treatment: 'Plaque psoriasis',
    catalyst: 'Topline',
    formattedDate: '2027-01-05',
    stage: 'Phase 2',
  },
  // The catalyst has no drug name, so it adds no drug.
  { _id: 'b', ticker: 'ABEQZ', catalyst: 'Earnings', formattedDate: '2027-01-05' },
];
const approvals: readonly Fact<'approvals'>[] = [
  {
    sponsor_name: 'BARLEY THERAPEUTICS',
    drug_name: 'BARLEX',
    indication: 'Gout',
    active_ingredients: ['barlexib'],
    approval_date: '2020-03-03',
    application_type: 'NDA',
  },
  {
    sponsor_name: 'ELSEWHERE PHARMA',
    drug_name: 'ELSAX',
    indication: 'Migraine',
    approval_date: '2026-06-10',
    application_type: 'NDA',
    submission_type: 'ORIG TYPE 1',
  },
];
const adverse_events: readonly Fact<'adverse_events'>[] = [
  { ticker: 'BARQZ', drug_name: 'Barlexib' },
  { ticker: 'BARQZ', drug_name: 'Rexine' },
] as never;

it('lists companies, and drugs under all names that records give them, with what they treat', async () => {
  const facts = { programs, catalysts, approvals, adverse_events };
  const drug = (name: string, ticker: string) => ({ kind: 'drug', key: name, ticker, name });
  const listed = directory(await refreshOf('2026-11-21', { companies }, facts));
  expect(listed.map(({ words: _, plainNames: __, ...entry }) => entry)).toEqual([
    {
      kind: 'ticker',
      key: 'ABEQZ',
      ticker: 'ABEQZ',
      name: 'Abel Pharmaceuticals, Inc.',
      otherNames: ['Abel Labs', 'Cain Bio'],
    },
    { kind: 'ticker', key: 'BARQZ', ticker: 'BARQZ', name: 'Barley Therapeutics' },
    { ...drug('BAR-7', 'BARQZ'), about: ['Gout'] },
    { ...drug('BARLEX', 'BARQZ'), otherNames: ['barlexib'], about: ['Gout'] },
    drug('Rexine', 'BARQZ'),
    {
      ...drug('ABE-101', 'ABEQZ'),
      otherNames: ['abelimab', 'Abeline'],
      about: ['Psoriasis', 'IL-23 inhibitor', 'Plaque psoriasis'],
    },
    { kind: 'drug', key: 'ELSAX', name: 'ELSAX', owner: 'ELSEWHERE PHARMA', about: ['Migraine'] },
  ]);
});

it('finds a company by a former name in a list of securities, and a ticker in no list by its names', async () => {
  const seen_date = '2020-09-09';
  const securities: readonly Fact<'securities'>[] = [
    { ticker: 'BARQZ', cusip: '111111111', name: 'BARLEY GRAIN INC COM', seen_date },
    // Another company had the ticker before.
    { ticker: 'ABEQZ', cusip: '111111112', name: 'OTHERWISE CORP COM', seen_date },
    { ticker: 'ZWOQZ', cusip: '111111113', name: 'ZWORIN LABS INC CL A', seen_date },
    { ticker: 'ZWOQZ', cusip: '111111114', name: 'ZWORIN LABS INC WTS', seen_date },
  ];
  const news: readonly Fact<'news'>[] = [
    { id: 'a', title: 'A', tickers: ['TEXQZ'], issuer_name: 'Texel Bio' },
    { id: 'b', title: 'B', tickers: ['TEXQZ', 'ZWOQZ'], issuer_name: 'Someone Else' },
  ];
  const refresh = await refreshOf('2026-11-21', { companies, programs, securities, news });
  const unlisted = unlistedEntries(refresh, ['TEXQZ', 'ZWOQZ']);
  const own = createDirectory([...directory(refresh), ...unlisted]);
  const names = ['Barley Grain', 'Otherwise', 'Zworin Labs', 'Texel'];
  const found = names.map((name) => own.companyNamed(name)?.key);
  expect(found).toEqual(['BARQZ', undefined, 'ZWOQZ', 'TEXQZ']);
  expect(own.company('ZWOQZ')).toMatchObject({ name: 'ZWORIN LABS INC' });
});

it('prefers a biotech company to another company of the same name', async () => {
  const others = [...companies, { ticker: 'ABLQZ', name: 'Abel, Inc.', sic: '7372' }];
  const entries = directory(await refreshOf('2026-11-21', { companies: others, programs }));
  const own = createDirectory(entries);
  expect(own.company('ABLQZ')?.isOther).toBe(true);
  expect(['Abel', 'Abel Inc'].map((name) => own.companyNamed(name)?.key)).toEqual([
    'ABEQZ',
    'ABEQZ',
  ]);
});

it('lists tickers that no list names as themselves, with the company of their security', async () => {
  const securities: readonly Fact<'securities'>[] = [
    { ticker: 'CAIQZ', cusip: '111111111', name: 'CAIN BIO COM PAR NEW', seen_date: '2020-09-09' },
    { ticker: 'CAIQZW', cusip: '111111112', name: 'CAIN BIO WT EXP 2024', seen_date: '2020-09-09' },
    { ticker: 'CANQZ', cusip: '111111113', name: 'CAIN BIO NEW WORLD', seen_date: '2020-09-09' },
  ];
  const refresh = await refreshOf('2026-11-21', { companies, securities });
  const old = unlistedEntries(refresh, ['CAIQZ', 'CAIQZW', 'CANQZ']);
  expect(old.map(({ mainTicker }) => mainTicker)).toEqual(['ABEQZ', undefined, undefined]);
  expect(unlistedEntries(refresh, ['UNLQZ'])).toEqual([
    {
      kind: 'ticker',
      key: 'UNLQZ',
      ticker: 'UNLQZ',
      name: 'UNLQZ',
      words: { unlqz: 2 },
      plainNames: ['unlqz'],
    },
  ]);
});

/** All named entries of the demo. */
let facts: AllFacts;
let known: Directory;
beforeAll(async () => {
  facts = demoFactsOf(demoDay);
  const refresh = await refreshOf(demoDay, facts);
  known = createDirectory([...directory(refresh), ...unlistedEntries(refresh, ['UNLQZ'])]);
});

it('finds each company by any word of its name that says more than a trade', async () => {
  const trades =
    /^(therapeutics|biopharma|pharmaceuticals|biosciences|oncology|genomics|medicines|biologics|bio|inc|ltd|corp|plc|sa|as|nv|group|holdings|and|co)$/i;
  for (const { ticker, name } of facts.companies) {
    const words = name
      .split(/[^\p{L}\p{N}\u2019']+/u)
      .filter((word) => word.length > 2 && !trades.test(word));
    for (const word of words) {
      const found = (await atOnce(known.search(word, ['ticker'], 10))).map(({ key }) => key);
      expect([name, word, found.includes(ticker)]).toEqual([name, word, true]);
    }
  }
});

it('finds each drug by every name that records give it', async () => {
  const named = [
    ...facts.programs.map(({ ticker, drug_name }) => [ticker, drug_name] as const),
    // Adverse event reports name some drugs by their brand.
    ...facts.adverse_events.flatMap(({ ticker, drug_name }) =>
      ticker && drug_name ? [[ticker, drug_name] as const] : [],
    ),
  ];
  for (const [ticker, drug] of named) {
    const found = await atOnce(known.search(drug, ['drug'], 10));
    expect([drug, found.some((entry) => entry.ticker === ticker)]).toEqual([drug, true]);
  }
});

it('finds each fund by its name, and knows a ticker that no list names', async () => {
  for (const { fund_name } of facts.fund_filings) {
    const [first] = await atOnce(known.search(String(fund_name), ['fund'], 1));
    expect(first?.name).toBe(fund_name);
  }
  expect(known.company('UNLQZ')).toMatchObject({ kind: 'ticker', name: 'UNLQZ' });
  expect(known.company('CRSP')).toBeUndefined();
});

it('lets others in while a word that nobody bears is compared with the whole vocabulary', async () => {
  const many = Array.from({ length: 5_000 }, (_, at) => `X${at.toString(36)}QZ`.toUpperCase());
  const large = createDirectory(unlistedEntries(await refreshOf(demoDay, {}), many));
  const stepsOf = (query: string) => {
    const steps = large.search(query, ['ticker', 'drug', 'fund'], 10);
    let pauses = 0;
    while (!steps.next().done) pauses += 1;
    return pauses;
  };
  expect(stepsOf(many[0]!)).toBe(0);
  const once = stepsOf('quzzlewix');
  expect(once).toBeGreaterThan(1);
  expect(stepsOf('quzzlewix wixquzzle')).toBe(2 * once);
});

it('proposes companies by ticker and then by a word of their name, each by ticker', () => {
  const [{ ticker, name } = { ticker: '', name: '' }] = facts.companies;
  expect(known.companiesBeginning(ticker.toLowerCase())[0]?.key).toBe(ticker);
  const [word = ''] = name.split(' ');
  const keys = known.companiesBeginning(word.slice(0, 5)).map(({ key }) => key);
  expect(keys).toContain(ticker);
  expect(keys).toEqual([...keys].sort());
  expect(known.companiesBeginning('').length).toBe(facts.companies.length + 1);
});
