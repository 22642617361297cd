import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { shiftDays } from '../../../src/domain/dates.ts';
import type { ForecastEvent } from '../../../src/domain/track-record/cases.ts';
import type { Kind } from '../../../src/domain/track-record/kinds.ts';
import {
  adjustmentOf,
  type Score,
  scoresOn,
  survivalMedian,
} from '../../../src/domain/track-record/scores.ts';

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest('hex');
const GOAL = '2026-03-14';

/** An event with forecasts from 2026-01-02 on and an outcome on 2026-03-10. */
function event(id: string, more: Partial<ForecastEvent> & { result?: string } = {}): ForecastEvent {
  const { result, ...own } = more;
  const happened_on = '2026-03-10';
  return {
    id,
    ticker: id.toUpperCase(),
    goal: GOAL,
    on: (day) => (day < '2026-01-02' ? null : { goal: GOAL }),
    truth: result === undefined ? null : { happened_on, learned_on: '2026-04-01', result },
    ...own,
  };
}

function scores(events: Partial<Record<Kind, readonly ForecastEvent[]>>, day = '2026-06-30') {
  const kinds = Object.keys(events) as Kind[];
  const all = kinds.flatMap((kind) => events[kind]!.map((one) => ({ ...one, kind })));
  return scoresOn({ scope: 'record', kinds, events: all, head: 'h', gap_days: 0 }, day, sha256);
}

function found(all: readonly Score[], metric: string, slice = 'all', horizon = 30): Score {
  const own = all.filter(
    (one) => one.metric === metric && one.slice === slice && one.horizon_days === horizon,
  );
  expect(own, `${metric} ${slice} ${horizon}`).toHaveLength(1);
  return own[0]!;
}

const close = (value: number, digits = 9) => expect.closeTo(value, digits);

describe('scores of approvals', () => {
  const odds = [0.9, 0.9, 0.8, 0.6, 0.95, 0.5];
  const outcomes = [1, 1, 0, 1, 1, 0];

  /**
   * Repeats the six forecasts that were computed by hand. Each event belongs to a different
   * company.
   */
  function approvals(times: number, probabilities = odds, base_rate = 0.85) {
    return Array.from({ length: 6 * times }, (_, at) => {
      const probability = probabilities[at % 6]!;
      return event(`e${at}`, {
        on: (day) => (day < '2026-01-02' ? null : { goal: GOAL, probability, base_rate }),
        result: outcomes[at % 6] === 1 ? 'approved' : 'refused',
      });
    });
  }

  it('are those worked by hand', () => {
    const all = scores({ approval: approvals(1) });
    const brier = found(all, 'brier');
    expect(brier).toMatchObject({
      kind: 'approval',
      n: 6,
      resolved: 6,
      unresolved: 0,
      voided: 0,
      unit: 'loss',
      value: close(0.17875),
      reference: close(0.255833333333),
      verdict: 'not enough yet',
      difference: close(0.17875 - 0.255833333333),
      head: 'h',
      as_of: '2026-06-30',
      if_unresolved_low: null,
      if_unresolved_high: null,
      flags: [],
    });
    expect(1 - brier.value! / brier.reference!).toBeCloseTo(0.3013, 4);
    expect(found(all, 'log_loss')).toMatchObject({
      value: close(0.5126, 4),
      reference: close(0.7407, 4),
    });
    expect(found(all, 'reliability', '90-100')).toMatchObject({
      n: 3,
      value: 100,
      reference: close((90 + 90 + 95) / 3),
    });
    expect(found(all, 'reliability', '80-90')).toMatchObject({ n: 1, value: 0 });
    expect(found(all, 'reliability', '40-60')).toMatchObject({ n: 1, value: 0 });
    // No forecast existed 90 days before the event.
    expect(found(all, 'brier', 'all', 90)).toMatchObject({
      n: 0,
      value: null,
      flags: ['no_events'],
    });
  });

  it('have a z from 100 of each outcome', () => {
    const few = found(scores({ approval: approvals(49) }), 'calibration_z');
    expect(few).toMatchObject({ n: 294, value: null, flags: ['few_outcomes'] });
    const many = found(scores({ approval: approvals(50) }), 'calibration_z');
    // If all cases are repeated 50 times, z is √50 times as large.
    expect(many.value! / Math.sqrt(50)).toBeCloseTo(0.415, 3);
    expect(many).toMatchObject({ reference: null, difference: null });
  });

  it('count an event 60 days after its goal date, whenever it happened', () => {
    const own = approvals(1);
    expect(found(scores({ approval: own }, '2026-05-12'), 'brier').n).toBe(0);
    expect(found(scores({ approval: own }, '2026-05-13'), 'brier').n).toBe(6);
  });

  it('show the range that unresolved events leave open, without the withdrawn ones', () => {
    const forecast = { goal: GOAL, probability: 0.7, base_rate: 0.85 };
    const open = event('open', { on: () => forecast });
    const withdrawn = event('gone', { on: (day) => (day > '2026-03-01' ? null : forecast) });
    const brier = found(scores({ approval: [...approvals(1), open, withdrawn] }), 'brier');
    expect(brier).toMatchObject({
      n: 6,
      unresolved: 1,
      voided: 1,
      value: close(0.17875),
      if_unresolved_low: close((6 * 0.17875 + 0.09) / 7),
      if_unresolved_high: close((6 * 0.17875 + 0.49) / 7),
    });
  });

  it('have a verdict from the quarter in which 20 events are due', () => {
    const good = outcomes.map((outcome) => (outcome === 1 ? 0.95 : 0.05));
    const verdict = (own: readonly ForecastEvent[], day = '2026-06-30') =>
      found(scores({ approval: own }, day), 'brier').verdict;
    expect(verdict(approvals(5, good))).toBe('better');
    expect(verdict(approvals(5, good), '2026-06-29')).toBe('not enough yet');
    expect(verdict(approvals(3, good))).toBe('not enough yet');
    expect(
      verdict(
        approvals(
          5,
          good.map((p) => 1 - p),
        ),
      ),
    ).toBe('worse');
    expect(
      verdict(
        approvals(
          5,
          odds.map(() => 0.85),
        ),
      ),
    ).toBe('no difference shown');
  });
});

it('an adjustment is proven by a better record, and switched off from 100 worse events', () => {
  const [base] = scores({ approval: [] }).filter(({ metric, horizon_days }) => {
    return metric === 'brier' && horizon_days === 1;
  });
  const of = (verdict: Score['verdict'], n: number) =>
    adjustmentOf([{ ...base!, verdict, verdict_n: n, n: 500 }]);
  expect(of('better', 20)).toBe('proven');
  expect(of('worse', 100)).toBe('off');
  for (const [verdict, n] of [
    ['worse', 99],
    ['no difference shown', 500],
    [null, 0],
  ] as const) {
    expect(of(verdict, n)).toBe('unproven');
  }
  expect(adjustmentOf([])).toBe('unproven');
});

it('errors of goal dates are the days to the decision and the corrections before it', () => {
  const moved = event('m', {
    on: (day) => ({ goal: day < '2026-03-01' ? '2026-03-05' : GOAL }),
    result: 'approved',
  });
  const late = event('l', {
    truth: { happened_on: '2026-05-01', result: '' },
  });
  const all = scores({ goal_date: [moved, late, event('s', { result: 'refused' })] });
  // 5 days after March 5, 48 days after March 14, and 4 days before it.
  expect(found(all, 'days_from_goal')).toMatchObject({ n: 3, value: 5, flags: ['few_companies'] });
  expect(found(all, 'within_window_pct').value).toBeCloseTo(200 / 3, 9);
  expect(found(all, 'dates_corrected_pct').value).toBeCloseTo(100 / 3, 9);
});

it('readout windows are kept by a readout on their last day at the latest', () => {
  const kept = event('k', { result: 'positive' });
  const happened_on = shiftDays(GOAL, 1);
  const slipped = event('s', { truth: { happened_on, result: 'negative' } });
  const all = scores({ readout_window: [kept, slipped, event('open')] });
  expect(found(all, 'kept_pct')).toMatchObject({
    n: 2,
    unresolved: 1,
    value: 50,
    if_unresolved_low: close(100 / 3),
    if_unresolved_high: close(200 / 3),
  });
});

describe('the median slip of readouts', () => {
  it('is that of Kaplan and Meier', () => {
    // Two of five events happen on day 0 and one of the remaining three on day 45, so that the
    // fraction 3/5 · 2/3 = 0.4 remains.
    expect(survivalMedian([0, 0, 45, 90], [60])).toBe(45);
    // Exactly half of the events remain between day 0 and day 45, so the median is the middle of 0
    // and 45.
    expect(survivalMedian([0, 0, 45, 90], [])).toBe(22.5);
    expect(survivalMedian([10], [20, 30])).toBeNull();
  });

  it('is not lower with open ones', () => {
    for (let censored = 0; censored <= 200; censored += 5) {
      const median = survivalMedian([0, 0, 45, 90], [censored]);
      expect(median === null || median >= 22.5, String(censored)).toBe(true);
    }
  });
});

it('a refused application may be approved within 36 months', () => {
  const on = () => ({ goal: GOAL, probability: 0.8, base_rate: 0.8 });
  const refused = (id: string, approved_on?: string) => {
    const truth = { happened_on: '2026-03-10', learned_on: '2026-04-01', result: 'refused' };
    return event(id, { on, truth: { ...truth, ...(approved_on ? { approved_on } : {}) } });
  };
  const approval = [refused('a', '2029-03-14'), refused('b', '2029-03-15'), refused('c')];
  const of = (day: string, slice: string) => found(scores({ approval }, day), 'brier', slice);
  expect(of('2029-03-13', '36_months').n).toBe(0);
  // The squared errors are 0.2² once and 0.8² twice.
  expect(of('2029-03-14', '36_months')).toMatchObject({ n: 3, value: close((0.04 + 1.28) / 3) });
  expect(of('2029-03-14', 'all')).toMatchObject({ n: 3, value: close(0.64) });
});

it('a probability is also compared with the rate of earlier outcomes', () => {
  const odds = (id: string, known: string, result: string) =>
    event(id, {
      on: () => ({ goal: GOAL, probability: 0.8, base_rate: 0.85 }),
      truth: { happened_on: known, result },
    });
  const own = ['2026-01-10', '2026-01-11', '2026-03-10'].map((day, at) =>
    odds(`e${at}`, day, at === 1 ? 'refused' : 'approved'),
  );
  // The rate is (successes + 1) / (outcomes + 2). No outcome is known 30 days before the first two
  // events, so the rate is 1/2. Before the third event, the rate is 2/4.
  expect(found(scores({ approval: own }), 'brier', 'earlier_rate')).toMatchObject({
    n: 3,
    value: close((0.04 + 0.64 + 0.04) / 3),
    reference: close(0.25),
  });
});

it('a projection of cash is compared with the balance where nothing was raised', () => {
  const projected = (measured: number, raised_usd: number | null, monthly_burn_usd = 10) =>
    event(`e${measured}`, {
      on: () => ({ goal: GOAL, liquid_usd: 50, monthly_burn_usd }),
      truth: { happened_on: GOAL, result: 'reported', measured, raised_usd },
    });
  // Raised money of at most one month of burn is ignored. Without burn, there is no error in months.
  const none = projected(40, 0, 0);
  const cash_out = [projected(35, 10), projected(200, 160), projected(30, null), none];
  expect(found(scores({ cash_out }), 'cash_error')).toMatchObject({
    n: 1,
    value: close(1.5),
    unit: 'months',
  });
});

it('moves are compared with those that options implied', () => {
  const moved = (id: string, implied_move_pct: number, measured: number | null) =>
    event(id, {
      on: () => ({ goal: GOAL, implied_move_pct, one_sd_pct: implied_move_pct * 1.25 }),
      truth: { happened_on: GOAL, result: 'approved', measured },
    });
  // Σ |move| ÷ Σ implied = (30 + 50 + 10) ÷ (40 + 40 + 20). Two moves are within 50, 50 and 25.
  const event_move = [
    moved('a', 40, -30),
    moved('b', 40, 50.1),
    moved('c', 20, 9.9),
    moved('d', 9, null),
  ];
  const all = scores({ event_move });
  expect(found(all, 'move_to_implied')).toMatchObject({ n: 3, value: close(0.9), unit: 'ratio' });
  expect(found(all, 'within_one_sd_pct')).toMatchObject({ n: 3, value: close(200 / 3) });
});

it('takeovers are compared with the highest tenth and with the range of values', () => {
  const bought = (id: string, percentile: number, measured: number | null) =>
    event(id, {
      on: () => ({ goal: GOAL, percentile, value_low_usd: 100, value_high_usd: 200 }),
      truth: { happened_on: '2026-03-10', result: 'bought', measured },
    });
  const all = scores({
    takeover: [bought('a', 90, 200), bought('b', 89.9, 201), bought('c', 99, null)],
  });
  expect(found(all, 'bought_in_top_tenth_pct')).toMatchObject({
    n: 3,
    value: close(200 / 3),
    reference: close(10),
  });
  expect(found(all, 'offer_in_range_pct')).toMatchObject({ n: 2, value: 50 });
});

it('trials with a stated outcome are scored apart from those with an inferred one', () => {
  const trial = (id: string, is_stated: boolean, result: string) =>
    event(id, {
      on: () => ({ goal: GOAL, probability: 0.7, base_rate: 0.5 }),
      truth: { happened_on: GOAL, result, is_stated },
    });
  const trial_outcome = [
    trial('a', true, 'success'),
    trial('b', false, 'failure'),
    trial('c', false, 'success'),
  ];
  const all = scores({ trial_outcome });
  expect(found(all, 'brier', 'stated')).toMatchObject({ n: 1, value: close(0.09) });
  expect(found(all, 'brier', 'inferred')).toMatchObject({ n: 2, value: close((0.49 + 0.09) / 2) });
  expect(found(all, 'reliability', 'inferred 60-80')).toMatchObject({ n: 2, value: 50 });
});
