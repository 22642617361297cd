import { describe, expect, it } from 'vitest';
import type { Refresh } from '../../../src/derive/computation.ts';
import { tellingSignals, trialRiskSignals } from '../../../src/derive/trials/risk-signals.ts';
import { clinicalTrialOutcomes, trialRisk } from '../../../src/derive/trials/trial-intelligence.ts';
import type { Fact } from '../../../src/facts/fact-kinds.ts';
import { PROGRAM, TODAY } from '../developer.ts';
import { type FactsByKind, refreshOf } from '../refresh-of.ts';

const trial: Fact<'trials'> = {
  nctId: 'NCT90000001',
  ticker: 'DEVT',
  InterventionName: 'DEV-101, Placebo',
  Condition: 'Melanoma',
  Phase: 'Phase 2',
  status: 'SUSPENDED',
  start_date: '2025-01',
  updatedAt: '2026-05-01',
};

const version = (version_date: string, more: Partial<Fact<'trial_versions'>>) => ({
  nctId: trial.nctId,
  version_date,
  phase: 'Phase 2',
  status: 'RECRUITING',
  enrollment: 200,
  primary_completion_date: '2026-06-30',
  primary_outcomes: 'Response rate',
  ...more,
});

/**
 * The completion date moves by 180 days on 2025-12-01, from 30 June to 27 December 2026. A hold
 * follows.
 */
const held: FactsByKind = {
  trials: [trial],
  trial_versions: [
    version('2025-01-10', {}),
    version('2025-12-01', { primary_completion_date: '2026-12-27' }),
    version('2026-05-01', {
      primary_completion_date: '2026-12-27',
      status: 'SUSPENDED',
      why_stopped: 'FDA clinical hold',
    }),
  ],
};

/** A hold that a filing states. */
const filed = (filed_at: string, more: Partial<Fact<'filing_events'>> = {}) => ({
  ticker: 'DEVT',
  event: 'clinical_hold',
  filed_at,
  ...more,
});
const holdsIn = (refresh: Refresh) =>
  [...trialRiskSignals(refresh)].filter(({ signal_type }) => signal_type === 'hold');
/** The first row of a collection on these facts. */
const first = async <T>(rows: (refresh: Refresh) => Iterable<T>, ...facts: FactsByKind[]) =>
  [...rows(await refreshOf(TODAY, ...facts))][0];

const result = (outcome: string, published_date: string): Fact<'trial_results'> => ({
  ticker: 'DEVT',
  trial_title: `Topline Results ${published_date}`,
  nctId: trial.nctId,
  outcome,
  published_date,
});

describe('risk of a trial', () => {
  it('adds the points of its versions and of the hold', async () => {
    // Delay: postponed once 15 + 40 × 180/365 = 19.7 + stopped 100, at most 100. Safety: stopped
    // for safety 100 + hold in effect 80, at most 100. 0.35 × 100 + 0.25 × 100 = 60.
    const row = await first(trialRisk, held);
    expect(row).toMatchObject({
      nctId: 'NCT90000001',
      ticker: 'DEVT',
      drug_name: 'DEV-101',
      status: 'SUSPENDED',
      why_stopped: 'FDA clinical hold',
      enrollment: 200,
      risk_score: 60,
      risk_level: 'high',
      delay_risk: 100,
      enrollment_risk: 0,
      endpoint_risk: 0,
      safety_risk: 100,
      date_changes: [{ changed_date: '2025-12-01', slip_days: 180 }],
      as_of: '2026-05-01',
    });
    const points = row!.factors.map(({ name, points }) => [name, points]);
    expect(points).toEqual([
      ['Completion pushed', 15],
      ['Net slip', 19.7],
      ['Stopped', 100],
      ['Stopped for safety', 100],
      ['Clinical hold in effect', 80],
    ]);
  });

  it('states the registration of a trial without versions', async () => {
    const registered = {
      nctId: 'NCT90000009',
      LeadSponsorName: 'Zorba Bio',
      status: 'TERMINATED',
      enrollment: 21,
      why_stopped: 'Funding',
      primary_endpoint: 'Safety [24 weeks]',
    };
    const { LeadSponsorName: _, ...shown } = registered;
    expect(await first(trialRisk, { trials: [registered] })).toMatchObject({
      ...shown,
      risk_score: null,
      flags: ['no_versions'],
    });
  });

  it('keeps a lifted hold as such, and takes the registration for the newest version', async () => {
    // The registry version of 2026-09-01 resumes recruiting: a lifted hold counts 30 points.
    const resumed: Fact<'trials'> = {
      ...trial,
      status: 'RECRUITING',
      updatedAt: '2026-09-01',
      CompletionDate: '2026-12-27',
      enrollment: 200,
      primaryOutcomes: 'Response rate',
    };
    expect(await first(trialRisk, held, { trials: [resumed] })).toMatchObject({
      safety_risk: 30,
      status: 'RECRUITING',
      as_of: '2026-09-01',
    });
  });

  it('counts serious reports of the last year on its drug only', async () => {
    const report = (drug_name: string, event_date: string, at: number) => ({
      ticker: 'DEVT',
      drug_name,
      event_date,
      severity: 'Life-Threatening',
      adverse_event: 'Sepsis',
      report_id: String(at),
    });
    const quiet: FactsByKind = {
      trials: [{ ...trial, status: 'RECRUITING' }],
      trial_versions: [version('2025-01-10', {})],
    };
    const adverse_events = [
      report('dev-101', '2026-03-01', 1),
      report('DEV-101', '2025-11-01', 2),
      report('other', '2026-03-01', 3),
    ];
    expect(await first(trialRisk, quiet, { adverse_events })).toMatchObject({ safety_risk: 5 });
  });
});

describe('warning signs', () => {
  it('are the changes of the versions, latest first', async () => {
    const refresh = await refreshOf(TODAY, held, {
      // The filing states the hold that the registry shows three days later.
      filing_events: [
        filed('2026-04-28', { source_url: 'https://filings.example/hold' }),
        filed('2026-05-10'),
      ],
    });
    expect([...trialRiskSignals(refresh)]).toMatchObject([
      {
        signal_type: 'hold',
        severity: 'critical',
        signal_date: '2026-04-28',
        nctId: 'NCT90000001',
        phase: 'Phase 2',
        reason: null,
        new_value: 'SUSPENDED',
        source_url: 'https://filings.example/hold',
      },
      {
        signal_type: 'delay',
        severity: 'medium',
        signal_date: '2025-12-01',
        previous_value: '2026-06-30',
        new_value: '2026-12-27',
      },
    ]);
  });

  it('bear on more than their trial where they are grave or a setback, and a company has them', async () => {
    const trialOf = (nctId: string, ticker: string | null, status: string) => ({
      ...trial,
      nctId,
      ticker,
      LeadSponsorName: ticker ?? 'A hospital',
      status,
      updatedAt: '2026-05-01',
    });
    const of = (nctId: string, version_date: string, fields: object) =>
      version(version_date, { ...fields, nctId });
    const moved = (nctId: string, date: string) => [
      of(nctId, '2025-01-10', { status: 'RECRUITING', primary_completion_date: '2027-01-31' }),
      of(nctId, '2026-05-01', { status: 'RECRUITING', primary_completion_date: date }),
    ];
    const refresh = await refreshOf(TODAY, {
      companies: [{ ticker: 'DEVT', name: 'Developer Therapeutics' }],
      trials: [
        trialOf('NCT90000001', 'DEVT', 'RECRUITING'),
        trialOf('NCT90000002', 'DEVT', 'RECRUITING'),
        trialOf('NCT90000003', null, 'TERMINATED'),
        trialOf('NCT90000004', 'DEVT', 'WITHDRAWN'),
      ],
      trial_versions: [
        // The completion date moves by 59 days, and by 181 days.
        ...moved('NCT90000001', '2027-03-31'),
        ...moved('NCT90000002', '2027-07-31'),
        of('NCT90000003', '2026-05-01', { status: 'TERMINATED' }),
        of('NCT90000004', '2026-05-01', { status: 'WITHDRAWN' }),
      ],
    });
    const told = tellingSignals(refresh).map(({ nctId, signal_type }) => [nctId, signal_type]);
    expect(told.sort()).toEqual([
      ['NCT90000002', 'delay'],
      ['NCT90000004', 'termination'],
    ]);
    expect(Object.keys(tellingSignals(refresh)[0]!).sort()).toEqual([
      ...['description', 'drug_name', 'lifted_date', 'nctId', 'severity'],
      ...['signal_date', 'signal_type', 'ticker'],
    ]);
  });

  it('include lifted holds: a hold is open until its trial or a later filing on its drug lifts it', async () => {
    const filing = (event: string, filed_at: string, drug_name: string) =>
      filed(filed_at, { event, drug_name });
    const refresh = await refreshOf(TODAY, held, {
      trials: [{ ...trial, status: 'RECRUITING', updatedAt: '2026-09-01' }],
      filing_events: [
        filing('clinical_hold', '2026-02-01', 'nextinib'),
        filing('hold_lifted', '2026-03-15', 'otherinib'),
        filing('hold_lifted', '2026-04-15', 'nextinib'),
        filing('clinical_hold', '2026-06-01', 'openinib'),
      ],
    });
    const holds = Array.from(trialRiskSignals(refresh), (one) => [
      ...[one.signal_type, one.signal_date, one.drug_name, one.lifted_date, one.severity],
    ]).filter(([type]) => String(type).startsWith('hold'));
    expect(holds).toEqual([
      ['hold_lifted', '2026-09-01', 'DEV-101', null, 'low'],
      ['hold', '2026-05-01', 'DEV-101', '2026-09-01', 'critical'],
      ['hold', '2026-02-01', 'nextinib', '2026-04-15', 'critical'],
      ['hold', '2026-06-01', 'openinib', null, 'critical'],
      ['hold_lifted', '2026-03-15', 'otherinib', null, 'low'],
      ['hold_lifted', '2026-04-15', 'nextinib', null, 'low'],
    ]);
  });

  it('know a hold on another drug from that of the trial, and one of today from one to come', async () => {
    const filing = (filed_at: string, detail: string, source_url: string) =>
      filed(filed_at, { detail, source_url });
    const programs = ['DEV-101', 'nextinib'].map((drug_name) => ({ ...PROGRAM, drug_name }));
    const refresh = await refreshOf(TODAY, held, {
      programs,
      filing_events: [
        filing('2026-04-29', 'A hold on nextinib.', 'https://filings.example/next'),
        filing('2026-05-04', 'A hold on DEV-101.', 'https://filings.example/devt'),
        filing('2026-11-22', 'A hold on nextinib.', 'https://filings.example/later'),
      ],
    });
    // The registry showed the first hold three days before the filing.
    expect(holdsIn(refresh)).toMatchObject([
      {
        signal_date: '2026-05-01',
        drug_name: 'DEV-101',
        source_url: 'https://filings.example/devt',
      },
      {
        signal_date: '2026-04-29',
        drug_name: 'nextinib',
        nctId: null,
        source_url: 'https://filings.example/next',
      },
    ]);
  });

  it('tell of a hold from the first filing on it, however their facts lie', async () => {
    const filing_events = ['2026-04-28', '2026-04-26', '2026-04-27'].map((day) =>
      filed(day, { source_url: `https://filings.example/${day}` }),
    );
    expect(holdsIn(await refreshOf(TODAY, held, { filing_events }))).toMatchObject([
      { signal_date: '2026-04-26', source_url: 'https://filings.example/2026-04-26' },
    ]);
  });

  it('state the source of the facts that they come from', async () => {
    const report = (event_date: string, source_url: string | null, severity = 'Serious') => ({
      ticker: 'DEVT',
      drug_name: 'DEV-101',
      event_date,
      severity,
      report_id: `${event_date} ${source_url}`,
      source_url,
    });
    const refresh = await refreshOf(TODAY, {
      adverse_events: [
        report('2026-03-02', 'https://reports.example/1'),
        report('2026-03-20', 'https://reports.example/2'),
        report('2026-03-25', null),
        report('2026-03-28', 'https://reports.example/mild', 'Non-serious'),
        report('2026-08-05', 'https://reports.example/3'),
      ],
      trials: [{ ...trial, source_url: 'https://registry.example/NCT90000001' }],
      trial_versions: [version('2025-12-01', {})],
    });
    const told = Array.from(trialRiskSignals(refresh), (one) => [
      one.signal_type,
      one.signal_date,
      one.source_url,
    ]);
    expect(told.sort()).toEqual([
      ['safety', '2026-03-25', 'https://reports.example/2'],
      ['safety', '2026-08-05', 'https://reports.example/3'],
      ['suspension', '2026-05-01', 'https://registry.example/NCT90000001'],
    ]);
  });

  it('are also refusals, and holds that only a filing tells of', async () => {
    const refresh = await refreshOf(TODAY, {
      programs: [{ ticker: 'QUIT', drug_name: 'quitumab', indication: 'Asthma' }],
      decisions: [
        {
          Ticker: 'DEVT',
          Drug: 'DEV-101',
          'PDUFA Date': '2026-02-10',
          Decision: 'CRL',
          source_url: 'https://press.example/crl',
        },
      ],
      filing_events: [
        filed('2026-07-01', { ticker: 'QUIT', detail: 'A partial clinical hold on Quitumab.' }),
        filed('2016-06-01', { ticker: 'QUIT' }),
        filed('2026-12-01', { ticker: 'QUIT' }),
      ],
    });
    const signals = [...trialRiskSignals(refresh)];
    expect(signals.map(({ ticker }) => ticker).sort()).toEqual(['DEVT', 'QUIT']);
    const of = (name: string) => signals.find(({ ticker }) => ticker === name);
    expect([of('DEVT'), of('QUIT')]).toMatchObject([
      {
        signal_type: 'crl',
        severity: 'high',
        ticker: 'DEVT',
        drug_name: 'DEV-101',
        nctId: null,
        source_url: 'https://press.example/crl',
      },
      {
        signal_type: 'hold',
        severity: 'high',
        ticker: 'QUIT',
        drug_name: 'quitumab',
        phase: null,
      },
    ]);
  });
});

describe('outcome of a trial', () => {
  it('is foreseen from before it, and stands beside what came of it', async () => {
    // Phase 2 in oncology, shrunk: (0.246 × 1732 + 30 × 0.289) ÷ 1762 = 0.24673. The biomarker is
    // known only from 2026-04-01, after the result of 2026-03-01.
    const program = { ...PROGRAM, biomarker_selected: true, updated_date: '2026-04-01' };
    const trial_results = [result('positive', '2026-03-01'), result('mixed', '2026-06-01')];
    const facts = { programs: [program], trial_results };
    expect(await first(clinicalTrialOutcomes, held, facts)).toMatchObject({
      nctId: 'NCT90000001',
      drug_name: 'DEV-101',
      condition: 'Melanoma',
      base_rate: 24.7,
      success_probability: 0.247,
      drivers: [],
      predicted_outcome: 'failure',
      actual_outcome: 'success',
      as_of: '2026-03-01',
      completion_date: null,
      // The completion date moved by 180 days on 2025-12-01.
      flags: ['too_few_later_trials', 'registry_signals_not_weighed', 'no_completion_date'],
    });
  });

  it('is that of its readout, not of data shown at a congress before it', async () => {
    const shown = (catalyst: string, outcome: string, formattedDate: string) => ({
      ticker: 'DEVT',
      drugname: 'DEV-101',
      catalyst,
      treatment: 'Melanoma',
      outcome,
      formattedDate,
      createdDate: '2025/10/01',
      nctId: trial.nctId,
    });
    const over: FactsByKind = {
      trials: [
        { ...trial, status: 'TERMINATED', CompletionDate: '2026-06', updatedAt: '2026-07-20' },
      ],
      catalysts: [
        shown('Data presentation', 'positive', '2026-02-01'),
        shown('Phase 2 Readout', 'negative', '2026-07-10'),
      ],
      trial_results: [{ ...result('positive', '2026-02-01'), trial_title: 'Data at a congress' }],
    };
    expect(await first(clinicalTrialOutcomes, over)).toMatchObject({
      actual_outcome: 'failure',
      completion_date: '2026-06-30',
      flags: ['too_few_later_trials'],
    });
  });

  it('takes the area that the programs of the store give to the condition', async () => {
    // Phase 2 rate of endocrine trials, shrunk: (293 × 0.266 + 30 × 0.289) ÷ 323 = 86.608 ÷ 323 =
    // 0.26814.
    const refresh = await refreshOf(TODAY, {
      trials: [
        { ...trial, ticker: null, Condition: 'ACROMEGALY, Rare Diseases', status: 'RECRUITING' },
        { ...trial, nctId: 'NCT90000002', Condition: 'Gigantism', status: 'RECRUITING' },
      ],
      programs: [
        {
          ticker: 'QUIT',
          drug_name: 'quitumab',
          indication: 'Acromegaly',
          therapeuticArea: 'Endocrine',
        },
      ],
    });
    expect([...clinicalTrialOutcomes(refresh)]).toMatchObject([
      {
        nctId: 'NCT90000001',
        base_rate: 26.8,
        flags: ['too_few_later_trials', 'no_completion_date'],
      },
      {
        nctId: 'NCT90000002',
        base_rate: 28.9,
        flags: ['no_area', 'too_few_later_trials', 'no_completion_date'],
      },
    ]);
  });

  it('is not known before it is announced; a stop without a result is no result', async () => {
    const ahead = {
      trials: [{ ...trial, status: 'RECRUITING', updatedAt: '2026-06-01' }],
      trial_results: [result('positive', '2026-12-01')],
    };
    const open = await first(clinicalTrialOutcomes, held, ahead);
    expect(open).toMatchObject({ actual_outcome: null });
    // The registry record of a trial that ended on 2026-05-01 may be updated later.
    const stopped = {
      trials: [{ ...trial, status: 'TERMINATED', updatedAt: '2026-09-01' }],
      trial_versions: [version('2026-05-01', { status: 'TERMINATED' })],
    };
    expect(await first(clinicalTrialOutcomes, held, stopped)).toMatchObject({
      actual_outcome: 'terminated',
      as_of: '2026-05-01',
    });
  });

  it('is open while the trial is suspended', async () => {
    expect(await first(clinicalTrialOutcomes, held)).toMatchObject({
      actual_outcome: null,
      as_of: '2026-05-01',
      flags: ['too_few_later_trials', 'registry_signals_not_weighed', 'no_completion_date'],
    });
  });
});
