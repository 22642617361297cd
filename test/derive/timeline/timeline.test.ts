import { describe, expect, it } from 'vitest';
import { eventTypes } from '../../../src/catalogue/event-types.ts';
import { refreshServed } from '../../../src/derive/refresh-served.ts';
import { factPart } from '../../../src/derive/timeline/fact-part.ts';
import { createStoreBackend } from '../../../src/service/local/store-backend.ts';
import { inTransaction } from '../../../src/store/database.ts';
import { writeFacts } from '../../../src/store/facts-store.ts';
import { endpoints } from '../../../tools/index.ts';
import { timeline } from '../../../tools/market-signals/timeline.ts';
import { dateChange } from '../../support/date-change.ts';
import { demoDay, demoFactsOf } from '../../support/demo-facts.ts';
import { callTool, clientOf } from '../../support/mcp.ts';
import { servedBy } from '../../support/served.ts';
import { useApp } from '../../support/start-app.ts';
import { type FactsByKind, storeOf } from '../refresh-of.ts';

const release = (day: string, host: string, ...mentions: object[]) => ({
  document_id: `${day} ${host}`,
  ticker: 'LUMQZ',
  published_date: day,
  source_url: `https://${host}/${day}`,
  mentions: mentions.map((one) => ({
    date: null,
    drug: 'lumozatide',
    status: 'announced',
    confidence: 0.95,
    tier: 'confirmed',
    sentence: 'A sentence.',
    detail: {},
    ...one,
  })),
});

/** A statement of a goal date. */
const goalDate = (date: string, drug: string | null, sentence: string, more = {}) => ({
  type: 'pdufa_date',
  date,
  drug,
  sentence,
  ...more,
});
const past = [
  ['clinical_hold', 'kovatinib', '2026-01-03', 'The calendar of kovatinib has this hold.'],
  [
    'clinical_hold',
    'zetolimab',
    { from: '2024-11-01', to: '2024-11-30' },
    'The FDA placed a clinical hold in November 2024.',
  ],
  ['hold_lifted', 'zetolimab', '2025-02-03', 'It lifted the clinical hold on February 3, 2025.'],
  [
    'hold_lifted',
    'zetolimab',
    { from: '2025-01-01', to: '2025-12-31' },
    'It lifted the clinical hold in 2025.',
  ],
].map(([type, drug, date, sentence]) => ({
  type,
  drug,
  date,
  sentence,
  status: 'historical',
  confidence: 0.1,
  tier: null,
}));
const hold = {
  ticker: 'LUMQZ',
  event: 'clinical_hold',
  filed_at: '2026-01-05',
  form_type: '8-K',
  drug_name: 'kovatinib',
  detail: 'The FDA placed a hold.',
};
const sale = { ticker: 'LUMQZ', form_type: '424B5' };
const withdrawal = 'Lumora withdrew the BLA before its goal date of July 15, after talks.';
const form4 = {
  ticker: 'LUMQZ',
  accession: 'A-1',
  owner_name: 'Ada Quill',
  officer_title: 'CEO',
  transaction_code: 'P',
  transaction_date: '2026-02-18',
  filing_date: '2026-02-20',
  source_url: 'https://filings.example/A-1',
};
const awaited = (_id: string, drugname: string, formattedDate: string, createdDate: string) => ({
  _id,
  ticker: 'LUMQZ',
  drugname,
  catalyst: 'PDUFA Date',
  formattedDate,
  createdDate,
});
const fund = { cik: '9', fund_name: 'Reed Partners', is_specialist: true };
const holding = { cusip: '111', ticker: 'LUMQZ', issuer: 'Lumora', title_of_class: 'COM' };

const filing = (accession: string, report_date: string, filing_date: string, held: object) => ({
  ...fund,
  accession,
  report_date,
  filing_date,
  positions: [{ ...holding, ...held }],
});

/** Facts known on 2026-03-10, the fixed day of the tests. */
const facts = {
  companies: [
    { ticker: 'LUMQZ', name: 'Lumora Therapeutics', industry: 'Biotechnology', cik: '7001' },
    {
      ticker: 'OLDQZ',
      name: 'Oldova Bio',
      industry: 'Biotechnology',
      cik: '7002',
      delisted_date: '2026-01-20',
    },
  ],
  catalysts: [
    { ...awaited('goal', 'lumozatide', '2026-06-30', '2025/11/03'), treatment: 'Gout' },
    awaited('silent', 'oldumab', '2026-03-01', '2025/05/02'),
  ],
  catalyst_changes: [dateChange('goal', '2026-02-02', '2026-03-31', '2026-06-30')],
  complete_response_letters: [
    { ticker: 'LUMQZ', drug_name: 'pyrelimab', letter_date: '2026-01-15', indication: 'Asthma' },
  ],
  filing_events: [
    hold,
    {
      ...hold,
      event: 'hold_lifted',
      filed_at: '2026-02-25',
      detail: `${'Lumora, a company that develops medicines for rare diseases, '.repeat(4)}announced that the FDA has lifted the hold.`,
    },
    { ticker: 'LUMQZ', event: 'current_report', filed_at: '2004-05-03', detail: '2.02' },
    ...['5.02, 7.01', '7.01, 9.01', undefined].map((detail, at) => ({
      ticker: 'LUMQZ',
      event: 'current_report',
      filed_at: `2025-12-2${at}`,
      report_date: '2025-12-20',
      detail,
    })),
  ],
  offerings: [
    {
      ...sale,
      offering_type: 'follow_on',
      accession: 'A-2',
      filed_at: '2026-02-10',
      offering_amount_usd: 4.5e7,
      price_usd: 9,
      shares_offered: 5_000_000,
    },
    { ...sale, accession: 'A-3', filed_at: '2025-12-10', price_usd: 8, last_price_usd: 10 },
    {
      ticker: 'LUMQZ',
      form_type: '6-K',
      accession: 'A-4',
      filed_at: '2025-12-05',
      currency: 'AUD',
      offering_amount: 4e7,
      price: 0.011,
      shares_offered: 1_000_000,
      prefunded_warrants: 500_000,
      warrants_offered: 750_000,
      warrant_exercise_price: 0.028,
    },
  ],
  // The stored close is adjusted for the later 1-for-10 split: $10 on its day.
  prices: [{ ticker: 'LUMQZ', date: '2026-02-09', close: 100 }],
  splits: [{ ticker: 'LUMQZ', date: '2026-02-15', numerator: 1, denominator: 10 }],
  insider_transactions: [
    { ...form4, line: 1, shares: 1_000, price_usd: 10 },
    { ...form4, line: 2, shares: 3_000, price_usd: 12 },
  ],
  fund_filings: [
    filing('F-1', '2025-09-30', '2025-11-14', { value: 10_000, shares: 1_000 }),
    filing('F-2', '2025-12-31', '2026-02-13', { value: 30_000, shares: 2_500 }),
  ],
  deals: [
    {
      acquirer: 'Lumora Therapeutics',
      acquirerTicker: 'LUMQZ',
      target: 'Oldova Bio',
      targetTicker: 'OLDQZ',
      dealType: 'acquisition',
      status: 'closed',
      announcedDate: '2025-12-01',
      closedDate: '2026-01-19',
      totalValue: 2.5e8,
    },
  ],
  trials: [
    {
      nctId: 'NCT90000001',
      ticker: 'LUMQZ',
      Phase: 'Phase 2',
      Condition: 'Gout',
      status: 'TERMINATED',
      start_date: '2025-06',
      updatedAt: '2026-02-27',
      InterventionName: 'kovatinib',
      enrollment: 60,
      why_stopped: 'No effect',
    },
  ],
  trial_versions: [
    { nctId: 'NCT90000001', version_date: '2025-07-01', status: 'RECRUITING', enrollment: 60 },
  ],
  mentions: [
    release('2026-03-06', 'lumora.example', ...past),
    release(
      '2026-03-06',
      'committee.example',
      { type: 'adcomm_date', status: 'negated', sentence: 'No committee will meet.' },
      {
        type: 'adcomm_date',
        status: 'historical',
        date: '2025-03-04',
        drug: 'zetolimab',
        sentence: 'The committee met.',
      },
    ),
    release(
      '2026-02-26',
      'lumora.example',
      {
        type: 'withdrawn',
        detail: { what: 'application' },
        drug: 'zetolimab',
        sentence: withdrawal,
      },
      goalDate('2026-07-15', null, withdrawal, { status: 'historical' }),
    ),
    release('2026-03-05', 'committee.example', {
      type: 'adcomm_date',
      status: 'negated',
      drug: null,
    }),
    // The calendar has the new goal date of lumozatide, so the first extension is not repeated.
    release('2026-02-04', 'lumora.example', { type: 'pdufa_extended' }),
    release('2026-02-05', 'lumora.example', {
      type: 'pdufa_extended',
      drug: 'zetolimab',
      detail: { new: '2026-11-30' },
      sentence: 'The review ends on November 30, 2026.',
    }),
    release(
      '2026-03-02',
      'lumora.example',
      goalDate('2026-09-30', null, 'The FDA set a goal date of September 30, 2026.', {
        precision: 'day',
      }),
    ),
    // The calendar has this goal date, so the statement does not wait.
    release(
      '2026-03-03',
      'lumora.example',
      goalDate('2026-06-30', null, 'The goal date is June 30, 2026.', { precision: 'day' }),
    ),
    release('2026-03-04', 'paper.example', {
      type: 'crl',
      confidence: 0.6,
      tier: 'reported',
      drug: 'oldumab',
      sentence: 'The FDA is said to refuse oldumab.',
    }),
    release('2026-03-05', 'lumora.example', {
      type: 'nda_bla_accepted',
      drug: 'zetolimab',
      sentence: 'Accepted for review.',
    }),
  ],
};

/** Events of all sources in order, as `date type drug: what`. */
const expected = [
  '2026-03-06 committee_meeting lumozatide: No FDA advisory committee meeting: No committee will meet.',
  '2026-03-05 application_accepted zetolimab: FDA accepted the application for review: Accepted for review.',
  '2026-03-04 refusal oldumab: Complete response letter: The FDA is said to refuse oldumab.',
  '2026-03-02 goal_date_set -: PDUFA goal date 2026-09-30: The FDA set a goal date of September 30, 2026.',
  '2026-03-01 goal_date_passed oldumab: PDUFA goal date passed; no outcome is known',
  '2026-02-27 trial_stopped kovatinib: NCT90000001: trial terminated: No effect',
  '2026-02-26 application_withdrawn zetolimab: Application withdrawn (goal date 2026-07-15): after talks.',
  '2026-02-25 hold_lifted kovatinib: Clinical hold lifted (8-K): …the FDA has lifted the hold.',
  // (1,000 · $10 + 3,000 · $12) / 4,000 = $11.50
  '2026-02-18 insider_trade -: Ada Quill (CEO) bought 4,000 shares at $11.50, $46K',
  '2026-02-15 split -: Reverse split: 1 new for 10 old shares',
  // 1,000 shares are 100 after the split of February 15.
  '2026-02-13 fund_change -: Reed Partners increased its position by 150 %: now 2,500 shares, $30K (quarter to 2025-12-31)',
  '2026-02-10 offering -: Offering (follow on) of $45M, 5,000,000 shares at $9.00, 10.0 % below the last close of $10.00, 424B5',
  '2026-02-05 goal_date_moved zetolimab: FDA review extended: The review ends on November 30, 2026.',
  '2026-02-02 goal_date_moved lumozatide: PDUFA goal date moved from 2026-03-31 to 2026-06-30 (91 days later)',
  '2026-01-19 deal_completed -: Completed acquisition: Lumora Therapeutics and Oldova Bio, $250M in total',
  '2026-01-15 refusal pyrelimab: Complete response letter: FDA refused the application in Asthma',
  '2026-01-05 hold_placed kovatinib: Clinical hold (8-K): The FDA placed a hold.',
  '2025-12-22 filing -: 8-K of 2025-12-20',
  '2025-12-21 filing -: 8-K of 2025-12-20: 7.01 disclosure (Regulation FD); 9.01 exhibits',
  '2025-12-20 filing -: 8-K: 5.02 directors, officers or their pay; 7.01 disclosure (Regulation FD)',
  '2025-12-10 offering -: Offering at $8.00, 20.0 % below the last close of $10.00, 424B5',
  '2025-12-05 offering -: Offering of A$40M, 1,000,000 shares and 500,000 pre-funded warrants at A$0.011, 750,000 warrants (exercise price A$0.028), 6-K',
  '2025-12-01 deal_announced -: Announced acquisition: Lumora Therapeutics and Oldova Bio, $250M in total',
  '2025-11-03 goal_date_set lumozatide: PDUFA goal date set: 2026-03-31',
  // A month counts as its last day.
  '2025-06-30 trial_started kovatinib: NCT90000001: Phase 2 trial in Gout started',
  '2025-05-02 goal_date_set oldumab: PDUFA goal date set: 2026-03-01',
  '2025-03-04 committee_meeting zetolimab: FDA advisory committee meeting: The committee met.',
  '2025-02-03 hold_lifted zetolimab: Clinical hold lifted: It lifted the clinical hold on February 3, 2025.',
  '2004-05-03 filing -: 8-K: 2.02 financial results',
  'null hold_placed zetolimab: Clinical hold (2024-11-01 to 2024-11-30): The FDA placed a clinical hold in November 2024.',
];

type Row = Readonly<Record<string, unknown>>;
const lineOf = ({ date, type, drug, what }: Row) => `${date} ${type} ${drug ?? '-'}: ${what}`;
const started = useApp({ facts });

describe('the timeline', () => {
  const rowsOf = async (query: Record<string, string>, key?: string) => {
    const { body } = await started.ask('/market/timeline', query, key);
    expect(body.error).toBeUndefined();
    return body.result;
  };
  const linesOf = async (query: Record<string, string>) => (await rowsOf(query)).map(lineOf);

  it('has one row per event of every source, newest first', async () => {
    expect(await linesOf({ ticker: 'LUMQZ' })).toEqual(expected);
    const old = await linesOf({ ticker: 'OLDQZ', sort: 'date' });
    expect(old.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
      '2025-12-01 deal_announced',
      '2026-01-19 deal_completed',
      '2026-01-20 delisting',
    ]);
  });

  it('filters by tickers, drug, types, days and the time of first serving', async () => {
    const lines = (...wanted: string[]) =>
      expected.filter((line) => wanted.some((word) => line.includes(word)));
    expect(await linesOf({ ticker: 'lumqz', drug: '^kovatinib$' })).toEqual(lines('kovatinib:'));
    const types = 'insider_trade,Refusal';
    expect(await linesOf({ types })).toEqual(lines(' refusal ', ' insider_trade '));
    expect(await linesOf({ since: '2026-03-02', until: '2026-03-04' })).toEqual(
      lines('2026-03-04', '2026-03-02'),
    );
    expect(await rowsOf({ newSince: '2026-03-10' })).toHaveLength(33);
    expect(await rowsOf({ newSince: '2026-03-11' })).toEqual([]);
    const { status, body } = await started.ask('/market/timeline', { types: 'party' });
    expect([status, body.error]).toEqual([
      400,
      expect.stringMatching(/^Invalid types: one of goal_date_set, /),
    ]);
  });

  it('states status, reason, confidence and source of each event', async () => {
    const [reported, waiting] = await rowsOf({ since: '2026-03-02', until: '2026-03-04' });
    expect(reported).toMatchObject({
      status: 'reported',
      reason: 'the text may have been misread',
      confidence: 0.6,
      source_url: 'https://paper.example/2026-03-04',
      source_date: '2026-03-04',
    });
    expect(waiting).toMatchObject({ status: 'waiting', reason: 'no drug named', confidence: 0.95 });
    const [trade] = await rowsOf({ types: 'insider_trade' });
    expect(trade).toMatchObject({
      status: 'confirmed',
      reason: null,
      confidence: null,
      source: 'fixture',
      source_url: 'https://filings.example/A-1',
      source_date: '2026-02-20',
      first_served: '2026-03-10T12:00:00Z',
    });
  });

  it('leaves out kinds that the caller’s plan does not include, and counts them', async () => {
    const basic = started.createKey({ name: 'basic' });
    // An answer is cached from the second request on; the cached one of another plan must not be used.
    for (const _ of [1, 2, 3]) expect(await rowsOf({ ticker: 'LUMQZ' })).toHaveLength(30);
    const seen = await rowsOf({ ticker: 'LUMQZ' }, basic);
    const types = [...new Set(seen.map(({ type }) => type))];
    expect(types.toSorted()).toEqual(
      'application_accepted application_withdrawn committee_meeting filing goal_date_moved goal_date_passed goal_date_set offering refusal split'.split(
        ' ',
      ),
    );
    const hidden = /^\S+ (hold_|trial_|insider_|fund_|deal_)/;
    expect(seen.map(lineOf)).toEqual(expected.filter((line) => !hidden.test(line)));
    const mcp = await clientOf(started.base, { headers: { 'x-api-key': basic } });
    const { text } = await callTool(mcp, 'timeline', { ticker: 'LUMQZ' });
    expect(text).toContain(
      '10 more events are omitted, because your plan does not include fda_approvals, trial_risk_signals, fda_designations, ' +
        'clinical_trial_outcomes, clinical_trial_results, ma_deals, insider_transactions, ' +
        'hedge_fund_positions.',
    );
    expect(text).not.toMatch(/Ada Quill|Reed Partners|Oldova|NCT90000001|kovatinib/);
    await mcp.close();
    const within = started.createKey({ name: 'bundle', bundle: ['Market Signals'] });
    expect((await rowsOf({ ticker: 'LUMQZ' }, within)).map(({ type }) => type)).toEqual([
      'application_accepted',
    ]);
  });
});

describe('an answer with few or no records of a company', () => {
  const noticesOf = async (tool: string, ticker: string, key = started.key, more = {}) => {
    const mcp = await clientOf(started.base, { headers: { 'x-api-key': key } });
    const { text } = await callTool(mcp, tool, { ticker, ...more });
    await mcp.close();
    return text.split('\n').filter((line) => /statements? about|listed/.test(line));
  };

  it('tells of the statements that wait, where they are of its kind', async () => {
    const goal =
      '1 statement about LUMQZ is unconfirmed: PDUFA goal date 2026-09-30, no drug named (https://lumora.example/2026-03-02).';
    expect(await noticesOf('fda_calendar', 'LUMQZ')).toEqual([goal]);
    expect(await noticesOf('pdufa_upcoming', 'LUMQZ', started.createKey({ name: 'b' }))).toEqual([
      goal,
    ]);
    expect(await noticesOf('fda_decisions', 'LUMQZ')).toEqual([
      '1 statement about LUMQZ is unconfirmed: Complete response letter, the text may have been misread (https://paper.example/2026-03-04).',
    ]);
    expect(await noticesOf('cash_runway', 'LUMQZ')).toEqual([]);
    const asOf = (as_of: string) => noticesOf('fda_calendar', 'LUMQZ', started.key, { as_of });
    expect(await asOf('2026-03-02')).toEqual([goal]);
    expect(await asOf('2026-03-01')).toEqual([]);
  });

  it('tells when a company was delisted, and what became of it if the plan includes deals', async () => {
    expect(await noticesOf('fda_calendar', 'OLDQZ')).toEqual([
      'OLDQZ has not been listed since 2026-01-20. Completed acquisition: Lumora Therapeutics and Oldova Bio, $250M in total (2026-01-19).',
    ]);
    const basic = started.createKey({ name: 'another' });
    expect(await noticesOf('fda_calendar', 'OLDQZ', basic)).toEqual([
      'OLDQZ has not been listed since 2026-01-20.',
    ]);
  });
});

it('names for each type the tool that serves it, with its group and plan', () => {
  const { values, of } = timeline.kinds!;
  expect(values).toEqual(eventTypes);
  for (const [type, kind] of Object.entries(of)) {
    const own = endpoints.find(({ name }) => name === kind!.name)!;
    expect([type, kind]).toMatchObject([type, { group: own.group, plan: own.plan }]);
    for (const name of kind!.also ?? []) expect(endpoints.map((one) => one.name)).toContain(name);
  }
});

it('keeps ids and the time of first serving over refreshes', async () => {
  const database = await storeOf(facts as unknown as FactsByKind);
  const source = createStoreBackend(database, false);
  const served = async (day: string) => {
    refreshServed(database, endpoints, () => Date.parse(`${day}T09:30:15.250Z`));
    const query = { arguments: {}, conditions: [], order: undefined, page: 1, maximum: undefined };
    const { records } = await source.fetch(timeline, { ...query, today: day });
    return new Map(records.map((one) => [JSON.parse(one).id, JSON.parse(one).first_served]));
  };
  const first = await served('2026-03-10');
  expect([...new Set(first.values())]).toEqual(['2026-03-10T09:30:15Z']);
  const late = { ...facts.filing_events[0], event: 'going_concern', filed_at: '2026-01-02' };
  inTransaction(database, () => writeFacts(database, 'filing_events', [late], 'test'));
  const second = await served('2026-03-12');
  expect([...second.keys()].filter((id) => !first.has(id))).toHaveLength(1);
  for (const [id, time] of second) expect(time).toBe(first.get(id) ?? '2026-03-12T09:30:15Z');
  expect([...first.keys()].every((id) => second.has(id))).toBe(true);
  await source.close();
});

it('has every type of event in the demo, each told in at most 160 characters', async () => {
  const served = await servedBy([timeline], demoDay, demoFactsOf(demoDay));
  const rows = served.get('timeline')!;
  expect(rows.filter(({ what }) => String(what).length > 160)).toEqual([]);
  const types = new Set(rows.map(({ type }) => type));
  expect([...types].sort()).toEqual(eventTypes.toSorted());
});

const long =
  'The U.S. Food and Drug Administration (FDA) lifted the hold on the Investigational New Drug application (IND) of its trial (NOVA)';

it.each([
  ['a sentence that fits as it is', 200, long],
  [
    'a longer one with the abbreviations that it explains',
    90,
    'The FDA lifted the hold on the IND of its trial (NOVA)',
  ],
])('the part of a sentence that states the fact is %s', (_, room, shown) => {
  expect(factPart(long, 'hold_lifted', room)).toBe(shown);
});
