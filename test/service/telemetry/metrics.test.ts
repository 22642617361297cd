import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/base/config.ts';
import { type Operating, openOperating } from '../../../src/commands/operating.ts';
import { clientOf } from '../../support/mcp.ts';
import { fixedClock, type Started, startApp } from '../../support/start-app.ts';
import { createTestLog } from '../../support/upstream.ts';
import { samplesOf } from './samples.ts';

describe('the metrics of a server', () => {
  let port: number;
  let operating: Operating;
  let started: Started;
  let basicKey: string;
  const accountsAge = 1_000;
  const { log, lines } = createTestLog();

  async function read() {
    const reply = await fetch(`http://127.0.0.1:${port}/metrics`);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    return samplesOf(await reply.text());
  }

  beforeAll(async () => {
    const config = readConfig({ CATALYST_METRICS_PORT: '0' });
    operating = await openOperating(config, fixedClock, log);
    const { observer, conditions } = operating;
    started = await startApp({ settings: { CATALYST_LIMITS: 'on' }, observer, conditions });
    basicKey = started.createKey({ name: 'someone' });
    await operating.watch({
      ...started.app,
      accountsAge: () => accountsAge,
      clockAhead: () => -3_600_000,
      upstreamBudget: () => [
        { bucket: 'plan', left: 99, requests: 100, windowSeconds: 60 },
        { bucket: 'fda_calendar', left: 0, requests: 60, windowSeconds: 60 },
      ],
    });
    const said = lines.find(({ said }) => said === 'serving metrics');
    port = Number(said?.port);
  });
  afterAll(async () => {
    await operating.close();
    await started.close();
  });

  it('count calls by tool, transport and outcome, and how long they took', async () => {
    await started.ask('/fdacalendar');
    await started.ask('/fdacalendar');
    await started.ask('/fdacalendar', { catdateFrom: 'soon' });
    await started.ask('/scoring/rnpv', {}, basicKey);
    await started.ask('/nothing');
    await started.ask('/fdacalendar', {}, 'bcm_a_wrong_key');
    const client = await clientOf(started.base, { headers: { 'x-api-key': started.key } });
    await client.callTool({ name: 'fda_calendar', arguments: {} });
    await client.callTool({ name: 'search', arguments: { query: 'a' } });
    await client.callTool({ name: 'a caller’s word', arguments: {} }).catch(() => {});
    await client.close();
    await expect(clientOf(started.base, { headers: { 'x-api-key': 'bcm_x' } })).rejects.toThrow();
    await fetch(`${started.base}/`);
    await fetch(`${started.base}/feeds/no-such-token/calendar.ics`);
    const samples = await read();
    const calls = [...samples].filter(([name]) => name.startsWith('catalyst_calls_total'));
    const of = (tool: string, transport: string, outcome: string) =>
      `catalyst_calls_total{outcome="${outcome}",tool="${tool}",transport="${transport}"}`;
    expect(Object.fromEntries(calls)).toEqual({
      [of('fda_calendar', 'rest', 'ok')]: 2,
      [of('fda_calendar', 'rest', '400')]: 1,
      [of('fda_calendar', 'rest', '401')]: 1,
      [of('rnpv', 'rest', '403')]: 1,
      [of('fda_calendar', 'mcp', 'ok')]: 1,
      [of('search', 'mcp', 'ok')]: 1,
      [of('none', 'mcp', '401')]: 1,
      // The client checks whether the server offers an event stream.
      [of('none', 'mcp', '405')]: 1,
      [of('page', 'page', 'ok')]: 1,
      [of('calendar', 'feed', '404')]: 1,
    });
    expect(samples.get('catalyst_call_duration_seconds_count{transport="rest"}')).toBe(5);
    expect(samples.get('catalyst_call_duration_seconds_count{transport="mcp"}')).toBe(2);
    expect(samples.get('catalyst_call_duration_seconds_bucket{le="+Inf",transport="rest"}')).toBe(
      5,
    );
    expect(samples.get('catalyst_call_duration_seconds_sum{transport="rest"}')).toBeGreaterThan(0);
    const bounds = [...samples.keys()].flatMap(
      (name) =>
        /^catalyst_call_duration_seconds_bucket{le="(.*)",transport="rest"}$/.exec(name)?.[1] ?? [],
    );
    expect(bounds.join(' ')).toBe(
      '0.0005 0.001 0.0025 0.005 0.01 0.025 0.05 0.1 0.25 0.5 1 2.5 5 10 30 +Inf',
    );
  });

  it('count refusals by the limit that is used up', async () => {
    const asked = 130;
    for (let n = 0; n < asked; n += 1) await started.ask('/fdacalendar', {}, basicKey);
    const samples = await read();
    const refused = samples.get('catalyst_refusals_total{bucket="the Basic plan"}') ?? 0;
    const ofEndpoint = samples.get('catalyst_refusals_total{bucket="/fdacalendar"}') ?? 0;
    const outcome = 'catalyst_calls_total{outcome="429",tool="fda_calendar",transport="rest"}';
    expect(refused + ofEndpoint).toBeGreaterThanOrEqual(asked - 100);
    expect(samples.get(outcome)).toBe(refused + ofEndpoint);
  });

  it('say which version is served, of which day, and how old what is shared is', async () => {
    const { version } = started.app.service.source().describe();
    // The fixed clock is at noon of the date on which the records were computed.
    const samples = await read();
    expect(samples.get(`catalyst_version_info{version="${version}"}`)).toBe(1);
    expect(samples.get('catalyst_version_age_seconds')).toBe(12 * 3_600);
    expect(samples.get('catalyst_accounts_age_seconds')).toBe(1);
    expect(samples.get('catalyst_clock_skew_seconds')).toBe(-3_600);
    expect(samples.get('catalyst_upstream_budget_left{bucket="plan"}')).toBe(99);
    expect(samples.get('catalyst_upstream_budget_left{bucket="fda_calendar"}')).toBe(0);
    expect(samples.get('catalyst_ready')).toBe(1);
  });

  it('say what cannot be reached', async () => {
    const { observer } = operating;
    expect((await read()).get('catalyst_limits_in_process')).toBe(0);
    observer.limitsInProcess(true);
    observer.pullFailed();
    observer.pullFailed();
    const samples = await read();
    expect(samples.get('catalyst_limits_in_process')).toBe(1);
    expect(samples.get('catalyst_pull_failures_total')).toBe(2);
  });

  it('have those of Node beside them', async () => {
    const samples = await read();
    expect(samples.get('process_resident_memory_bytes')).toBeGreaterThan(1e6);
    expect(samples.has('nodejs_eventloop_lag_p99_seconds')).toBe(true);
  });

  it('stand at their path alone', async () => {
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
    const posted = await fetch(`http://127.0.0.1:${port}/metrics`, { method: 'POST' });
    expect(posted.status).toBe(404);
  });
});
