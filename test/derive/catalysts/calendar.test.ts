import { expect, it } from 'vitest';
import { calendarHistory } from '../../../src/derive/catalysts/calendar.ts';
import type { Fact } from '../../../src/facts.ts';
import { TODAY } from '../developer.ts';
import { refreshOf } from '../refresh-of.ts';

it('measures the move on the day of the decision, where it came before the goal date', async () => {
  const pdufa = (_id: string, decision_date: string | null): Fact<'catalysts'> => ({
    _id,
    ticker: 'DEVT',
    drugname: 'DEV-101',
    catalyst: 'PDUFA Date',
    formattedDate: '2026-06-12',
    createdDate: '2026/06/01',
    decision_date,
  });
  const close = (date: string, price: number) => ({ ticker: 'DEVT', date, close: price });
  const refresh = await refreshOf(TODAY, {
    catalysts: [pdufa('early', '2026-06-09'), pdufa('due', '2026-06-12'), pdufa('open', null)],
    prices: [close('2026-06-01', 10), close('2026-06-09', 15), close('2026-06-12', 14)],
  });
  // (15 − 10) ÷ 10 = 50 % on the day of the decision, (14 − 10) ÷ 10 = 40 % on the goal date.
  const rows = new Map(calendarHistory(refresh).map((row) => [row._id, row]));
  expect(rows.get('early')).toMatchObject({ catalystDayPrice: 15, percentageChange: 50 });
  expect(rows.get('due')).toMatchObject({ catalystDayPrice: 14, percentageChange: 40 });
  expect(rows.get('open')).toMatchObject({ catalystDayPrice: 14, percentageChange: 40 });
});
