import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../../src/catalogue/endpoint.ts';
import { asked, replies } from '../support/upstream.ts';
import { useSurroundings } from './faulty-gateway.ts';

const around = useSurroundings();

describe('the clock on the wall, set back an hour', () => {
  it('keeps the circuit open no longer, and tells no longer wait', async () => {
    const { source } = await around.gateway({ circuitFailures: 3, circuitOpen: 15_000 });
    around.proxy.use(replies(500), replies(500), replies(500), 'pass');
    await asked(source, 'fda_calendar').catch(() => {});
    around.time.setWall(-3_600_000);
    const refused = await asked(source, 'fda_calendar').catch((cause) => cause);
    expect(refused).toMatchObject({ status: 503 });
    expect(refused.retryAfterSeconds).toBeLessThanOrEqual(15);
    around.time.forward(15_001);
    expect((await asked(source, 'fda_calendar')).total).toBe(3);
  });

  it('keeps no pause, no refusal and no answer longer', async () => {
    const { source } = await around.gateway({ fresh: () => 60_000, keyRefused: 60_000 });
    around.proxy.use(replies(429, '', { 'retry-after': '90' }), replies(403), 'pass');
    await asked(source, 'fda_calendar').catch(() => {});
    await asked(source, 'pdufa_upcoming').catch(() => {});
    await asked(source, 'catalyst_sync');
    around.time.setWall(-3_600_000);
    const refused = await asked(source, 'fda_calendar').catch((cause) => cause);
    expect(refused.retryAfterSeconds).toBeLessThanOrEqual(90);
    around.time.forward(300_001);
    await asked(source, 'fda_calendar');
    await asked(source, 'pdufa_upcoming');
    await asked(source, 'catalyst_sync');
    // Each request was sent again, so no earlier answer is cached.
    expect(around.proxy.requests).toHaveLength(6);
  });
});

describe('kept answers', () => {
  it('join identical questions under way, and spend no budget', async () => {
    const { source, lines } = await around.gateway();
    const pages = await Promise.all(
      Array.from({ length: 20 }, () => asked(source, 'fda_calendar', { ticker: 'AAA' })),
    );
    expect(new Set(pages).size).toBe(1);
    await asked(source, 'fda_calendar', { ticker: 'AAA' });
    expect(around.proxy.requests).toHaveLength(1);
    expect(source.state()).toMatchObject({ calls: 21, cached: 20 });
    expect(source.state().buckets[1]).toMatchObject({ bucket: 'fda_calendar', left: 59 });
    expect(lines.filter(({ said }) => said === 'upstream call')).toHaveLength(21);
  });

  it('are fresh for as long as the setting of their endpoint says', async () => {
    const fresh = ({ name }: Endpoint) => (name === 'fda_calendar' ? 60_000 : 600_000);
    const { source } = await around.gateway({ fresh });
    const ask = () => Promise.all([asked(source, 'fda_calendar'), asked(source, 'pdufa_upcoming')]);
    await ask();
    around.time.forward(61_000);
    await ask();
    expect(around.proxy.requests).toHaveLength(3);
  });

  it('stand in for a failing upstream for a day and no longer', async () => {
    const { source } = await around.gateway();
    await asked(source, 'fda_calendar');
    around.proxy.use(replies(500));
    around.time.forward(86_300_000);
    expect((await asked(source, 'fda_calendar')).staleAsOf).toMatch(/^2026-11-21T12:0/);
    around.time.forward(100_001);
    await expect(asked(source, 'fda_calendar')).rejects.toMatchObject({ status: 502 });
  });

  it('are asked for anew on a new day', async () => {
    const { source } = await around.gateway({ fresh: () => 86_400_000 });
    await asked(source, 'fda_calendar');
    await asked(source, 'fda_calendar', {}, '2026-11-22');
    expect(around.proxy.requests).toHaveLength(2);
  });
});
