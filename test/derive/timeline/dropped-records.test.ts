import { expect, it } from 'vitest';
import { callTool, clientOf } from '../../support/mcp.ts';
import { useApp } from '../../support/start-app.ts';

/** Facts known on 2026-03-10, the fixed day of the tests. */
const announced = { status: 'announced', date: null, confidence: 0.9, tier: 'confirmed' };
const approval = (sentence: string, at: number, more = {}) => {
  const reported = { ...announced, confidence: 0.6, tier: 'reported', ...more };
  return {
    document_id: `d${at}`,
    ticker: 'LUMQZ',
    published_date: `2026-02-0${at}`,
    form: 'news',
    mentions: [{ ...reported, type: 'approval', drug: 'zetolimab', sentence }],
  };
};
/** A text of a company without a ticker. */
const ofUnlisted = (document_id: string, mention: object) => ({
  document_id,
  company_name: 'Private Pharma GmbH',
  published_date: '2026-02-03',
  source_url: `https://texts.example/${document_id}`,
  mentions: [{ ...announced, ...mention }],
});
const offering = (published_date: string, stage: string, amount: number) => ({
  document_id: stage,
  ticker: 'LUMQZ',
  published_date,
  source_url: `https://texts.example/${stage}`,
  mentions: [
    {
      ...announced,
      type: 'offering',
      drug: null,
      sentence: stage,
      detail: { stage, amount, kind: 'public', currency: 'USD' },
    },
  ],
});
const goal = (_id: string, formattedDate: string, more = {}) => ({
  _id,
  ticker: 'LUMQZ',
  drugname: _id,
  catalyst: 'PDUFA Date',
  stage: 'NDA/BLA',
  createdDate: '2025/05/05',
  formattedDate,
  ...more,
});
const meeting = (meeting_id: string, discusses: string | undefined, more = {}) => ({
  meeting_id,
  committee: 'Blood Products Advisory Committee',
  title: meeting_id,
  discusses,
  start_date: '2026-04-02',
  status: 'scheduled',
  published_date: '2026-03-01',
  ...more,
});
const vote = (drug_name: string, meeting_date: string) => ({
  ticker: 'LUMQZ',
  drug_name,
  meeting_date,
  votes_yes: 9,
  votes_no: 2,
});
const filing = (form_type: string, filed_at: string) => ({
  ticker: 'GONQZ',
  event: 'filing',
  form_type,
  filed_at,
  source_url: `https://filings.example/${form_type}`,
});
const facts = {
  companies: [
    { ticker: 'LUMQZ', name: 'Lumora Therapeutics', industry: 'Biotechnology' },
    {
      ticker: 'GONQZ',
      name: 'Gonova Therapeutics',
      industry: 'Biotechnology',
      delisted_date: '2026-02-10',
    },
  ],
  filing_events: [
    { ...filing('10-K', '2026-01-05'), report_date: '2025-12-31' },
    filing('25', '2026-01-04'),
    filing('25-NSE', '2026-02-10'),
  ],
  mentions: [
    approval('Canada approves zetolimab.', 1, { detail: { agency: 'Health Canada' } }),
    approval('Zetolimab wins Saudi FDA approval.', 2),
    approval('Zetolimab obtained approval.', 3),
    approval('The FDA approves zetolimab.', 4),
    ofUnlisted('u1', {
      type: 'designation',
      drug: 'orbalimab',
      indication: 'Gout',
      detail: { which: 'RMAT' },
      sentence: 'The FDA granted RMAT designation to orbalimab.',
    }),
    ofUnlisted('u2', {
      type: 'licence',
      sentence: 'Private Pharma licenses orbalimab to Quell Labs for $5 million upfront.',
      detail: { counterparty: 'Quell Labs', role: 'licensor', upfront: 5e6, currency: 'USD' },
    }),
    offering('2026-02-02', 'priced', 100e6),
    offering('2026-02-04', 'closed', 115e6),
  ],
  catalysts: [
    goal('open', '2026-03-09'),
    goal('decided', '2026-03-08', { decision: 'Approved', decision_date: '2026-03-08' }),
    goal('old', '2026-02-07'),
    goal('ahead', '2026-03-20'),
    goal('pyrelimab', '2026-04-02', { catalyst: 'AdComm Meeting' }),
  ],
  adcomm_votes: [
    { ...vote('Vendurin (vendorimab)', '2024-05-07'), evidence: 'The vote was about risks.' },
    { ...vote('Ordoxin', '2024-05-06'), question: 'Do the benefits outweigh the risks?' },
  ],
  advisory_meetings: [
    meeting('v', 'The committee will vote on vendorimab.', { start_date: '2024-05-07' }),
    meeting('a', 'The committee will discuss plasma.', { status: 'postponed', hours: '8 a.m.' }),
    meeting('b', 'The committee will discuss pyrelimab.', { hours: '9 a.m. to 5 p.m.' }),
    meeting('c', undefined, {
      title: 'Notice of Meeting; Establishment of a Public Docket; Request for Comments-Plasma',
      start_date: null,
    }),
  ],
  complete_response_letters: [
    {
      company_name: 'Private Pharma GmbH',
      drug_name: 'Orvexa',
      letter_date: '2025-07-07',
      letter_id: 'l1',
      source_url: 'https://letters.example/1',
    },
  ],
};

const started = useApp({ facts });
const call = async (name: string, given: object) => {
  const mcp = await clientOf(started.base, { headers: { 'x-api-key': started.key } });
  return (await callTool(mcp, name, { ...given })).text;
};

it('an approval has the agency that its text names', async () => {
  const { body } = await started.ask('/market/timeline', { types: 'approval', sort: 'date' });
  expect(body.result.map(({ what }) => String(what).split(':')[0])).toEqual([
    ...['Health Canada approval', 'Saudi FDA approval', 'Approval, agency not stated'],
    ...['FDA approval', 'FDA approval'],
  ]);
});

it('texts of a company without a ticker give designations and deals', async () => {
  const designations = await started.ask('/fda/designations', { drug: 'orbalimab' });
  expect(designations.body.result).toEqual([
    {
      company_name: 'Private Pharma GmbH',
      drug_name: 'orbalimab',
      designation_type: 'RMAT',
      designation_date: '2026-02-03',
      indication: 'Gout',
      status: 'Designated',
    },
  ]);
  const deals = await started.ask('/ma/deals', { party: 'Quell' });
  expect(deals.body.result).toMatchObject([
    {
      acquirer: 'Quell Labs',
      acquirerTicker: null,
      upfrontValue: 5e6,
      target: 'Private Pharma GmbH',
      targetTicker: null,
      announcedDate: '2026-02-03',
    },
  ]);
});

it('an offering has the amount, the day and the text of its closing', async () => {
  const { body } = await started.ask('/financial-health/dilution', { ticker: 'LUMQZ' });
  expect(body.result).toMatchObject([
    {
      filed_at: '2026-02-02',
      offering_amount_usd: 100e6,
      closed_at: '2026-02-04',
      closed_amount_usd: 115e6,
      closed_url: 'https://texts.example/closed',
    },
  ]);
});

it('meetings and letters of no company are events without a ticker', async () => {
  const of = async (types: string) =>
    (await started.ask('/market/timeline', { types })).body.result;
  const voted = 'FDA advisory committee voted 9 (yes) to 2 (no): ';
  expect(await of('committee_meeting')).toMatchObject([
    {
      drug: 'pyrelimab',
      what: expect.stringMatching(/: 2026-04-02, 9 a.m. to 5 p.m.: The committee will discuss py/),
    },
    {
      ticker: null,
      date: '2026-04-02',
      what: 'Blood Products Advisory Committee meeting (postponed), 8 a.m.: The committee will discuss plasma.',
    },
    { ticker: null, date: '2026-03-01', what: 'Notice of Meeting-Plasma' },
    { what: `${voted}The committee will vote on vendorimab.`, date: '2024-05-07' },
    { what: `${voted}Do the benefits outweigh the risks?`, date: '2024-05-06' },
  ]);
  const about = async (drug: string) =>
    (await started.ask('/market/timeline', { types: 'committee_meeting', drug })).body.result;
  expect(await about('plasma|vaccine')).toHaveLength(2);
  expect(await about('^bpac|BPAC$')).toMatchObject([{ date: '2026-04-02', drug: null }]);
  expect(await of('refusal')).toMatchObject([
    {
      ticker: null,
      drug: 'Orvexa',
      source_url: 'https://letters.example/1',
      what: 'Complete response letter: FDA refused the application of Private Pharma GmbH',
    },
  ]);
});

it('reports and forms of delistings are events, and the form that ended a listing is one event', async () => {
  const { body } = await started.ask('/market/timeline', { ticker: 'GONQZ' });
  expect(body.result).toMatchObject([
    {
      type: 'delisting',
      date: '2026-02-10',
      source_url: 'https://filings.example/25-NSE',
      what: 'Gonova Therapeutics is no longer listed (Form 25-NSE)',
    },
    {
      type: 'filing',
      date: '2026-01-05',
      what: 'Filing with the SEC (10-K for the period to 2025-12-31)',
    },
    { type: 'filing', date: '2026-01-04', what: 'Filing with the SEC (25)' },
  ]);
});

it('an upcoming calendar names the goal dates that passed without an outcome', async () => {
  const hint =
    'Goal dates in the last 30 days, with no known decision (tool fda_calendar_historical): LUMQZ open 2026-03-09.';
  expect(await call('fda_calendar', {})).toContain(hint);
  expect(await call('fda_calendar', { ticker: 'LUMQZ', catdateTo: '2026-12-31' })).toContain(hint);
  expect(await call('pdufa_upcoming', { ticker: 'LUMQZ' })).toContain(hint);
  expect(await call('fda_calendar', { catdateFrom: '2026-03-15' })).not.toContain('Goal dates of');
  expect(await call('fda_calendar', { as_of: '2026-01-05' })).not.toContain('Goal dates of');
});
