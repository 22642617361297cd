import { expect, it } from 'vitest';
import { endpoints } from '../../tools/index.ts';
import { nextTools } from '../../tools/next-tools.ts';
import { callTool, clientOf } from '../support/mcp.ts';
import { useApp } from '../support/start-app.ts';

const started = useApp();

/** The last line of an answer. */
async function lastLine(key: string, name: string, given: object, query = '') {
  const headers = { Authorization: `Bearer ${key}` };
  const client = await clientOf(started.base, { headers, query });
  const { text, envelope } = await callTool(client, name, { ...given });
  await client.close();
  expect(JSON.stringify(envelope)).not.toContain('Next');
  return text.split('\n').at(-1);
}

it('the declared next tools exist and are other tools that take the tickers of the records', () => {
  const byName = new Map(endpoints.map((one) => [one.name, one]));
  for (const [name, next] of Object.entries(nextTools)) {
    expect([name, byName.get(name)?.record.ticker]).toEqual([name, expect.anything()]);
    expect([next, byName.get(next)?.parameters.ticker]).toEqual([next, expect.anything()]);
    expect(next).not.toBe(name);
  }
});

it.each([
  ['fda_calendar', { ticker: 'ACME' }, 'Next: cash_runway with {"ticker":"ACME"}'],
  ['fda_calendar', { ticker: 'ACME', fields: 'poa' }, 'Next: cash_runway with {"ticker":"ACME"}'],
  ['company_scores', {}, expect.stringMatching(/^Next: rnpv with \{"ticker":"[^"]+,[^"]+"\}$/)],
  // The next tool answers as of today, has one ticker, or there is no record.
  ['fda_calendar', { as_of: '2026-03-01' }, expect.not.stringMatching(/^Next/)],
  ['timeline', {}, expect.not.stringMatching(/^Next/)],
  ['fda_calendar', { ticker: 'NONE' }, expect.not.stringMatching(/^Next/)],
])('%s with %j ends with the next call', async (name, given, line) => {
  expect(await lastLine(started.key, name, given)).toEqual(line);
});

it('a call outside the plan or the selected toolsets is not suggested', async () => {
  const line = 'Next: trial_risk with {"ticker":"ACME"}';
  const none = expect.not.stringMatching(/^Next/);
  const basic = started.createKey({ name: 'basic' });
  const given = ['catalyst_sync', { ticker: 'ACME' }] as const;
  expect(await lastLine(started.key, ...given)).toBe(line);
  expect(await lastLine(basic, ...given)).toEqual(none);
  expect(await lastLine(started.key, ...given, '?toolsets=trials,clinical')).toBe(line);
  expect(await lastLine(started.key, 'fda_calendar', {}, '?toolsets=fda')).toEqual(none);
});
