import { expect, it } from 'vitest';
import { everydayVolatility } from '../../../src/derive/options/predicted-volatility.ts';
import { refreshOf } from '../refresh-of.ts';

/** Sessions up to 2026-11-20, one a day, flat but for a jump that many sessions before the last. */
async function volatilityOf(jumpBefore: number) {
  const last = Date.parse('2026-11-20');
  const prices = Array.from({ length: 70 }, (_, at) => ({
    ticker: 'ABEQZ',
    date: new Date(last - (69 - at) * 86_400_000).toISOString().slice(0, 10),
    close: 69 - at < jumpBefore ? 20 : 10,
  }));
  const companies = [{ ticker: 'ABEQZ', name: 'Abel Pharmaceuticals, Inc.' }];
  return everydayVolatility(await refreshOf('2026-11-21', { companies }, { prices }), 'ABEQZ');
}

it('is that of the last 63 returns and none before', async () => {
  expect(await volatilityOf(63)).toBeGreaterThan(1);
  expect(await volatilityOf(64)).toBe(0);
});
