import { describe, expect, it } from 'vitest';
import { realizedMove } from '../../../src/derive/approval/realized-move.ts';
import { refreshOf } from '../refresh-of.ts';

const headline = (title: string, published_at: string) => ({
  id: title,
  title,
  tickers: ['ABCQZ'],
  published_at,
});

describe('the price move on a decision of 2026-06-10', () => {
  const move = async (closes: Readonly<Record<string, number>>, ...news: object[]) => {
    const prices = Object.entries(closes).map(([date, close]) => ({
      ticker: 'ABCQZ',
      date,
      close,
    }));
    const refresh = await refreshOf('2026-11-20', { prices, news } as never);
    return realizedMove(refresh, 'ABCQZ', '2026-06-10');
  };

  it('needs closes at most seven days before and after it', async () => {
    const wide = { from: '2026-06-03', to: '2026-06-17', move_pct: expect.closeTo(50, 9) };
    expect(await move({ '2026-06-03': 10, '2026-06-17': 15 })).toEqual(wide);
    expect(await move({ '2026-06-02': 10, '2026-06-17': 15 })).toBeNull();
    expect(await move({ '2026-06-03': 10, '2026-06-18': 15 })).toBeNull();
  });

  it('starts at the close of its own day if every headline came after 16:00 in New York', async () => {
    const closes = { '2026-06-09': 10, '2026-06-10': 11, '2026-06-11': 22 };
    const late = headline('FDA approves Abcamab', '2026-06-10T20:30:00Z');
    const early = headline('Abcamab is approved', '2026-06-10T13:00:00Z');
    const next = { from: '2026-06-10', to: '2026-06-11', move_pct: expect.closeTo(100, 9) };
    const same = { from: '2026-06-09', to: '2026-06-10', move_pct: expect.closeTo(10, 9) };
    expect(await move(closes, late)).toEqual(next);
    expect(await move(closes, early)).toEqual(same);
    expect(await move(closes, late, early)).toEqual(same);
  });
});
