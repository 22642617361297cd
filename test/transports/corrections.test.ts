import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clientOf } from '../support/mcp.ts';
import { useApp } from '../support/start-app.ts';

const started = useApp();
let client: Client;
beforeAll(async () => {
  client = await clientOf(started.base, { headers: { Authorization: `Bearer ${started.key}` } });
});
afterAll(() => client.close());

/** Imperfect calls, and what the answer says so that the next call is right. The day is 2026-03-10. */
it.each([
  [
    'fda_calendar',
    { tickr: 'ACME', drg: 'x', catdateFrom: 'May', fields: 'ticker,pao_', skip: -1 },
    'Unknown argument "tickr". Did you mean ticker? Unknown argument "drg". Did you mean drug? ' +
      'Invalid fields: no column "pao_" (Did you mean poa or poa_summary?).',
    'Invalid catdateFrom. catdateFrom takes YYYY, YYYY-MM or YYYY-MM-DD.',
  ],
  [
    'fda_calendar',
    { catdateFrom: 'May', catdateTo: 'June' },
    'Invalid catdateFrom. catdateFrom takes YYYY, YYYY-MM or YYYY-MM-DD. Invalid catdateTo.',
  ],
  ['insider_summary', { tickr: 'ACME' }, 'Did you mean ticker? Missing ticker.'],
  ['movers', { type: 'gainer' }, 'one of gainers, losers. Did you mean gainers?'],
  ['distress', { level: 'sever', tickers: 'ACME' }, 'Did you mean severe?', 'Did you mean ticker?'],
  ['trial_risk_signals', { days: 'x', type: 'holds' }, 'Did you mean hold?', 'Invalid days'],
  [
    'fda_calendar',
    { catdateFrom: '2027-05', catdateTo: '2026-12' },
    'The date range is reversed: 2027-05-01 is after 2026-12-31.',
  ],
  [
    'fda_calendar',
    { catdateFrom: '2025', catdateTo: '2025' },
    '2025-12-31 is before today (2026-03-10). For past dates use fda_calendar_historical.',
  ],
  ['fda_calendar', { treatment: 'haemofilia' }, 'Haemophilia A'],
  ['fda_calendar', { treatment: 'oncology' }, 'Non-small cell lung cancer'],
  ['fda_calendar', { ticker: 'ACMEE' }, 'Did you mean ACME'],
  ['fda_calendar', { fields: 'tickers,POA' }, 'no column "tickers" (Did you mean ticker?)'],
  ['chart', {}, 'Missing kind: one of calendar, moves', 'Example: {"kind":"calendar"}.'],
  ['chart', { kind: 'pie' }, 'Example: {"kind":"calendar"}.'],
  ['chart', { kind: 'rnpv' }, 'Missing ticker. Example: {"kind":"rnpv","ticker":"CRSP"}.'],
  ['search', { q: 'acme' }, 'Did you mean query?'],
  ['fetch', { ticker: 'ACME' }, 'Did you mean id?'],
  ['movers', {}, 'Missing type. type takes gainers, losers.'],
  ['fda_calendar', { from: '2026-04', to: '2026-06' }, 'mean catdateFrom?', 'mean catdateTo?'],
  ['news', { ticker: 'ACME', since: '2026' }, 'Did you mean dateFrom?'],
  [
    'fda_calendar',
    { sort: 'date desc' },
    'no column "date" (Did you mean formattedDate or catdate?)',
  ],
  ['fda_calendar', { limit: 1000 }, '1–50', 'to get more records, set page or skip'],
  ['fda_calendar', { catalyst: 'pdufa' }, 'Nearest: PDUFA Date.'],
  ['fda_calendar', { phase: 'Phase III' }, 'Known values: NDA/BLA, Phase 2, Phase 3.'],
  ['fda_calendar', { ticker: 'ACME, BOLT' }, 'request ACME, BOLT one at a time'],
  [
    'fda_decisions',
    { outcome: 'rejected' },
    'one of approved, refused, withdrawn, not_filed, other',
  ],
  [
    'hedge_fund_positions',
    { action: 'bought' },
    'Missing ticker or fund.',
    'one of new, add, trim',
  ],
  ['companies', { market_cap_max: '2B' }, 'a number, 0 or more US dollars'],
  ['cash_runway', { coversNextCatalyst: 'no' }, 'one of true, false'],
  ['screen', { where: ['runway < 12'] }, 'Did you mean runway_months?'],
  ['screen', { where: ['runway_months under 12'] }, 'one of = != < <= > >='],
  ['event_study', { window: '0-5' }, 'one of -20..-1, 0, 0..1, 0..5'],
  ['rnpv', {}, 'Missing ticker. For all companies use program_scores.'],
] as const)('%s with %j is corrected in one step', async (name, given, ...corrections) => {
  const { content } = await client.callTool({ name, arguments: given });
  const [{ text }] = content as [{ text: string }];
  for (const correction of corrections) expect(text).toContain(correction);
});

/** Imperfect calls that need no correction: another spelling of the same request. */
it.each([
  ['fda_calendar', { ticker: '$acme' }, { ticker: 'ACME' }],
  ['fda_calendar', { ticker: 'NASDAQ:ACME' }, { ticker: 'ACME' }],
  ['fda_calendar', { ticker: 'ACME US Equity' }, { ticker: 'ACME' }],
  ['fda_calendar', { sort: 'FormattedDate desc' }, { sort: '-formattedDate' }],
  ['fda_calendar', { sort: 'poa:ascending' }, { sort: 'poa' }],
  ['company_scores', { sort: 'score asc' }, { sort: '+score' }],
  ['fda_decisions', { outcome: 'Approved' }, { outcome: 'approved' }],
  ['timeline', { types: ['approval'] }, { types: 'approval' }],
] as const)('%s with %j is answered as with %j', async (name, given, meant) => {
  const answers = [given, meant].map((one) => client.callTool({ name, arguments: one }));
  const [first, second] = await Promise.all(answers);
  expect(first).toEqual(second);
  expect(JSON.stringify(second)).not.toMatch(/"isError":true|no records/);
});
