import { describe, expect, it } from 'vitest';
import { endpoints } from '../../tools/index.ts';
import { type Started, useApp } from '../support/start-app.ts';
import { universe } from '../support/universe.ts';

/** Tests the hints for names and tickers that are not found, through the tools. */
const facts = {
  ...universe,
  adcomm_votes: [{ ticker: 'QWLQZ', drug_name: 'Quellwamab', meeting_date: '2026-01-02' }],
  companies: [
    ...(universe.companies ?? []),
    { ticker: 'OHAQZ', name: 'O\u2019Halvecta Thérapeutics plc', aliases: ['Nordquill Bio'] },
    { ticker: 'OHBQZ', name: 'Ovarinth Therapeutics, Inc.' },
    { ticker: 'OHCQZ', name: 'Belquora Therapeutics, Inc.' },
    { ticker: 'TRIQZ', name: 'Trivantelle Genomics, Inc.' },
    { ticker: 'MORQZ', name: 'Morvastine \u201cNextGen\u201d Bio, Inc.' },
    { ticker: 'BRKQZ', name: 'BrookeBio Pharma, Inc.' },
    // A warrant has the same name as its company. The name of another company contains a word of
    // this name.
    { ticker: 'QWLQZ', name: 'Quellwater Medicines, Inc.', cik: '2001' },
    { ticker: 'QWLQZW', name: 'Quellwater Medicines, Inc.', cik: '2001' },
    { ticker: 'CQWQZ', name: 'Carbon Quellwater Public Ltd Co', cik: '2002' },
    { ticker: 'CQWQZW', name: 'Carbon Quellwater Public Ltd Co', cik: '2002' },
    { ticker: 'FARQZ', name: 'Farnholt Gene Carriers, Inc.' },
    { ticker: 'FAVQZ', name: 'Farnholt Vision plc' },
    // Two companies once had the ticker BOTHQZ, and another company now has BOLT. A warrant has the
    // former tickers of its company.
    {
      ticker: 'QUNQZ',
      name: 'Quenlora Bio',
      cik: '2003',
      former_tickers: ['QUXQZ', 'BOTHQZ', 'BOLT'],
    },
    { ticker: 'QUNQZW', name: 'Quenlora Bio', cik: '2003', former_tickers: ['QUXQZ'] },
    { ticker: 'VIDQZ', name: 'Vidrana Inc', former_tickers: ['BOTHQZ'] },
    { ticker: 'ULMQZ', name: 'Ulm Harvest Corp' },
    { ticker: 'VACQZ', name: 'Vaccines Harvest Corp' },
    { ticker: 'UNDQZ', name: 'Undescribed Medicines, Inc.' },
    { ticker: 'OTCQF', name: 'Overcount S.A.', industry: 'Steel' },
    // An ADR and an ordinary share of one company.
    { ticker: 'ADRQZ', name: 'Adrienne Pharma S.A.', cik: '2004' },
    { ticker: 'ADRQF', name: 'Adrienne Pharma S.A.', cik: '2004' },
  ],
  // An old ticker in a list of securities.
  securities: [
    { ticker: 'OHAWS', cusip: '111111111', name: 'NORDQUILL BIO COM', seen_date: '2020-09-09' },
  ],
  prices: ['OHAWS', 'ADRQZ', 'ADRQF']
    .map((ticker) => ({ ticker, date: '2020-09-08', close: 2 }))
    .concat((universe.prices ?? []) as never),
  short_interest: [{ ticker: 'OTCQF', settlement_date: '2021-07-15', short_shares: 13 }],
  news: [
    { id: 'n1', title: 'A year', tickers: ['OHAQZ'], published_at: '2026-02-02' },
    {
      ...{ id: 'n2', title: 'Its results', tickers: ['HPQ.TO'], published_at: '2026-02-03' },
      issuer_name: 'Helquist BioPharma',
    },
  ],
  // No source states the indication of the company's drug.
  catalysts: [
    ...(universe.catalysts ?? []),
    {
      _id: 'undescribed',
      ticker: 'UNDQZ',
      drugname: 'undeqtinib',
      catalyst: 'PDUFA Date',
      stage: 'NDA',
      formattedDate: '2099-12-03',
    },
  ],
  approvals: [
    ...(universe.approvals ?? []),
    { ticker: 'UNDQZ', drug_name: 'UNDEQTA', approval_date: '2016-04-25' },
  ],
  exclusivities: [
    {
      application_number: 'BLA761999',
      type: 'exclusivity',
      code: 'ODE-7',
      expires: '2031-05-01',
      drug_name: 'Rarixa',
      sponsor_name: 'Rare Pharma GmbH',
      approval_date: '2024-05-01',
    },
  ],
};

const real = useApp({ facts });
const demo = useApp({ facts, as: 'demo' });

async function ask(of: Started, tool: string, args: Record<string, unknown>): Promise<string> {
  const answer = JSON.parse(await of.app.toolbox.callTool('owner', tool, args));
  return answer.content[0].text;
}

const fictional = 'Every company here is fictional. Import records to get real companies.';
const ohalvecta = 'OHAQZ (O\u2019Halvecta Thérapeutics plc)';

/** Every parameter that accepts a ticker, by tool. */
const tickerParameters = endpoints.flatMap(({ name, parameters }) =>
  Object.keys(parameters)
    .filter((parameter) => /ticker$/i.test(parameter))
    .map((parameter) => [name, parameter] as const),
);

describe('in place of a ticker', () => {
  it.each([
    ['a word of its name', "O'HALVECTA"],
    ['the word without its mark and in another case', 'ohalvecta'],
    ['a slip in its name', 'Ohalvacta'],
    ['the start of its name', 'ohalv'],
    ['an alias', 'NORDQUILL'],
    ['its ticker with a slip', 'OHAQX'],
  ])('%s suggests the company', async (_, asked) => {
    const text = await ask(real, 'cash_runway', { ticker: asked });
    expect(text).toContain(`\nUnknown ticker "${asked}". Did you mean ${ohalvecta}?`);
  });

  it('its full name is no unknown ticker', async () => {
    const text = await ask(real, 'cash_runway', { ticker: "o'halvecta therapeutics" });
    expect(text).toContain(`\no'halvecta therapeutics is the name of ${ohalvecta}. Showing OHAQZ.`);
    expect(text).not.toContain('Unknown ticker');
  });

  it.each([
    ['a ticker far off', 'CRSP'],
    ['a name far off', 'Moderna'],
    ['a trade that many names bear', 'Therapeutics'],
    ['a name far off with that trade', 'Moderna Therapeutics'],
    ['two letters', 'OH'],
  ])('%s suggests none', async (_, asked) => {
    const text = await ask(real, 'cash_runway', { ticker: asked });
    expect(text).toContain(`\nUnknown ticker "${asked}".`);
    expect(text).not.toContain('Did you mean');
    expect(text).not.toContain(fictional);
  });

  it.each(tickerParameters)(
    '%s %s says so, and over the demo that all is fictional',
    async (...of) => {
      const [tool, parameter] = of;
      const text = await ask(demo, tool, { [parameter]: 'Ohalvecta' });
      const asked = `Unknown ticker "Ohalvecta". Did you mean ${ohalvecta}?`;
      expect(text).toContain(`${asked} Showing OHAQZ.`);
      const near = await ask(demo, tool, { [parameter]: 'Ohalvacta' });
      expect(near).toContain(asked.replace('Ohalvecta', 'Ohalvacta'));
      expect(near).toMatch(/Every company here is fictional\.$/m);
      expect(near).not.toContain('import records');
      const unknown = await ask(demo, tool, { [parameter]: 'CRSP' });
      expect(unknown).toContain('Unknown ticker "CRSP".');
      expect(unknown).toContain(fictional);
      expect(unknown).not.toContain('is exactly');
    },
  );
});

it('an empty answer names the call that returns the texts about a company or the list of its filings', async () => {
  const text = await ask(real, 'cash_burn', { ticker: "O'Halvecta Therapeutics" });
  expect(text).toContain('1 text names OHAQZ: call news with {"ticker":"OHAQZ"}.');
  const filings = await ask(real, 'news', { words: 'Ohalvecta 10-K' });
  expect(filings).toContain('The lists of filings are in timeline with {"types":"filing"}');
  expect(await ask(real, 'news', { words: 'Schedule 13D' })).toContain('13G are in holders');
  for (const one of [{ ticker: 'QWLQZ' }, { drug: 'Quellwa' }]) {
    const voted = await ask(real, 'fda_decisions', one);
    const [name] = Object.keys(one);
    expect(voted).toContain(
      `timeline has 1 committee meeting: call it with types=committee_meeting and the same ${name}.`,
    );
  }
});

it('a company outside biotech without a price has its short interest where company points to', async () => {
  const text = await ask(real, 'company', { ticker: 'OTCQF' });
  expect(text).toContain(
    'Records of OTCQF are in price_snapshot. No stored SIC code, trial or drug',
  );
  expect(await ask(real, 'price_snapshot', { ticker: 'OTCQF' })).toMatch(/\nOTCQF\t.*\t13\t/);
});

it.each(['Helquist BioPharma', 'hpq.to'])('a text leads to its company by %s', async (ticker) => {
  const text = await ask(real, 'news', { ticker });
  expect(text).toContain('Its results\tHPQ.TO\tHelquist BioPharma');
  expect(text).not.toContain('Unknown ticker');
});

describe('a former ticker', () => {
  const answered = 'QUXQZ is a former ticker of QUNQZ (Quenlora Bio). Showing QUNQZ.';

  it.each(tickerParameters)('%s %s reads it as that of today, and says so', async (...of) => {
    const [tool, parameter] = of;
    expect(await ask(real, tool, { [parameter]: 'QUXQZ' })).toContain(answered);
  });

  it('or another ticker of a company is replaced where it has no records of its own', async () => {
    const text = await ask(real, 'financial_health', { ticker: 'OHAWS' });
    expect(text).toContain('OHAWS is another ticker of OHAQZ');
    expect(text).toMatch(/\nOHAQZ\t/);
    expect(await ask(real, 'price_history', { ticker: 'OHAWS', from: '2020-01-01' })).toMatch(
      /\nOHAWS\t/,
    );
  });

  it('returns the records of its company, among others and in any case', async () => {
    const text = await ask(real, 'financial_health', { ticker: 'BOLT,quxqz' });
    expect(text).toMatch(/\nQUNQZ\t/);
    expect(text).toContain(answered.replace('QUXQZ', 'quxqz'));
    expect(await ask(real, 'fetch', { id: 'ticker:QUXQZ' })).toContain('Quenlora Bio (QUNQZ)');
    expect(await ask(real, 'search', { query: 'QUXQZ' })).toContain('ticker:QUNQZ');
  });

  it('is nobody’s that another bears today, or that two bore', async () => {
    for (const ticker of ['BOLT', 'BOTHQZ']) {
      const text = await ask(real, 'cash_burn', { ticker });
      expect(text).not.toContain('former ticker');
      expect(text).not.toContain('Showing ');
    }
  });
});

describe('a name in place of a ticker', () => {
  it.each([
    ['with its legal form', "O'Halvecta Therapeutics plc"],
    ['without its trade, in another case', "O'HALVECTA"],
    ['among others', ['Bolt & Co', 'ohalvecta']],
  ])('%s returns the records of the company', async (_, ticker) => {
    const text = await ask(real, 'companies', {});
    expect(text).toContain('OHAQZ');
    const found = await ask(real, 'financial_health', { ticker });
    expect(found).toMatch(/\nOHAQZ\t/);
    expect(found).toContain('Showing OHAQZ.');
    expect(found.includes('Showing BOLT.')).toBe(Array.isArray(ticker));
  });

  it.each([
    ['without Genomics', 'Trivantelle', ['TRIQZ']],
    ['with another word of the trade', 'Trivantelle Biosciences', ['TRIQZ']],
    ['by its first word', 'MORVASTINE', ['MORQZ']],
    ['with its trade, written apart', 'Brooke Bio', ['BRKQZ']],
    ['whole, where others bear a word of it', 'Quellwater Medicines', ['QWLQZ']],
    ['whole, with a comma', 'Quellwater Medicines, Inc.', ['QWLQZ']],
    [
      'with a comma, among others',
      'BOLT,Farnholt Vision, plc,Trivantelle, N.V.',
      ['FAVQZ', 'TRIQZ'],
    ],
    ['with a long legal form behind a comma', 'Farnholt Vision, Limited', ['FAVQZ']],
    ['of several words that another begins with', 'Carbon Quellwater', ['CQWQZ']],
  ])('%s is understood', async (_, ticker, companies) => {
    const text = await ask(real, 'cash_burn', { ticker });
    const answered = [...text.matchAll(/ Showing (\w+)\./g)].map(([, key]) => key);
    expect(answered).toEqual(companies);
    const understood = /Unknown ticker| is the name of \w+ \(/g;
    expect(text.match(understood)).toHaveLength(companies.length);
  });

  it.each([
    [
      'Farnholt',
      'Did you mean FAVQZ (Farnholt Vision plc) or FARQZ (Farnholt Gene Carriers, Inc.)?',
    ],
    // Three letters may be a ticker, and an industry word is not a name.
    ['Ulm', 'Did you mean ULMQZ (Ulm Harvest Corp)?'],
    ['Vaccines', 'Did you mean VACQZ (Vaccines Harvest Corp)?'],
    // Several words that are not the start of a company name.
    ['Farnholt Gene', 'Did you mean FARQZ (Farnholt Gene Carriers, Inc.)?'],
    [
      'Quellwatter Medicines',
      'Did you mean QWLQZ (Quellwater Medicines, Inc.) or CQWQZ (Carbon Quellwater Public Ltd Co)?',
    ],
  ])('%s is proposed, and answered for none', async (ticker, proposed) => {
    const text = await ask(real, 'cash_burn', { ticker });
    expect(text).toContain(`Unknown ticker "${ticker}". ${proposed}`);
    expect(text).not.toContain('Showing ');
  });

  it('takes a short legal form for a ticker, where nothing says otherwise', async () => {
    const text = await ask(real, 'cash_burn', { ticker: 'Trivantelle,SE' });
    expect(text).toContain('Showing TRIQZ.');
    expect(text).toContain('Unknown ticker "SE".');
  });

  it('returns none if two companies match, or none does', async () => {
    for (const ticker of ['Therapeutics', 'Ohalv', 'Moderna']) {
      const text = await ask(real, 'financial_health', { ticker });
      expect([ticker, text.includes('Showing ')]).toEqual([ticker, false]);
      expect(text).toContain('no records of 0');
    }
  });

  it('is understood by the nine of the specification, whose tickers are compared as it says', async () => {
    const named = await real.ask('/fdacalendar', { ticker: 'Bolt & Co.' });
    const known = await real.ask('/fdacalendar', { ticker: 'BOLT' });
    expect(known.body.result.map(({ description }) => description)).toEqual(['may']);
    expect(named.body).toEqual(known.body);
    expect(named.headers.get('catalyst-notice')).toContain('Showing BOLT.');
    expect(known.headers.get('catalyst-notice') ?? '').not.toContain('Showing ');
    const inAnotherCase = await real.ask('/fdacalendar', { ticker: 'bolt' });
    expect(inAnotherCase.body.pagination.total).toBe(0);
    const historical = await real.ask('/pdufa/historical', { ticker: 'acme therapeutics' });
    expect(historical.body.result.map(({ Ticker }) => Ticker)).toContain('ACME');
  });

  it('returns a dossier of a company or a drug', async () => {
    const company = await ask(real, 'fetch', { id: "O'Halvecta Therapeutics" });
    expect(JSON.parse(company)).toMatchObject({ id: 'ticker:OHAQZ' });
    const drug = await ask(real, 'fetch', { id: 'Acmezumab' });
    expect(JSON.parse(drug)).toMatchObject({ id: 'drug:Acmezumab' });
  });
});

it('a drug with a slip is proposed by fetch as search finds it', async () => {
  const found = JSON.parse(await ask(demo, 'search', { query: 'boltinob' }));
  const [{ id, title }] = found.results;
  expect(id).toBe('drug:boltinib');
  expect(await ask(demo, 'fetch', { id: 'boltinob' })).toBe(
    `Unknown id "boltinob". Did you mean ${id} (${title})? Every company here is fictional.`,
  );
  expect(await ask(demo, 'fetch', { id: 'sotatercept' })).toBe(
    `Unknown id "sotatercept". ${fictional}`,
  );
  const filtered = await ask(demo, 'fda_calendar', { drug: 'boltinob' });
  expect(filtered).toContain('Nearest: boltinib.\nEvery company here is fictional.');
  expect(filtered).not.toContain('import records');
});

describe('a known ticker without records', () => {
  it.each(tickerParameters.filter(([tool]) => tool !== 'company'))('%s %s', async (...of) => {
    const [tool, parameter] = of;
    const text = await ask(real, tool, { [parameter]: 'OHCQZ' });
    expect(text).toMatch(/ records? 1|OHCQZ is a known company, but (?:it has )?no /);
    expect(text).not.toMatch(/Unknown ticker|is exactly/);
  });

  it.each([
    'ohaqz',
    '$OHAQZ',
    'NASDAQ:OHAQZ',
    'nyse american: ohaqz',
    'OHAQZ.O',
    'OHAQZ US Equity',
  ])('is understood by tools as %s', async (ticker) => {
    for (const tool of ['fda_calendar', 'cash_runway']) {
      const text = await ask(real, tool, { ticker });
      expect(text).not.toMatch(/Unknown|Showing|stored spelling/);
      expect(text).toContain((await ask(real, tool, { ticker: 'OHAQZ' })).split('\n')[0]);
    }
  });

  it('is suggested for two exchanged letters, and not replaced', async () => {
    const text = await ask(real, 'cash_burn', { ticker: '$OHQAZ' });
    expect(text).toContain(`Unknown ticker "$OHQAZ". Did you mean ${ohalvecta}`);
    expect(text).toContain('no records of 0');
  });
});

it('a value that no record has names no value of records that are not served', async () => {
  // Past catalysts are in the same table as upcoming ones.
  const text = await ask(real, 'fda_calendar', { drug: 'nobodyvac' });
  expect(text).toContain('No drugname matches "nobodyvac".');
  expect(text).not.toContain('Nobodyvec');
});

it('an approval with an orphan exclusivity names the tool that has its indication', async () => {
  const told = 'The indications of orphan exclusivities are in fda_designations';
  expect(await ask(real, 'fda_approvals', { drug: 'Rarixa' })).toContain(told);
  expect(await ask(real, 'fda_approvals', { drug: 'Undeqta' })).not.toContain(told);
});

describe('a company whose drugs make no program', () => {
  const elsewhere =
    'Records of UNDQZ are in fda_calendar, fda_approvals. ' +
    'A program is listed only if sources state both its drug and its disease.';

  it.each([
    ['pipeline', {}, 'it has no programs.'],
    ['pipeline', { phase: 'Phase 3' }, 'it has no programs with phase=Phase 3.'],
    ['rnpv', {}, 'it has no valued programs.'],
    ['program_scores', {}, 'it has no scored programs.'],
    ['competitive_landscape', {}, 'it has no programs among rivals.'],
    ['pipeline_health', {}, 'it has no pipeline grade.'],
  ])('%s %j says which tools have its records', async (tool, args, none) => {
    const text = await ask(real, tool, { ticker: 'undqz', ...args });
    expect(text).toContain(`UNDQZ is a known company, but ${none}\n${elsewhere}`);
  });

  it('has the timeline for deals that are not served', async () => {
    expect(await ask(real, 'ma_deals', { ticker: 'undqz' })).toContain(
      'Records of UNDQZ are in timeline. Only deals that name both parties are included.',
    );
  });

  it('has records in other tools, which every empty answer about one company names', async () => {
    const text = await ask(real, 'holders', { ticker: 'UNDQZ' });
    expect(text).toMatch(/Records of UNDQZ are in timeline, .*fda_calendar, fda_approvals/);
    const several = await ask(real, 'holders', { ticker: 'UNDQZ,OHCQZ' });
    expect(several).not.toContain('Records of UNDQZ');
  });

  it('names only tools of the plan', async () => {
    const key = real.createKey({ name: 'basic' });
    const asked = real.app.toolbox.callTool({ key }, 'pipeline', { ticker: 'UNDQZ' });
    const text = JSON.parse(await asked).content[0].text;
    expect(text).toContain('Records of UNDQZ are in fda_calendar. ');
  });

  it('says it of that company alone, and not where nothing is elsewhere', async () => {
    const several = await ask(real, 'pipeline', { ticker: 'ACME,UNDQZ,OHCQZ' });
    expect(several).toContain(`UNDQZ is a known company, but it has no programs.\n${elsewhere}`);
    expect(several).not.toContain('Records of ACME');
    expect(several).not.toContain('Records of OHCQZ');
    // The company has programs, but none that match the query.
    expect(await ask(real, 'pipeline', { ticker: 'ACME', phase: 'Phase 9' })).not.toContain(
      'Records of ACME',
    );
  });

  it('has no count of programs', async () => {
    const text = await ask(real, 'company', { ticker: 'UNDQZ' });
    expect(text).toContain('no_programs');
    expect(text).not.toContain('programs_count');
  });
});

describe('several tickers', () => {
  it.each([['ACME,bolt, OHCQZ'], [['acme', 'BOLT', 'OHCQZ']]])(
    '%j find the records of each',
    async (ticker) => {
      const text = await ask(real, 'companies', {});
      expect(text).toContain('ACME');
      const found = await ask(real, 'pipeline', { ticker });
      const one = async (of: string) =>
        Number(/ of (\d+), page/.exec(await ask(real, 'pipeline', { ticker: of }))?.[1]);
      const [acme, bolt] = [await one('ACME'), await one('BOLT')];
      expect(found).toContain(` of ${acme + bolt}, page`);
      expect(found).toContain('OHCQZ is a known company, but it has no programs.');
      expect(found).not.toContain('ACME is known');
      expect(found).not.toContain('BOLT is known');
    },
  );

  it('counts the records of all pages, within the other filters', async () => {
    const whole = await ask(real, 'poa_scores', { ticker: 'MANY,ACME,OHCQZ', page: 2 });
    expect(whole).toContain(' page 2 of 2');
    expect(whole).not.toMatch(/(MANY|ACME) is known/);
    expect(whole).toContain('OHCQZ is a known company, but it has no ');
    const none = await ask(real, 'poa_scores', { ticker: 'MANY,ACME', drug: 'acmezumab' });
    expect(none).toContain('MANY is a known company, but it has no ');
    expect(none).not.toContain('ACME is known');
  });

  it('names those that are unknown beside the records of the others', async () => {
    const text = await ask(demo, 'cash_runway', { ticker: 'ACME,Ohalvecta' });
    expect(text).toContain(`Unknown ticker "Ohalvecta". Did you mean ${ohalvecta}?`);
  });

  it('are at most 20, over REST too', async () => {
    const many = Array.from({ length: 21 }, (_, at) => `A${at}QZ`);
    expect(await ask(real, 'pipeline', { ticker: many })).toContain('Invalid ticker: at most 20');
    const { status, body } = await real.ask('/pipeline', { ticker: many.join(',') });
    expect([status, body.error]).toEqual([
      400,
      'Invalid ticker: 1 to 20 tickers, separated by commas or as a list',
    ]);
    const { headers } = await real.ask('/pipeline', { ticker: 'ACME,NONEQZ' });
    expect(headers.get('catalyst-notice')).toContain('Unknown ticker "NONEQZ".');
  });
});

it('the records of an ADR and of an ordinary share of one company are found with each other', async () => {
  const notice =
    'ADRQF (Adrienne Pharma S.A.) is another share class of the company that trades as ADRQZ.';
  const both = await ask(real, 'price_snapshot', { ticker: 'ADRQZ' });
  expect(both).toContain(`${notice} Its records are included.`);
  expect(both).toMatch(/\nADRQF\t/);
  expect(await ask(real, 'price_snapshot', { ticker: 'ADRQF' })).toMatch(/\nADRQZ\t/);
  // A series is not mixed.
  const series = await ask(real, 'price_history', { ticker: 'ADRQZ' });
  expect(series).toContain(`${notice} Its records are not included.`);
  expect(series).not.toMatch(/\nADRQF\t/);
  expect(await ask(real, 'price_snapshot', { ticker: 'ADRQZ,ADRQF' })).not.toContain(notice);
});
