import { expect, it } from 'vitest';
import { realisedMove } from '../../../src/derive/approval/realised-move.ts';
import type { Fact } from '../../../src/facts/fact-kinds.ts';
import { refreshOf } from '../refresh-of.ts';

/** Thursday and Friday, then Monday and Tuesday. */
const prices = (
  [
    ['2026-06-11', 10],
    ['2026-06-12', 12],
    ['2026-06-15', 18],
    ['2026-06-16', 9],
  ] as const
).map(([date, close]) => ({ ticker: 'ABEQZ', date, close }));

const headline = (published_at: string, title = 'FDA approves abeline'): Fact<'news'> => ({
  id: published_at,
  title,
  tickers: ['ABEQZ'],
  published_at,
});

const moveOf = async (day: string, ...news: readonly Fact<'news'>[]) =>
  realisedMove(await refreshOf('2026-11-21', { prices, news }), 'ABEQZ', day);

it('goes from the last close before the day to that of the day', async () => {
  expect(await moveOf('2026-06-12')).toEqual({
    from: '2026-06-11',
    to: '2026-06-12',
    move_pct: expect.closeTo(20, 9),
  });
});

it('goes to the next session where the announcement came after the close', async () => {
  // 20:30 UTC is half past four in New York in June.
  const late = { from: '2026-06-12', to: '2026-06-15', move_pct: expect.closeTo(50, 9) };
  expect(await moveOf('2026-06-12', headline('2026-06-12T20:30:00Z'))).toEqual(late);
  expect(await moveOf('2026-06-12', headline('2026-06-13T02:00:00Z'))).toEqual(late);
});

it.each([
  ['a headline at the bell’s ring', headline('2026-06-12T19:59:00Z')],
  ['no time of day', headline('2026-06-12')],
  ['a headline of something else', headline('2026-06-12T21:00:00Z', 'Abel opens a plant')],
])('stays on its day with %s', async (_, news) => {
  expect(await moveOf('2026-06-12', news)).toMatchObject({ to: '2026-06-12' });
});

it('stays on its day where an earlier headline said so too', async () => {
  const both = [headline('2026-06-12T13:00:00Z'), headline('2026-06-12T21:00:00Z')];
  expect(await moveOf('2026-06-12', ...both)).toMatchObject({ to: '2026-06-12' });
});

it('takes the sessions around a weekend, and none further than a week away', async () => {
  expect(await moveOf('2026-06-13')).toMatchObject({ from: '2026-06-12', to: '2026-06-15' });
  expect(await moveOf('2026-06-04')).toBeNull();
  expect(await moveOf('2026-06-17')).toBeNull();
});

it.each<[from: string, to: string, isTold: boolean]>([
  // A week on either side of the day, and no more on either.
  ['2026-06-03', '2026-06-17', true],
  ['2026-06-02', '2026-06-17', false],
  ['2026-06-03', '2026-06-18', false],
  ['2026-06-02', '2026-06-18', false],
])('of 2026-06-10 from %s to %s is told: %s', async (from, to, isTold) => {
  const closes = [
    { ticker: 'ABEQZ', date: from, close: 10 },
    { ticker: 'ABEQZ', date: to, close: 5 },
  ];
  const move = realisedMove(
    await refreshOf('2026-11-21', { prices: closes }),
    'ABEQZ',
    '2026-06-10',
  );
  expect(move).toEqual(isTold ? { from, to, move_pct: expect.closeTo(-50, 9) } : null);
});

it('is none from a close of nothing', async () => {
  const closes = [0, 5].map((close, at) => ({ ticker: 'ABEQZ', date: `2026-06-1${at}`, close }));
  const refresh = await refreshOf('2026-11-21', { prices: closes });
  expect(realisedMove(refresh, 'ABEQZ', '2026-06-11')).toBeNull();
});
