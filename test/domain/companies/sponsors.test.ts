import { describe, expect, it } from 'vitest';
import { sponsorIndex, tickerOf } from '../../../src/domain/companies/sponsors.ts';
import { secTickersConnector } from '../../../src/sources/sec-tickers.ts';
import { read } from '../../sources/reading.ts';
import { describeSamples, sample } from '../../sources/samples.ts';

const index = sponsorIndex([
  {
    ticker: 'NVS',
    name: 'NOVARTIS AG',
    cik: '1114448',
    aliases: ['Sandoz (former)', 'Avexa Gene'],
  },
  { ticker: 'MRK', name: 'MERCK & CO., INC.', cik: '310158' },
  { ticker: 'REGN', name: 'REGENERON PHARMACEUTICALS, INC.', cik: '872589' },
  { ticker: 'LLY', name: 'ELI LILLY & Co', cik: '59478' },
  { ticker: 'GILD', name: 'GILEAD SCIENCES, INC.', cik: '882095' },
  { ticker: 'SNY', name: 'Sanofi', cik: '1121404' },
  { ticker: 'SUPN', name: 'SUPERNUS PHARMACEUTICALS, INC.', cik: '1356576' },
  { ticker: 'VRTX', name: 'VERTEX PHARMACEUTICALS INC / MA', cik: '875320' },
  { ticker: 'VERX', name: 'Vertex, Inc.', cik: '1806837' },
  { ticker: 'TGT', name: 'TARGET CORP', cik: '27419' },
  { ticker: 'GMAB', name: 'GENMAB A/S', cik: '1434265' },
  { ticker: 'UCB', name: 'UCB S.A.' },
  { ticker: 'HRMY', name: 'HARMONY BIOSCIENCES HOLDINGS, INC.', cik: '1802665' },
  { ticker: 'ZORB-WT', name: 'Zorba Bio, Inc.', cik: '1999001' },
  { ticker: 'ZORA', name: 'Zorba Bio, Inc.', cik: '1999001' },
  { ticker: 'ZORB', name: 'Zorba Bio, Inc.', cik: '1999001' },
  { ticker: 'AAAA', name: 'Twin Therapeutics, Inc.', cik: '1' },
  { ticker: 'BBBB', name: 'TWIN THERAPEUTICS LTD', cik: '2' },
  { ticker: 'CCCC', name: 'Été Santé SA', cik: '3' },
]);

const subsidiaries = sponsorIndex([
  { ticker: 'MRNA', name: 'Moderna, Inc.', cik: '1682852' },
  { ticker: 'NVO', name: 'NOVO NORDISK A S', cik: '353278' },
  { ticker: 'NSTQZ', name: 'NESTOR PHARMA S P A', cik: '11' },
  { ticker: 'QURE', name: 'uniQure N.V.', cik: '1590560' },
  { ticker: 'IMVT', name: 'Immunovant, Inc.', cik: '1764013' },
  { ticker: 'LEGN', name: 'Legend Biotech Corp', cik: '1801198' },
  { ticker: 'LLY', name: 'ELI LILLY & Co', cik: '59478' },
  { ticker: 'MRK', name: 'Merck & Co., Inc.', cik: '310158' },
  { ticker: 'SNY', name: 'Sanofi', cik: '1121404' },
  { ticker: 'ZORA', name: 'Zorba Bio, Inc.', cik: '1999001' },
  {
    ticker: 'SLVQZ',
    name: 'Solvexa A/S',
    cik: '12',
    sic: '2836',
    former_names: ['OLDNAME PHARMACEUTICALS INC'],
  },
]);

describe('tickerOf', () => {
  it.each([
    ['Novartis', 'NVS'],
    ['NOVARTIS', 'NVS'],
    ['Regeneron Pharmaceuticals', 'REGN'],
    ['REGENERON PHARMS INC', 'REGN'],
    ['Regeneron', 'REGN'],
    ['Eli Lilly and Company', 'LLY'],
    ['VERTEX PHARMACEUTICALS INCORPORATED', 'VRTX'],
    ['Genmab', 'GMAB'],
    ['UCB SA', 'UCB'],
    ['Harmony Biosciences, LLC', 'HRMY'],
    ['ete sante', 'CCCC'],
    ['Merck & Co Inc', 'MRK'],
  ])('ignores case, accents, punctuation and legal forms: %s is %s', (name, ticker) => {
    expect(tickerOf(index, name)).toBe(ticker);
  });

  it('ignores an article before a name', () => {
    const listed = sponsorIndex([
      { ticker: 'ORBQZ', name: 'The Orbivane Remedies Company' },
      { ticker: 'REMQZ', name: 'Remedies Direct, Inc.' },
    ]);
    expect(tickerOf(listed, 'Orbivane Remedies Co.')).toBe('ORBQZ');
    expect(tickerOf(listed, 'Remedies')).toBeUndefined();
  });

  it('matches aliases of the company and of the built-in table', () => {
    expect(tickerOf(index, 'Avexa Gene')).toBe('NVS');
    expect(tickerOf(index, 'Novartis Gene Therapies')).toBe('NVS');
    expect(tickerOf(index, 'Merck Sharp & Dohme LLC')).toBe('MRK');
  });

  it.each([
    ['Seagen Inc.', 'PFE'],
    ['Wyeth', 'PFE'],
    ['Genentech, Inc.', 'RHHBY'],
    ['Celgene Corporation', 'BMY'],
    ['Janssen Research & Development, LLC', 'JNJ'],
    ['Millennium Pharmaceuticals, Inc.', 'TAK'],
    ['GlaxoSmithKline', 'GSK'],
    ['MedImmune LLC', 'AZN'],
  ])('matches the former company %s to %s', (name, ticker) => {
    const owners = sponsorIndex([
      { ticker: 'OTHQZ', name: 'Other Bio, Inc.' },
      { ticker, name: 'The Owner of Many, Inc.' },
    ]);
    expect(tickerOf(owners, name)).toBe(ticker);
  });

  it('uses the built-in table only if the owner is in the list', () => {
    const others = sponsorIndex([{ ticker: 'LLY', name: 'ELI LILLY & Co' }]);
    expect(tickerOf(others, 'Merck Sharp & Dohme LLC')).toBeUndefined();
  });

  it('prefers the name of a company to the built-in table', () => {
    const listed = sponsorIndex([
      { ticker: 'BMY', name: 'BRISTOL MYERS SQUIBB CO', cik: '14272' },
      { ticker: 'CELG', name: 'CELGENE CORP /DE/', cik: '816284' },
    ]);
    expect(tickerOf(listed, 'Celgene')).toBe('CELG');
    expect(tickerOf(listed, 'Juno Therapeutics, Inc.')).toBe('BMY');
  });

  it.each([
    ['ModernaTX, Inc.', 'MRNA'],
    ['Novo Nordisk A/S', 'NVO'],
    ['Nestor Pharma S.p.A.', 'NSTQZ'],
    ['uniQure Biopharma B.V.', 'QURE'],
    ['Immunovant Sciences GmbH', 'IMVT'],
    ['Legend Biotech USA Inc', 'LEGN'],
    ['LILLY', 'LLY'],
    ['MERCK SHARP DOHME', 'MRK'],
    ['SANOFI AVENTIS US', 'SNY'],
    ['GENENTECH', 'RHHBY'],
    ['Merck KGaA, Darmstadt, Germany', 'MKKGY'],
    ['Zorba Bio Ireland Manufacturing Limited', 'ZORA'],
    ['Zor-Ba Bio', 'ZORA'],
    ['Solvexa Therapeutics', 'SLVQZ'],
    ['Solvexa Vaccines A/S', 'SLVQZ'],
    ['Zorba', 'ZORA'],
    ['Solvexa Pharmaceuticals Denmark ApS', 'SLVQZ'],
    ['Oldname Pharmaceuticals, Inc.', 'SLVQZ'],
  ])('matches the subsidiary, branch or former name %s to %s', (name, ticker) => {
    expect(tickerOf(subsidiaries, name)).toBe(ticker);
  });

  it('ignores an industry word only if the rest is the full name of a drug developer', () => {
    const listed = (sic?: string) =>
      sponsorIndex([{ ticker: 'CLSQZ', name: 'Celsira Holdings, Inc.', sic }]);
    expect(tickerOf(listed('3949'), 'CELSIRA')).toBeUndefined();
    const both = [
      { ticker: 'CLSQZ', name: 'Celsira Holdings, Inc.', sic: '3949' },
      { ticker: 'CELQZ', name: 'Celsira Therapeutics, Inc.', sic: '2834' },
    ];
    expect(tickerOf(sponsorIndex(both), 'CELSIRA')).toBe('CELQZ');
    expect([listed('2834'), listed()].map((index) => tickerOf(index, 'CELSIRA'))).toEqual([
      'CLSQZ',
      'CLSQZ',
    ]);
    expect(tickerOf(listed('2834'), 'Celsira Therapeutics')).toBe('CLSQZ');
    expect(tickerOf(listed('8731'), 'Celsira Therapeutics')).toBe('CLSQZ');
    expect(tickerOf(listed('2086'), 'Celsira Therapeutics')).toBeUndefined();
    expect(tickerOf(listed(), 'Celsira Therapeutics')).toBeUndefined();
    // Words that are common in other industries are part of the name.
    expect(tickerOf(listed('2834'), 'Celsira Health')).toBeUndefined();
    // A different industry word names a different company.
    expect(tickerOf(subsidiaries, 'Legend Therapeutics')).toBeUndefined();
  });

  it('matches a former name unless the name is current or ambiguous', () => {
    const former = { ticker: 'INVQZ', name: 'Innovara, Inc.', former_names: ['Thera Vance, Inc.'] };
    const heir = { ticker: 'TBPQZ', name: 'Theravance Biopharma, Inc.' };
    const current = { ticker: 'NEWQZ', name: 'Theravance Ltd' };
    expect(tickerOf(sponsorIndex([former]), 'THERAVANCE INC')).toBe('INVQZ');
    expect(tickerOf(sponsorIndex([former, heir]), 'THERAVANCE INC')).toBeUndefined();
    expect(tickerOf(sponsorIndex([former, current]), 'THERAVANCE INC')).toBe('NEWQZ');
  });

  it('matches a large foreign sponsor without a list, and prefers the ticker of the list', () => {
    expect(tickerOf(sponsorIndex([]), 'Hoffmann-La Roche')).toBe('RHHBY');
    const listed = sponsorIndex([{ ticker: 'RHOQZ', name: 'ROCHE HOLDING LTD', cik: '889131' }]);
    expect(tickerOf(listed, 'Hoffmann-La Roche')).toBe('RHOQZ');
  });

  it('ignores the built-in table if another company has the ticker', () => {
    const other = sponsorIndex([{ ticker: 'PFE', name: 'Pine Fences, Inc.', cik: '5' }]);
    expect(tickerOf(other, 'Seagen Inc.')).toBeUndefined();
  });

  it.each([
    ['Kite, A Gilead Company', 'GILD'],
    ['Genzyme, a Sanofi Company', 'SNY'],
    ['MDD US Operations LLC, a subsidiary of Supernus Pharmaceuticals, Inc.', 'SUPN'],
    ['Zeta Vax, a wholly owned subsidiary of Novartis AG', 'NVS'],
    ['Regeneron, an Unheard-of Company', undefined],
  ])('matches %s to the stated owner', (name, ticker) => {
    expect(tickerOf(index, name)).toBe(ticker);
  });

  it.each([
    'Alexander Kolevzon',
    'Novartis Foundation',
    'University of Regeneron',
    'Target Therapeutics',
    'Vertex',
    'Twin Therapeutics',
    'Regeneron Oncology',
    'Novartys',
    'Inc.',
    '',
    '   ',
    '()',
  ])('returns no ticker for the ambiguous name "%s"', (name) => {
    expect(tickerOf(index, name)).toBeUndefined();
  });

  it('selects the share of a company with several securities, and the first of two classes', () => {
    expect(tickerOf(index, 'Zorba Bio')).toBe('ZORA');
    expect(index.byCik.get('1999001')).toBe('ZORA');
    const roche = ['RHHBF', 'RHHBY', 'RHHVF'].map((ticker) => ({
      ticker,
      name: 'ROCHE HOLDING LTD',
      cik: '0000889131',
    }));
    expect(tickerOf(sponsorIndex(roche), 'Genentech, Inc.')).toBe('RHHBY');
    expect(sponsorIndex(roche).byCik.get('889131')).toBe('RHHBY');
  });

  it('ignores an industry word of the company’s name unless the rest is short', () => {
    const some = sponsorIndex([
      { ticker: 'ABCQZ', name: 'ABC Therapeutics, Inc.' },
      { ticker: 'ABCDQZ', name: 'Abcd Pharma Group, Inc.' },
      { ticker: 'BTQZ', name: 'Biotech Group Ltd' },
    ]);
    expect(tickerOf(some, 'Abcd')).toBe('ABCDQZ');
    expect(tickerOf(some, 'Abcd Oncology')).toBeUndefined();
    expect(tickerOf(some, 'ABC')).toBeUndefined();
    expect(tickerOf(some, 'Biotech')).toBe('BTQZ');
  });

  it('reads only the start of a long name', () => {
    expect(tickerOf(index, `${', a '.repeat(50_000)}company`)).toBeUndefined();
  });
});

describeSamples('tickerOf over the full list of listed companies', () => {
  it('maps sponsors of the recorded trials and applications', () => {
    const file = 'sec_tickers/company_tickers_exchange_2026-08_cik-as-string.json';
    const listed = read(secTickersConnector, 'companies', sample(file)) as {
      ticker: string;
      name: string;
      cik: string;
    }[];
    const all = sponsorIndex(listed);
    expect(
      [
        'Novartis Pharmaceuticals',
        'Novartis Gene Therapies',
        'Biogen',
        'Regeneron Pharmaceuticals',
        'NOVARTIS',
        'GE Healthcare Inc.',
        'United BioSource, LLC',
        'Phanes Therapeutics',
        'Alexander Kolevzon',
        "St. Jude Children's Research Hospital",
        'Neuren Pharmaceuticals Limited',
        'Centre Leon Berard',
      ].map((name) => tickerOf(all, name)),
    ).toEqual(['NVS', 'NVS', 'BIIB', 'REGN', 'NVS', ...Array(7).fill(undefined)]);
  });

  it('agrees with a manual map of 549 names except for ended listings', () => {
    const file = 'sec_tickers/company_tickers_exchange_2026-08_cik-as-string.json';
    const all = sponsorIndex(
      read(secTickersConnector, 'companies', sample(file)) as { ticker: string; name: string }[],
    );
    const map = Object.entries(JSON.parse(sample('ctgov_derived/sponsor_alias_map.json')));
    const found = map.map(([name, ticker]) => [ticker, tickerOf(all, name)]);
    const wrong = found.filter(([ticker, own]) => own !== undefined && own !== ticker);
    expect(map).toHaveLength(549);
    // Sangamo has traded as SGMOQ since its bankruptcy, and Lilly acquired Verve in 2025.
    expect(wrong).toEqual([
      ['SGMO', 'SGMOQ'],
      ['SGMO', 'SGMOQ'],
      ['VERV', 'LLY'],
    ]);
    expect(found.filter(([ticker, own]) => own === ticker).length).toBeGreaterThan(480);
  });
});
