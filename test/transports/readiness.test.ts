import { describe, expect, it } from 'vitest';
import type { Backend, BackendHealth } from '../../src/service/backend.ts';
import { readiness, reasonsAgainst } from '../../src/transports/readiness.ts';

const sourceOf = (health: BackendHealth | undefined): Backend =>
  ({
    describe: () => ({ version: '1', from: 'local store', asOf: '2026-03-09' }),
    ...(health ? { health: () => health } : {}),
  }) as unknown as Backend;
const told = (...asked: Parameters<typeof readiness>) => {
  const { status, body } = readiness(...asked);
  return { status, ...JSON.parse(String(body)) };
};
const from = { from: 'local store', as_of: '2026-03-09' };

describe('whether callers are sent here', () => {
  it('is true if there are records, whatever their date', () => {
    expect(told(sourceOf({ ready: true, computedOn: '2026-03-10' }))).toEqual({
      status: 'ready',
      records: { ...from, computed_on: '2026-03-10', of_today: true },
    });
    const health = {
      ready: true,
      computedOn: '2026-03-09',
      reason: 'records are being computed',
      retryAt: '2026-03-10T12:00:05.000Z',
      notices: ['Prices are late.'],
    };
    expect(told(sourceOf(health))).toEqual({
      status: 'ready',
      records: {
        ...from,
        computed_on: '2026-03-09',
        of_today: false,
        reason: health.reason,
        retry_at: health.retryAt,
        notices: health.notices,
      },
    });
    expect(told(sourceOf(undefined))).toEqual({ status: 'ready', records: from });
  });

  it('is false without records, or if a condition is not met', () => {
    const none = sourceOf({ ready: false, computedOn: undefined, reason: 'the disk is full' });
    const reasons = ['no records to serve: the disk is full', 'draining'];
    const conditions = [() => undefined, () => 'draining'];
    expect(reasonsAgainst(none, conditions)).toEqual(reasons);
    expect(told(none, conditions)).toEqual({
      status: 'not ready',
      reasons,
      records: { ...from, of_today: false, reason: 'the disk is full' },
    });
    expect(readiness(none, conditions).status).toBe(503);
    expect(readiness(sourceOf(undefined), [() => undefined]).status).toBe(200);
  });
});
