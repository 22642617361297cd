import { expect, it } from 'vitest';
import { refreshOf } from '../derive/refresh-of.ts';

it('reads every fact of a kind once, with its source', async () => {
  const tickers = Array.from({ length: 250 }, (_, at) => `T${String(at).padStart(3, '0')}`);
  const companies = tickers.map((ticker) => ({ ticker, name: `Company ${ticker}` }));
  const { facts } = await refreshOf('2026-11-21', { companies });
  expect(
    facts
      .all('companies')
      .map(({ ticker }) => ticker)
      .sort(),
  ).toEqual(tickers);
  expect(new Set(facts.all('companies').map(({ source }) => source))).toEqual(new Set(['test']));
  expect(facts.all('deals')).toEqual([]);
});

it('keeps the source that a headline names itself', async () => {
  const news = [
    { id: 'a', title: 'One', source: 'The Paper' },
    { id: 'b', title: 'Two' },
  ];
  const { facts } = await refreshOf('2026-11-21', { news });
  const sources = facts.all('news').map(({ id, source }) => `${id}: ${source}`);
  expect(sources.sort()).toEqual(['a: The Paper', 'b: test']);
});

it('reads the last bars up to a day, oldest first, with null for what is not known', async () => {
  const bar = (date: string, close: number) => ({ ticker: 'DEVT', date, close, volume: 10 });
  const prices = [bar('2026-11-18', 1), bar('2026-11-19', 2), bar('2026-11-20', 3)];
  const { facts } = await refreshOf('2026-11-21', { prices });
  const unknown = { open: null, high: null, low: null };
  expect(facts.recentPrices('DEVT', '2026-11-19', 5)).toEqual([
    { ...bar('2026-11-18', 1), ...unknown, source: 'test' },
    { ...bar('2026-11-19', 2), ...unknown, source: 'test' },
  ]);
  expect(facts.recentPrices('DEVT', '2026-11-21', 1).map(({ close }) => close)).toEqual([3]);
  expect(facts.recentPrices('NONE', '2026-11-21', 5)).toEqual([]);
});
