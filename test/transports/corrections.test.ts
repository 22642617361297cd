import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clientOf } from '../support/mcp.ts';
import { type Started, startApp } from '../support/start-app.ts';

let started: Started;
let client: Client;
beforeAll(async () => {
  started = await startApp();
  client = await clientOf(started.base, { headers: { Authorization: `Bearer ${started.key}` } });
});
afterAll(async () => {
  await client.close();
  await started.close();
});

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
    'The range is reversed: 2027-05-01 is after 2026-12-31.',
  ],
  [
    'fda_calendar',
    { catdateFrom: '2025', catdateTo: '2025' },
    '2025-12-31 is before today, 2026-03-10: for earlier dates use fda_calendar_historical.',
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
] as const)('%s with %j is corrected in one step', async (name, given, ...corrections) => {
  const { content } = await client.callTool({ name, arguments: given });
  const [{ text }] = content as [{ text: string }];
  for (const correction of corrections) expect(text).toContain(correction);
});
