import { expect, it } from 'vitest';
import { shiftDays } from '../../../src/domain/dates.ts';
import { isTradingDay } from '../../../src/domain/market/exchange-days.ts';
import { useApp } from '../../support/start-app.ts';
import type { FactsByKind } from '../refresh-of.ts';

/** Sessions from September 2, 2025 to the last before March 10, 2026. */
const sessions: string[] = [];
for (let day = '2025-09-02'; day < '2026-03-10'; day = shiftDays(day, 1)) {
  if (isTradingDay(day)) sessions.push(day);
}
/** Day 0 of the first event. Each later event is three sessions after the one before. */
const FIRST = 70;
const dayOfEvent = (at: number) => sessions[FIRST + 3 * at]!;

/** The close of a company moves once, on day 0 of its event: five approvals and a refusal. */
const moves = [30, -10, 20, 5, 40, -50];
const tickers = moves.map((_, at) => `EV${at}QZ`);
const calm = ['CALMQZ', 'STILQZ'];
const facts: FactsByKind = {
  companies: [...tickers, ...calm].map((ticker, at) => ({
    ticker,
    name: `${ticker} Inc`,
    cik: String(1_990_000 + at),
    sic: '2834',
  })),
  prices: [
    ...moves.flatMap((move, at) =>
      sessions.map((date, place) => ({
        ticker: tickers[at]!,
        date,
        close: place < FIRST + 3 * at ? 10 : 10 + move / 10,
      })),
    ),
    ...calm.flatMap((ticker) => sessions.map((date) => ({ ticker, date, close: 20 }))),
  ],
  catalysts: moves.map((move, at) => ({
    _id: `e${at}`,
    ticker: tickers[at]!,
    drugname: `Drug${at}`,
    catalyst: 'PDUFA Date',
    // The headline of the last event came after the close, so that the next session reacted.
    formattedDate: at === 5 ? shiftDays(dayOfEvent(at), -1) : dayOfEvent(at),
    createdDate: '2025/06/02',
    decision: move === -50 ? 'CRL' : 'Approved',
  })),
  news: [
    {
      id: 'n',
      title: 'FDA issues complete response letter',
      tickers: ['EV5QZ'],
      published_at: `${shiftDays(dayOfEvent(5), -1)}T22:30:00Z`,
    },
  ],
  // The first 8-K was accepted before the close, the second after it, which shows nothing.
  filing_events: [
    { day: dayOfEvent(0), hour: '14:00' },
    { day: dayOfEvent(1), hour: '22:00' },
  ].map(({ day, hour }, at) => ({
    ticker: `EV${at}QZ`,
    event: 'current_report',
    form_type: '8-K',
    filed_at: day,
    accepted_at: `${day}T${hour}:00.000Z`,
  })),
  offerings: [
    { ticker: 'EV0QZ', form_type: '424B5', offering_type: 'follow_on', filed_at: dayOfEvent(0) },
  ],
};

const started = useApp({ facts });

const ask = async (query: Record<string, string>) =>
  (await started.ask('/fda/event-study', query)).body.result as Record<string, unknown>[];

it('shows the returns of approvals on day 0, net of the mean of the other companies', async () => {
  const [row, ...others] = await ask({ event_type: 'PDUFA', outcome: 'approved', window: '0' });
  expect(others).toEqual([]);
  // No other company moves on these days. Of −10, 5, 20, 30 and 40 the mean is 17.
  expect(row).toMatchObject({
    event_type: 'PDUFA Date',
    outcome: 'approved',
    slice_by: 'all',
    slice: 'all',
    benchmark: 'own_benchmark',
    n: 5,
    n_companies: 5,
    dropped: 0,
    drop_reasons: null,
    mean_pct: 17,
    median_pct: 20,
    p25_pct: null,
    positive_pct: 80,
    n_with_offering: 1,
    n_timing_unknown: 4,
    n_after_close: 0,
    since: dayOfEvent(0),
    until: dayOfEvent(4),
    method: 'event-study/2',
    as_of: sessions.at(-1),
    flags: ['own_benchmark'],
  });
  expect(Number(row!.mean_low_pct)).toBeLessThan(17);
  expect(Number(row!.mean_high_pct)).toBeGreaterThan(17);
});

it('shows one refusal as a count, with the hour of its headline', async () => {
  const [row] = await ask({ outcome: 'refused', window: '0' });
  expect(row).toMatchObject({
    n: 1,
    mean_pct: null,
    n_after_close: 1,
    n_timing_unknown: 0,
    flags: ['own_benchmark', 'few_events'],
  });
});

it('names the reason for each event that is left out', async () => {
  const [row] = await ask({ outcome: 'approved', window: '0..20' });
  const over = moves.slice(0, 5).filter((_, at) => FIRST + 3 * at + 20 < sessions.length).length;
  expect(row).toMatchObject({ n: over, dropped: 5 - over });
  expect(row!.drop_reasons).toBe(over === 5 ? null : `not_over_yet ${5 - over}`);
});

it('lists the events, newest first, and why one is left out', async () => {
  const listed = await ask({ level: 'events', outcome: 'approved', window: '0' });
  expect(listed.map(({ ticker, abnormal_return_pct }) => [ticker, abnormal_return_pct])).toEqual(
    [4, 3, 2, 1, 0].map((at) => [tickers[at], moves[at]]),
  );
  expect(listed[4]).toMatchObject({
    level: 'events',
    n: 1,
    mean_pct: null,
    n_with_offering: 1,
    flags: ['own_benchmark'],
    since: dayOfEvent(0),
    until: dayOfEvent(0),
    drop_reasons: null,
    // The source is that of the event, although the company has newer facts.
    source_date: dayOfEvent(0),
  });
  const [last] = await ask({ level: 'events', outcome: 'refused', window: '0..20' });
  const isOver = FIRST + 15 + 20 < sessions.length;
  expect(last).toMatchObject(
    isOver ? { n: 1 } : { n: 0, abnormal_return_pct: null, drop_reasons: 'not_over_yet 1' },
  );
});

it('shows base rates with the moves after good and after bad outcomes', async () => {
  const { body } = await started.ask('/fda/poa/base-rates', { catalyst: 'PDUFA' });
  expect(body.result).toContainEqual(
    expect.objectContaining({
      therapeuticArea: 'All indications',
      observed_decisions: 6,
      observed_approvals: 5,
      good_moves: 5,
      good_median_move_pct: 20,
      bad_moves: 1,
      bad_median_move_pct: -50,
    }),
  );
});
