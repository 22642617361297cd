import { expect, it } from 'vitest';
import { analystRatings, priceTargets } from '../../../src/derive/market/analysts.ts';
import { refreshOf } from '../refresh-of.ts';

const TODAY = '2026-11-21';

const facts = {
  prices: [{ ticker: 'AAA', date: '2026-11-20', close: 20 }],
  analyst_ratings: [
    { ticker: 'AAA', date: '2026-11-02', firm: 'One', rating: 'Buy', price_target_usd: 30 },
    { ticker: 'AAA', date: '2026-10-01', firm: 'Two', rating: 'Hold', price_target_usd: 25 },
    { ticker: 'AAA', date: '2026-01-05', firm: 'Three', rating: 'Sell', price_target_usd: 5 },
    { ticker: 'GONE', date: '2026-11-02', firm: 'One', rating: 'Buy' },
  ],
};

it('a rating is served as published, with its target over the newest price', async () => {
  const rows = analystRatings(await refreshOf(TODAY, facts));
  expect(rows.find((row) => row.firm === 'Two')).toEqual({
    ticker: 'AAA',
    date: '2026-10-01',
    firm: 'Two',
    rating: 'Hold',
    price_target_usd: 25,
    upside_pct: 25,
    flags: [],
    source: 'test',
  });
  expect(rows.find((row) => row.ticker === 'GONE')).toMatchObject({
    upside_pct: null,
    flags: ['no_target', 'no_price'],
  });
});

it('the consensus is of the ratings of half a year', async () => {
  const rows = priceTargets(await refreshOf(TODAY, facts));
  // The note of January is older than 180 days. Mean target 27.5 over $20: 37.5 %.
  expect(rows.find((row) => row.ticker === 'AAA')).toMatchObject({
    consensus_rating: 'hold',
    buy: 1,
    hold: 1,
    sell: 0,
    analysts: 2,
    target_mean_usd: 27.5,
    price_usd: 20,
    upside_pct: 37.5,
    as_of: '2026-11-20',
    flags: [],
  });
  expect(rows.find((row) => row.ticker === 'GONE')).toMatchObject({
    price_usd: null,
    upside_pct: null,
    as_of: '2026-11-02',
    flags: ['no_targets', 'no_price'],
  });
});

it('the last price of a company that no longer trades is marked', async () => {
  const companies = [{ ticker: 'AAA', name: 'Triple A', delisted_date: '2026-11-20' }];
  const refresh = await refreshOf(TODAY, { ...facts, companies });
  expect(priceTargets(refresh).find(({ ticker }) => ticker === 'AAA')).toMatchObject({
    price_usd: 20,
    flags: ['delisted'],
  });
  const notes = analystRatings(refresh).filter(({ ticker }) => ticker === 'AAA');
  expect(notes.map(({ flags }) => flags)).toContainEqual(['delisted']);
});
