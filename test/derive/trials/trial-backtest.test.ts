import { expect, it } from 'vitest';
import { outcomeModel } from '../../../src/derive/trials/learned-outcomes.ts';
import { pastForecasts, trialBacktest } from '../../../src/derive/trials/trial-backtest.ts';
import { knownTrials } from '../../../src/derive/trials/trial-records.ts';
import type { Fact } from '../../../src/facts/fact-kinds.ts';
import { simulatedTrials } from '../../support/simulated-trials.ts';
import { type FactsByKind, refreshOf } from '../refresh-of.ts';

const TODAY = '2026-11-20';
const FIRST = '2023-01-01';

/** Deletes what became known after a day. */
function until(facts: ReturnType<typeof simulatedTrials>, day: string): FactsByKind {
  return {
    trials: facts.trials
      .filter((one) => one.first_posted_date! <= day)
      .map((one) => (one.CompletionDate! <= day ? one : { ...one, status: 'RECRUITING' })),
    trial_versions: facts.trial_versions.filter(({ version_date }) => version_date <= day),
    posted_results: facts.posted_results.filter((one) => one.posted_date! <= day),
  };
}

async function forecastsOn(facts: FactsByKind, days: readonly string[]) {
  const refresh = await refreshOf(TODAY, facts);
  const forecastsOf = pastForecasts(refresh);
  const known = [...refresh.memo(knownTrials)];
  const all = days.map((day) => {
    const rows = known.map((one) => [one.record.nctId, forecastsOf(one)(day)] as const);
    return [day, new Map(rows.filter(([, forecast]) => forecast !== null))] as const;
  });
  return { model: refresh.memo(outcomeModel), on: new Map(all) };
}

it('a backtest of trials has the forecasts of a store without all that became known later', async () => {
  const facts = simulatedTrials({ programs: 4_000, seed: 7, today: TODAY, effect: 2 });
  const days = ['2022-12-31', '2024-06-30'];
  const { model, on } = await forecastsOn(facts as FactsByKind, days);
  expect(model.fitted_on).toBe(TODAY);
  expect(model.earlier).toMatchObject({
    fitted_on: FIRST,
    phases: { phase1: { not_served: null } },
  });
  expect(model.earlier!.labels).toBeLessThan(model.labels);
  expect(on.get('2022-12-31')!.size).toBe(0);
  const forecasts = on.get('2024-06-30')!;
  const learned = [...forecasts.values()].filter((one) => one!.base_rate !== 0.52);
  expect(learned.length).toBeGreaterThan(100);
  const then = await forecastsOn(until(facts, '2024-06-30'), ['2024-06-30']);
  expect(forecasts).toEqual(then.on.get('2024-06-30'));
});

/** A Phase 2 trial with an imported outcome. */
function labelled(at: number, CompletionDate: string, date: string | null, more: object = {}) {
  const nctId = `NCT9100000${at}`;
  const trial: Fact<'trials'> = {
    nctId,
    ticker: `A${at}QZ`,
    Phase: 'Phase 2',
    status: 'COMPLETED',
    CompletionDate,
    first_posted_date: '2022-02-01',
    start_date: '2022-02-01',
    updatedAt: CompletionDate,
    ...more,
  };
  const label = at % 2 === 0 ? ('success' as const) : ('failure' as const);
  return { trial, label: date === null ? [] : [{ nctId, label, source: 'list/1', date }] };
}

it('a backtest scores the trials of companies that were open on its first day', async () => {
  const late = { first_posted_date: '2024-02-20', start_date: null, updatedAt: '2024-02-20' };
  const all = [
    labelled(0, '2024-01-10', '2024-03-01'),
    labelled(1, '2024-01-10', '2024-03-01'),
    // Overdue.
    labelled(2, '2025-01-10', null),
    // Known before the first day, not due yet, posted late, stopped for another reason, no company.
    labelled(3, '2022-06-10', '2022-09-01'),
    labelled(4, '2026-11-10', '2026-11-15'),
    labelled(5, '2024-01-10', '2024-03-01', late),
    labelled(6, '2025-01-10', null, { status: 'WITHDRAWN', why_stopped: 'Business decision' }),
    labelled(7, '2024-01-10', '2024-03-01', { ticker: null }),
  ];
  const facts: FactsByKind = {
    companies: all.flatMap(({ trial: { ticker } }) =>
      ticker ? [{ ticker, name: `${ticker} Bio`, sector: 'Healthcare' }] : [],
    ),
    trials: all.map(({ trial }) => trial),
    trial_labels: all.flatMap(({ label }) => label),
  };
  const scores = trialBacktest(await refreshOf(TODAY, facts));
  const brier = (horizon: number, slice = 'stated') =>
    scores.find(
      (one) => one.metric === 'brier' && one.slice === slice && one.horizon_days === horizon,
    );
  // The published rate of Phase 2 over all indications is 28.9%.
  const value = (0.711 ** 2 + 0.289 ** 2) / 2;
  expect(brier(30)).toMatchObject({
    scope: 'backtest',
    kind: 'trial_outcome',
    n: 2,
    value: expect.closeTo(value, 3),
    head: null,
    verdict: 'not enough yet',
    flags: ['few_companies', 'published_rates'],
  });
  expect(brier(1)).toMatchObject({ n: 3 });
  expect(brier(30, 'inferred')).toMatchObject({ n: 0 });
});
