import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readModelStatus } from '../../../src/commands/model-status.ts';
import { refreshServed } from '../../../src/derive/refresh-served.ts';
import { clinicalTrialOutcomes } from '../../../src/derive/trials/trial-intelligence.ts';
import { shiftDays } from '../../../src/domain/dates.ts';
import type { Fact, FactName } from '../../../src/facts/fact-kinds.ts';
import { createStoreBackend } from '../../../src/service/local/store-backend.ts';
import { type Database, inTransaction, openDatabase } from '../../../src/store/database.ts';
import { factMigrations, writeFacts, writeMeta } from '../../../src/store/facts-store.ts';
import { endpoints } from '../../../tools/index.ts';
import { temporaryFolder } from '../../support/files.ts';
import { type Served, servedBy } from '../../support/served.ts';
import { simulatedTrials } from '../../support/simulated-trials.ts';
import { type FactsByKind, refreshOf, storeOf } from '../refresh-of.ts';

const TODAY = '2026-11-20';

/** The endpoints that use the fit. */
const learned = endpoints.filter(({ name }) =>
  ['clinical_trial_outcomes', 'poa_base_rates', 'poa_scores'].includes(name),
);
const outcomes = learned.find(({ name }) => name === 'clinical_trial_outcomes')!;

type Row = Readonly<Record<string, unknown>> & {
  readonly flags: readonly string[];
  readonly method: string;
  readonly drivers: readonly { readonly feature: string; readonly effect: number }[];
};

/** A trial that stopped years before any split, for a reason unrelated to the drug. */
const stoppedEarly: Fact<'trials'> = {
  nctId: 'NCT96000001',
  Phase: 'Phase 1',
  status: 'TERMINATED',
  updatedAt: '2014-05-05',
  why_stopped: 'Business decision',
  masking: 'NONE',
  study_type: 'INTERVENTIONAL',
  LeadSponsorName: 'Quorvane',
  CompletionDate: '2014-04-01',
  start_date: '2013-04-01',
};

describe('a record from which there is something to learn', () => {
  const simulated = simulatedTrials({ programs: 2_000, seed: 7, today: TODAY, effect: 2 });
  const open = simulated.trials.find(
    ({ Phase, status, masking }) =>
      Phase === 'Phase 2' && status === 'RECRUITING' && masking === 'QUADRUPLE',
  )!;
  const drug = open.interventions![0]!.name as string;
  const facts: FactsByKind = {
    ...simulated,
    trials: [...simulated.trials, stoppedEarly],
    companies: [{ ticker: 'SIMQZ', name: open.LeadSponsorName!, sector: 'Healthcare' }],
    catalysts: [
      {
        ticker: 'SIMQZ',
        drugname: drug,
        catalyst: 'Phase 2 Readout',
        stage: 'Phase 2',
        treatment: open.conditions![0]!,
        formattedDate: shiftDays(TODAY, 200),
        createdDate: '2026/01/05',
        nctId: open.nctId,
      },
    ],
  };
  let served: Served;
  let rows: readonly Row[];
  beforeAll(async () => {
    served = await servedBy(learned, TODAY, facts);
    rows = served.get('clinical_trial_outcomes') as readonly Row[];
  });

  it('forecasts open trials, with drivers that sum and an interval around them', () => {
    const learned = rows.filter((row) => row.actual_outcome === null && row.flags.length === 0);
    expect(learned.length).toBeGreaterThan(100);
    for (const row of learned) {
      expect(row.method).toMatch(
        /^trial-outcome\/4 fitted on 2026-11-20 with \d+ trials of Phase [12]; AUC 0\.\d{3} and Brier score 0\.\d{3} on \d+ later trials \(published rate: 0\.\d{3}\)$/,
      );
      const sum = row.drivers.reduce((all, { effect }) => all + effect, Number(row.base_rate));
      expect(row.drivers.length).toBeLessThanOrEqual(9);
      expect(JSON.stringify(row.drivers)).not.toContain('Other features:');
      // Each driver states its value, including numbers.
      for (const { feature } of row.drivers) expect(feature).toMatch(/: |^Other features$/);
      expect(Math.abs(sum - 100 * Number(row.success_probability))).toBeLessThan(0.11);
      expect(Number(row.interval_low)).toBeLessThan(100 * Number(row.success_probability));
      expect(Number(row.interval_high)).toBeGreaterThan(100 * Number(row.success_probability));
    }
  });

  it('finds what decides: masking raises, its absence lowers', () => {
    const effects = (value: string) =>
      rows.flatMap(({ drivers }) =>
        drivers.filter(({ feature }) => feature === value).map(({ effect }) => effect),
      );
    const [most, least] = [effects('Masking: QUADRUPLE'), effects('Masking: NONE')];
    expect(most.length).toBeGreaterThan(20);
    expect(Math.min(...most)).toBeGreaterThan(0);
    expect(Math.max(...least)).toBeLessThan(0);
  });

  it('is read by no fit that saw the outcome', () => {
    const isSplit = rows.some(
      (row) => /fitted .* trials of Phase 1/.test(row.method) && row.actual_outcome !== null,
    );
    expect(isSplit).toBe(true);
    const over = rows.filter(
      (row) => row.phase === 'Phase 1' && /^(success|failure)$/.test(String(row.actual_outcome)),
    );
    const isEarly = ({ flags }: Row) => flags.includes('outcome_known_before_fit');
    const [learned, early] = [over.filter((row) => !isEarly(row)), over.filter(isEarly)];
    expect(early.length).toBeGreaterThan(100);
    const days = early.map((row) => String(row.completion_date));
    const last = days.sort().at(-1)!;
    for (const row of learned) {
      // The model fitted 360 days after the last early trial cannot have learned from this one.
      const isYoung = String(row.completion_date) > last;
      expect(isYoung || String(row.as_of) >= shiftDays(last, 360)).toBe(true);
      expect(row.method).not.toBe(
        rows.find((one) => one.phase === 'Phase 1' && one.actual_outcome === null)!.method,
      );
    }
    for (const row of early) {
      expect(row.method).toMatch(/^trial-outcome\/4 success rate/);
      expect(JSON.stringify(row.drivers)).not.toContain('Masking');
    }
  });

  it('reads a trial whose stop decided nothing by the fit of all, since no fit saw an outcome of it', () => {
    const row = rows.find(({ nctId }) => nctId === stoppedEarly.nctId)!;
    expect(row).toMatchObject({
      actual_outcome: 'terminated',
      outcome_basis: 'stopped; reason: strategy, which decides nothing',
      flags: [],
    });
    const open = rows.find((one) => one.phase === 'Phase 1' && one.actual_outcome === null)!;
    expect(row.method).toBe(open.method);
  });

  it('shows the evidence of each outcome', () => {
    const bases = rows.flatMap(({ outcome_basis }) => outcome_basis ?? []);
    expect(bases).toContainEqual(expect.stringMatching(/^NCT\d{8} of Phase 2 started on \d{4}-/));
    expect(bases).toContainEqual(
      expect.stringMatching(
        /^no next trial or approval followed for 360 days after its completion on \d{4}-/,
      ),
    );
    expect(bases).toContain('posted results missed the primary endpoint');
    for (const row of rows) expect(row.outcome_basis === null).toBe(row.actual_outcome === null);
  });

  it('shows the share of outcomes beside the published rate of each phase', () => {
    const rates = served.get('poa_base_rates') as readonly Row[];
    const all = rates.find(
      (row) =>
        row.therapeuticArea === 'All indications' &&
        row.drugType === 'All modalities' &&
        row.stage === 'Phase 1' &&
        row.catalyst === null,
    )!;
    const phase1 = rows.filter(
      (row) => row.phase === 'Phase 1' && /^(success|failure)$/.test(String(row.actual_outcome)),
    );
    const wins = phase1.filter((row) => row.actual_outcome === 'success').length;
    expect(all).toMatchObject({ published_phase_rate: 52, labelled_trials: phase1.length });
    expect(Number(all.labelled_rate)).toBeCloseTo((100 * wins) / phase1.length, 0);
    expect(Number(all.labelled_interval_low)).toBeLessThan(Number(all.labelled_rate));
    const ofModality = rates.find((row) => row.drugType === 'CAR-T' && row.stage === 'Phase 1')!;
    expect(ofModality.labelled_trials).toBeNull();
  });

  it('enters the probability of approval as evidence with its own odds', () => {
    const [scored] = served.get('poa_scores') as unknown as readonly {
      readonly factors: readonly { name: string; direction: string; likelihood_ratio: number }[];
    }[];
    const forecast = rows.find(({ nctId }) => nctId === open.nctId)!;
    const factor = scored!.factors.find(({ name }) => name.startsWith('Model forecast'))!;
    expect(factor.name).toBe(`Model forecast of ${open.nctId}`);
    expect(Number(forecast.success_probability)).toBeGreaterThan(0.4);
    expect(factor.direction).toBe('raises');
  });
});

it('a record from which there is too little to learn is forecast by the published rates, and says why', async () => {
  const few = simulatedTrials({ programs: 100, seed: 3, today: TODAY, effect: 2 });
  const rows = [...clinicalTrialOutcomes(await refreshOf(TODAY, few as FactsByKind))];
  expect(rows.length).toBeGreaterThan(100);
  for (const { method, flags } of rows) {
    expect(method).toMatch(/^trial-outcome\/4 success rate/);
    expect(flags).toContain('too_few_later_trials');
  }
});

/** Builds labeled Phase 2 trials that ended years ago. */
function labelled(from: number, count: number) {
  const numbers = Array.from({ length: count }, (_, at) => String(from + at).padStart(4, '0'));
  const ids = numbers.map((number) => `NCT9100${number}`);
  const ended = { status: 'COMPLETED', CompletionDate: '2019-01-01', updatedAt: '2019-02-01' };
  const label = { label: 'success', source: 'list/1', date: '2020-01-01' } as const;
  return {
    trials: ids.map((nctId) => ({ nctId, Phase: 'Phase 2', ...ended })),
    trial_labels: ids.map((nctId) => ({ nctId, ...label })),
  };
}

function write(database: Database, facts: FactsByKind): void {
  for (const [kind, records] of Object.entries(facts)) {
    inTransaction(database, () => writeFacts(database, kind as FactName, records, 'test'));
  }
}

/** A store in memory with 30 labeled trials, fitted on 2026-11-01. */
async function fittedStore(): Promise<Database> {
  const database = await storeOf(labelled(0, 30));
  onTestFinished(() => database.close());
  fittedOn(database, '2026-11-01');
  return database;
}

function fittedOn(database: Database, day: string): string {
  refreshServed(database, [outcomes], () => Date.parse(day));
  return readModelStatus(database)!.fitted_on;
}

describe('the fit', () => {
  it('is kept for a week over days and restarts, and refitted after it', async () => {
    const path = join(temporaryFolder(), 'store.sqlite');
    let database = await openDatabase(path, factMigrations);
    write(database, labelled(0, 30));
    expect(fittedOn(database, '2026-11-01')).toBe('2026-11-01');
    expect(readModelStatus(database)).toMatchObject({
      labels: 30,
      phases: { phase2: { trials: 30, successes: 30, not_served: 'too_few_later_trials' } },
    });
    database.close();
    database = await openDatabase(path, factMigrations);
    expect(fittedOn(database, '2026-11-07')).toBe('2026-11-01');
    expect(fittedOn(database, '2026-11-08')).toBe('2026-11-08');
    // If the clock goes back, the stored fit has a future date.
    expect(fittedOn(database, '2026-11-05')).toBe('2026-11-05');
    database.close();
  });

  it('is refitted when a tenth more outcomes are known, and not before', async () => {
    const database = await fittedStore();
    write(database, labelled(30, 2));
    expect(fittedOn(database, '2026-11-02')).toBe('2026-11-01');
    write(database, labelled(32, 1));
    expect(fittedOn(database, '2026-11-03')).toBe('2026-11-03');
    expect(readModelStatus(database)?.labels).toBe(33);
    // A label that arrives on the same day.
    write(database, labelled(33, 4));
    expect(fittedOn(database, '2026-11-03')).toBe('2026-11-03');
    expect(readModelStatus(database)?.labels).toBe(37);
  });

  it('is refitted by another version of a formula', async () => {
    const database = await fittedStore();
    writeMeta(database, 'methods', 'trial-learning/0');
    expect(fittedOn(database, '2026-11-02')).toBe('2026-11-02');
  });

  it('learns from a next step of companies, and of nobody who would not be told to have given up', async () => {
    const labelsOf = async (lead_sponsor_class: string) => {
      const trial = (nctId: string, Phase: string, start_date: string, CompletionDate: string) => ({
        nctId,
        Phase,
        start_date,
        CompletionDate,
        status: 'COMPLETED',
        updatedAt: '2021-06-01',
        study_type: 'INTERVENTIONAL',
        LeadSponsorName: 'Quorvane',
        lead_sponsor_class,
        conditions: ['Stargardt Disease'],
        interventions: [{ name: 'quovirelimab', type: 'DRUG', arm_roles: ['EXPERIMENTAL'] }],
      });
      const trials = [
        trial('NCT91000001', 'Phase 1', '2017-01-01', '2018-01-01'),
        trial('NCT91000002', 'Phase 2', '2018-06-01', '2021-01-01'),
      ];
      const database = await storeOf({ trials });
      refreshServed(database, [outcomes], () => Date.parse('2026-11-22'));
      const status = readModelStatus(database);
      database.close();
      return status?.phases.phase1;
    };
    expect(await labelsOf('INDUSTRY')).toMatchObject({ trials: 1, successes: 1 });
    expect(await labelsOf('OTHER')).toMatchObject({ trials: 0 });
  });

  it('leaves out trials whose time for a next step is not over', async () => {
    const young = labelled(0, 1);
    // 540 days after 2025-06-01 is 2026-11-23.
    const database = await storeOf({
      trials: [{ ...young.trials[0]!, CompletionDate: '2025-06-01' }],
      trial_labels: [{ ...young.trial_labels[0]!, date: '2025-09-01' }],
    });
    refreshServed(database, [outcomes], () => Date.parse('2026-11-22'));
    expect(readModelStatus(database)?.labels).toBe(0);
    refreshServed(database, [outcomes], () => Date.parse('2026-11-23'));
    expect(readModelStatus(database)?.labels).toBe(1);
    database.close();
  });

  it('gives the same records with the same facts, day and fit, however they came about', async () => {
    const [some, more] = [simulated(600), labelled(0, 2)];
    const stepwise = await storeOf(some);
    fittedOn(stepwise, '2026-11-18');
    fittedOn(stepwise, '2026-11-20');
    write(stepwise, more);
    expect(fittedOn(stepwise, '2026-11-20')).toBe('2026-11-18');
    const whole = await storeOf(some);
    fittedOn(whole, '2026-11-18');
    write(whole, more);
    expect(fittedOn(whole, '2026-11-20')).toBe('2026-11-18');
    const [one, other] = [await recordsOf(stepwise), await recordsOf(whole)];
    expect(one.length).toBeGreaterThan(800);
    expect(one.some((record) => record.includes(' fitted on '))).toBe(true);
    expect(one).toEqual(other);
  });

  it('forecasts no trial whose outcome it saw before another label took its place', async () => {
    const some = simulated(600);
    const database = await storeOf(some);
    fittedOn(database, '2026-11-18');
    const first = some.trials!.filter(
      ({ Phase, CompletionDate }) => Phase === 'Phase 1' && String(CompletionDate) < '2014',
    );
    const late = { label: 'success', source: 'late/1', date: '2026-11-19' } as const;
    write(database, { trial_labels: first.map(({ nctId }) => ({ nctId, ...late })) });
    expect(fittedOn(database, '2026-11-20')).toBe('2026-11-18');
    const own = (await recordsOf(database)).filter((one) => one.includes('late/1'));
    expect(own.length).toBeGreaterThan(10);
    for (const one of own) expect(one).toContain('outcome_known_before_fit');
  });
});

function simulated(programs: number): FactsByKind {
  return simulatedTrials({ programs, seed: 5, today: '2026-11-18', effect: 1.5 }) as FactsByKind;
}

/** Returns the records that the endpoint serves, then closes the store. */
async function recordsOf(database: Database): Promise<readonly string[]> {
  const source = createStoreBackend(database, false);
  const query = { arguments: {}, conditions: [], order: undefined, page: 1, today: '2026-11-20' };
  const { records } = await source.fetch({ ...outcomes, constraints: [], paging: 'whole' }, query);
  await source.close();
  return records;
}

it('data that become known later change no outcome, label or forecast of the day', async () => {
  const facts = simulatedTrials({ programs: 600, seed: 9, today: TODAY, effect: 1.5 });
  const before = [...clinicalTrialOutcomes(await refreshOf(TODAY, facts as FactsByKind))];
  expect(before.some(({ method }) => method.includes('fitted'))).toBe(true);
  const later = facts.trials
    .filter((_, at) => at % 3 === 0)
    .map(({ nctId }, at) => ({ nctId, day: shiftDays(TODAY, 1 + (at % 400)) }));
  const news: FactsByKind = {
    trials: later.map(({ day }, at): Fact<'trials'> => {
      const { nctId: _, ...like } = facts.trials[at * 3]!;
      return { ...like, nctId: `NCT95${String(at).padStart(6, '0')}`, updatedAt: day };
    }),
    trial_versions: later.map(({ nctId, day }) => ({
      nctId,
      version_date: day,
      status: 'TERMINATED',
      why_stopped: 'Lack of efficacy',
      enrollment: 1,
    })),
    trial_labels: later.map(({ nctId, day }) => ({
      nctId,
      date: day,
      label: 'failure' as const,
      source: 'later/1',
    })),
    trial_results: later.map(({ nctId, day }) => ({
      nctId,
      published_date: day,
      ticker: 'SIMQZ',
      outcome: 'negative',
      trial_title: 'Topline results',
    })),
  };
  const after = [...clinicalTrialOutcomes(await refreshOf(TODAY, facts as FactsByKind, news))];
  expect(after).toEqual(before);
});
