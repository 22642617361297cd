import { expect, it } from 'vitest';
import { dateChange } from '../../support/date-change.ts';
import { useApp } from '../../support/start-app.ts';
import type { FactsByKind } from '../refresh-of.ts';

/** A goal date of November 3, 2025, or another catalyst. The test date is March 10, 2026. */
const catalyst = (_id: string, more: object) => ({
  _id,
  ticker: `${_id}QZ`,
  drugname: `Drug${_id}`,
  catalyst: 'PDUFA Date',
  catdate: '2025-11-03',
  formattedDate: '2025-11-03',
  createdDate: '2025/01/06',
  ...more,
});
const readout = { catalyst: 'Phase 3 Readout', outcome: 'positive' };
const facts: FactsByKind = {
  catalysts: [
    catalyst('A', { decision: 'Approved', decision_date: '2025-10-30' }),
    catalyst('B', { decision: 'CRL', decision_date: '2025-11-03' }),
    // Decided late, and moved 40 days before the decision.
    catalyst('C', { decision: 'Approved', decision_date: '2025-11-13' }),
    catalyst('D', {}),
    catalyst('E', { decision: 'Approved', createdDate: null }),
    catalyst('F', readout),
    catalyst('G', { ...readout, catdate: 'Q4 2025' }),
    // Not due before 60 days have passed.
    catalyst('H', { formattedDate: '2026-01-20', decision: 'CRL' }),
  ],
  catalyst_changes: [dateChange('C', '2025-10-04', '2025-10-03', '2025-11-03')],
};

const started = useApp({ facts });

async function score(metric: string, horizon_days: number) {
  const { body } = await started.ask('/record/track', { metric, scope: 'backtest' });
  return body.result.find((row) => row.horizon_days === horizon_days && row.slice === 'all');
}

it('scores goal dates as they stood before the decision', async () => {
  // −4, 0 and 10 days; 90 days before its decision C had the goal date of October 3: 41 days.
  expect(await score('days_from_goal', 30)).toMatchObject({
    scope: 'backtest',
    kind: 'goal_date',
    slice: 'all',
    n: 3,
    value: 0,
    unit: 'days',
    unresolved: 1,
    undated: 1,
    flags: ['few_companies'],
    method: 'track-record/5',
  });
  expect(await score('within_window_pct', 30)).toMatchObject({
    n: 3,
    value: 100,
    if_unresolved_low: 75,
    if_unresolved_high: 100,
  });
  expect((await score('within_window_pct', 90))!.value).toBeCloseTo(200 / 3, 2);
  expect((await score('dates_corrected_pct', 90))!.value).toBeCloseTo(100 / 3, 2);
  expect(await score('dates_corrected_pct', 30)).toMatchObject({ value: 0 });
});

it('states which kinds have no backtest', async () => {
  const { body } = await started.ask('/record/track', { kind: 'takeover' });
  expect(body.result).toMatchObject([
    { scope: 'backtest', kind: 'takeover', value: null, flags: ['no_backtest'] },
  ]);
});

it('counts readouts whose day is known', async () => {
  expect(await score('kept_pct', 1)).toMatchObject({ n: 1, value: 100, unresolved: 1 });
});

it('scores the probabilities of the day before the decision', async () => {
  const { body } = await started.ask('/fdacalendar/historical');
  const poaOf = (ticker: string) =>
    Number(body.result.find((row) => row.ticker === ticker)?.poa) / 100;
  const losses = [(1 - poaOf('AQZ')) ** 2, poaOf('BQZ') ** 2, (1 - poaOf('CQZ')) ** 2];
  const brier = await score('brier', 1);
  expect(brier).toMatchObject({ n: 3, verdict: 'not enough yet' });
  expect(brier!.value).toBeCloseTo(losses.reduce((sum, one) => sum + one) / 3, 3);
  expect(await score('brier', 30)).toMatchObject({ n: 0, value: null, flags: ['no_events'] });
});
