import { afterAll, beforeAll, expect, it } from 'vitest';
import { callTool, clientOf } from '../../support/mcp.ts';
import { type Started, startApp } from '../../support/start-app.ts';

/** Facts known on 2026-03-10, the fixed day of the tests. */
const approval = (sentence: string, at: number, more = {}) => ({
  ...{ document_id: `d${at}`, ticker: 'LUMQZ', published_date: `2026-02-0${at}`, form: 'news' },
  mentions: [
    {
      ...{ type: 'approval', status: 'announced', drug: 'zetolimab', date: null, sentence },
      ...{ confidence: 0.6, tier: 'reported', ...more },
    },
  ],
});
const goal = (_id: string, formattedDate: string, more = {}) => ({
  ...{ _id, ticker: 'LUMQZ', drugname: _id, catalyst: 'PDUFA Date', stage: 'NDA/BLA' },
  ...{ createdDate: '2025/05/05', formattedDate, ...more },
});
const meeting = (meeting_id: string, discusses: string | undefined, more = {}) => ({
  ...{ meeting_id, committee: 'Blood Products Advisory Committee', title: meeting_id, discusses },
  ...{ start_date: '2026-04-02', status: 'scheduled', published_date: '2026-03-01', ...more },
});
const facts = {
  companies: [{ ticker: 'LUMQZ', name: 'Lumora Therapeutics', industry: 'Biotechnology' }],
  mentions: [
    approval('Canada approves zetolimab.', 1, { detail: { agency: 'Health Canada' } }),
    approval('Zetolimab wins Saudi FDA approval.', 2),
    approval('Zetolimab obtained approval.', 3),
    approval('The FDA approves zetolimab.', 4),
  ],
  catalysts: [
    goal('open', '2026-03-09'),
    goal('decided', '2026-03-08', { decision: 'Approved', decision_date: '2026-03-08' }),
    goal('old', '2026-02-07'),
    goal('ahead', '2026-03-20'),
    goal('pyrelimab', '2026-04-02', { catalyst: 'AdComm Meeting' }),
  ],
  advisory_meetings: [
    meeting('a', 'The committee will discuss plasma.', { status: 'postponed' }),
    meeting('b', 'The committee will discuss pyrelimab.'),
  ],
  complete_response_letters: [
    {
      ...{ company_name: 'Private Pharma GmbH', drug_name: 'Orvexa', letter_date: '2025-07-07' },
      ...{ letter_id: 'l1', source_url: 'https://letters.example/1' },
    },
  ],
};

let started: Started;
let call: (name: string, given: object) => Promise<string>;
beforeAll(async () => {
  started = await startApp({ facts });
  const mcp = await clientOf(started.base, { headers: { 'x-api-key': started.key } });
  call = async (name, given) => (await callTool(mcp, name, { ...given })).text;
});
afterAll(() => started.close());

it('an approval has the agency that its text names', async () => {
  const { body } = await started.ask('/market/timeline', { types: 'approval', sort: 'date' });
  expect(body.result.map(({ what }) => String(what).split(':')[0])).toEqual([
    ...['Health Canada approval', 'Saudi FDA approval', 'Approval, agency not stated'],
    ...['FDA approval', 'FDA approval'],
  ]);
});

it('meetings and letters of no company are events without a ticker', async () => {
  const of = async (types: string) =>
    (await started.ask('/market/timeline', { types })).body.result;
  expect(await of('committee_meeting')).toMatchObject([
    { ticker: 'LUMQZ', drug: 'pyrelimab' },
    {
      ...{ ticker: null, date: '2026-04-02' },
      what: 'Blood Products Advisory Committee meeting (postponed): The committee will discuss plasma.',
    },
  ]);
  expect(await of('refusal')).toMatchObject([
    {
      ...{ ticker: null, drug: 'Orvexa', source_url: 'https://letters.example/1' },
      what: 'Complete response letter: FDA refused the application of Private Pharma GmbH',
    },
  ]);
});

it('an upcoming calendar names the goal dates that passed without an outcome', async () => {
  const hint =
    'Undecided goal dates of the last 30 days (fda_calendar_historical): LUMQZ open 2026-03-09.';
  expect(await call('fda_calendar', {})).toContain(hint);
  expect(await call('fda_calendar', { ticker: 'LUMQZ', catdateTo: '2026-12-31' })).toContain(hint);
  expect(await call('pdufa_upcoming', { ticker: 'LUMQZ' })).toContain(hint);
  expect(await call('fda_calendar', { catdateFrom: '2026-03-15' })).not.toContain('Goal dates of');
  expect(await call('fda_calendar', { as_of: '2026-01-05' })).not.toContain('Goal dates of');
});
