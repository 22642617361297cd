import { describe, expect, it } from 'vitest';
import {
  clinicalHolds,
  completedOn,
  dateChanges,
  endpointChanges,
  enrollmentChanges,
  isEndedEarly,
  isFatal,
  isSafetyReason,
  isSerious,
  isStopped,
  latest,
  plannedCompletion,
  resultsDueDate,
  statusChanges,
  statusOf,
  type TrialHistory,
  type TrialVersion,
  versionsKnownBy,
} from '../../../src/domain/trials/trial-versions.ts';

/** Builds monthly versions of a trial from January 2020, oldest first. */
function stating(...versions: readonly Partial<TrialVersion>[]): readonly TrialVersion[] {
  return versions.map((version, at) => ({
    version_date: `2020-${String(at + 1).padStart(2, '0')}-01`,
    ...version,
  }));
}

const planned = (dates: readonly (string | null)[]) =>
  stating(...dates.map((primary_completion_date) => ({ primary_completion_date })));

describe('versions', () => {
  it('are those up to the day, oldest first, in input order within a day', () => {
    const versions = ['2024-03-01', '2024-01-01', '2024-03-02', '2024-01-01'].map(
      (version_date, enrollment) => ({ version_date, enrollment }),
    );
    expect(versionsKnownBy(versions, '2024-03-01').map(({ enrollment }) => enrollment)).toEqual([
      1, 3, 0,
    ]);
  });

  it('have a newest known value, which may be 0', () => {
    const versions = stating({ enrollment: 10 }, { enrollment: 0 }, { enrollment: null }, {});
    expect(latest(versions, ({ enrollment }) => enrollment)).toBe(0);
    expect(latest(versions, ({ phase }) => phase)).toBeUndefined();
  });

  it('have a planned completion: the last day of the newest valid date', () => {
    const dates = ['2026-01', '2026-02', 'soon', null];
    expect(plannedCompletion(planned(dates))).toBe('2026-02-28');
    expect(plannedCompletion([])).toBeUndefined();
  });
});

describe('changes', () => {
  /** A change in a month of 2020. */
  const change = (month: number, previous_value: unknown, new_value: unknown) => ({
    changed_date: `2020-0${month}-01`,
    previous_value,
    new_value,
  });

  it('of the completion have their length in days, by the last day of a month', () => {
    const dates = ['2026-01', '2026-01-31', null, 'soon', '2026-03-31', '2026-02-28'];
    // January and its last day are equal.
    expect(dateChanges(planned(dates))).toEqual([
      { ...change(5, '2026-01-31', '2026-03-31'), slip_days: 59 },
      { ...change(6, '2026-03-31', '2026-02-28'), slip_days: -31 },
    ]);
  });

  it('of the enrollment are a share of the number before', () => {
    const versions = stating(...[300, 290, 290, 0, 40, 50].map((enrollment) => ({ enrollment })));
    // 10 of 300 is 3.3 %, a change from 0 has no share, and 10 more than 40 is −25 %.
    expect(enrollmentChanges(versions)).toEqual([
      { ...change(2, 300, 290), cut_pct: 3.3 },
      { ...change(4, 290, 0), cut_pct: 100 },
      { ...change(5, 0, 40), cut_pct: 0 },
      { ...change(6, 40, 50), cut_pct: -25 },
    ]);
  });

  it('of the outcomes ignore case, spaces and punctuation', () => {
    const outcomes = ['Überleben (24 wk)', ' überleben: 24  WK.', 'Überleben (25 wk)'];
    const versions = stating(...outcomes.map((primary_outcomes) => ({ primary_outcomes })));
    expect(endpointChanges({ versions }, versions)).toEqual([
      { ...change(3, outcomes[1], outcomes[2]), timing: 'before_start' },
    ]);
  });

  it.each([
    // A start month counts as its last day.
    [{ start_date: '2020-02-01' }, {}, 'after_start'],
    [{ start_date: '2020-02-02' }, {}, 'before_start'],
    [{ start_date: '2020-02' }, {}, 'before_start'],
    // The status of a running trial also means that it has started.
    [{}, { status: 'Recruiting' }, 'after_start'],
    [{}, { status: 'Not yet recruiting' }, 'before_start'],
    [{}, { status: 'WITHDRAWN' }, 'before_start'],
    [{ start_date: '2020-01-15' }, { primary_completion_date: '2020-02-01' }, 'after_start'],
    [{ start_date: '2020-01-15' }, { primary_completion_date: '2020-01-31' }, 'after_completion'],
    // A trial that has not started is not completed.
    [{}, { primary_completion_date: '2020-01-31' }, 'before_start'],
  ])(
    'of an outcome, with the trial %j and the version %j, have the timing %s',
    (history, before, timing) => {
      const versions = stating({ primary_outcomes: 'A', ...before }, { primary_outcomes: 'B' });
      expect(endpointChanges({ versions, ...history }, versions)).toMatchObject([{ timing }]);
    },
  );

  it('of the status have the reason of their version', () => {
    const versions = stating(
      { status: 'RECRUITING' },
      { status: 'Recruiting', why_stopped: 'none' },
      { status: 'SUSPENDED', why_stopped: 'Clinical hold' },
      { status: 'RECRUITING' },
    );
    expect(statusChanges(versions)).toEqual([
      { ...change(3, 'Recruiting', 'SUSPENDED'), why_stopped: 'Clinical hold' },
      { ...change(4, 'SUSPENDED', 'RECRUITING'), why_stopped: null },
    ]);
  });
});

describe('clinical holds', () => {
  const held = { status: 'SUSPENDED', why_stopped: 'FDA hold' };
  const holds = (...versions: readonly Partial<TrialVersion>[]) =>
    clinicalHolds(stating({ status: 'RECRUITING' }, ...versions));

  it('last until the trial resumes', () => {
    expect(holds(held, { status: 'RECRUITING' })).toEqual([
      { hold_date: '2020-02-01', lifted_date: '2020-03-01', reason: 'FDA hold' },
    ]);
  });

  it('remain open if the trial ends or has no later version', () => {
    const open = [{ hold_date: '2020-02-01', lifted_date: null, reason: 'FDA hold' }];
    expect(holds(held)).toEqual(open);
    expect(holds(held, { status: 'TERMINATED' })).toEqual(open);
  });

  it('are suspensions with a hold as reason', () => {
    expect(holds({ status: 'SUSPENDED', why_stopped: 'Supply' })).toEqual([]);
    expect(holds({ status: 'SUSPENDED' })).toEqual([]);
    expect(holds({ status: 'TERMINATED', why_stopped: 'Clinical hold' })).toEqual([]);
  });
});

it.each([
  [[], undefined],
  [['COMPLETED'], '2020-01-01'],
  [['RECRUITING', 'Completed', null, 'COMPLETED'], '2020-02-01'],
  [['COMPLETED', 'RECRUITING'], undefined],
  [['COMPLETED', 'RECRUITING', 'COMPLETED'], '2020-03-01'],
])('completion with the statuses %j is on %s', (statuses, day) => {
  expect(completedOn(stating(...statuses.map((status) => ({ status }))))).toBe(day);
});

describe('results', () => {
  const due = (version: Partial<TrialVersion>, history: Omit<TrialHistory, 'versions'> = {}) => {
    const versions = stating({
      status: 'COMPLETED',
      phase: 'PHASE2',
      primary_completion_date: '2019-02-28',
      ...version,
    });
    return resultsDueDate({ versions, ...history }, versions, '2020-06-01');
  };

  it.each([
    [{}, {}, '2020-02-28'],
    [{ status: 'Terminated' }, {}, '2020-02-28'],
    [{ status: 'Active, not recruiting' }, {}, '2020-02-28'],
    [{ phase: 'Phase 3' }, {}, '2020-02-28'],
    [{ phase: 'PHASE4' }, {}, '2020-02-28'],
    [{ primary_completion_date_type: 'ACTUAL' }, {}, '2020-02-28'],
    [{}, { study_type: 'INTERVENTIONAL' }, '2020-02-28'],
    // The final rule took effect on 2017-01-18.
    [{ primary_completion_date: '2017-01-18' }, {}, '2018-01-18'],
    // Results that are posted later do not count.
    [{}, { results_posted_date: '2020-06-02' }, '2020-02-28'],
    [{}, { results_posted_date: '2020-06-02', has_results: true }, '2020-02-28'],
    [{}, { has_results: false }, '2020-02-28'],
  ])('with the version %j and the trial %j are due on %s', (version, history, day) => {
    expect(due(version, history)).toBe(day);
  });

  it.each([
    [{ status: 'RECRUITING' }, {}],
    [{ status: 'WITHDRAWN' }, {}],
    [{ status: null }, {}],
    [{ phase: 'PHASE1' }, {}],
    [{ phase: 'N/A' }, {}],
    [{ phase: null }, {}],
    [{ primary_completion_date_type: 'ESTIMATED' }, {}],
    [{ primary_completion_date: null }, {}],
    [{ primary_completion_date: '2017-01-17' }, {}],
    [{}, { study_type: 'OBSERVATIONAL' }],
    [{}, { results_posted_date: '2020-06-01' }],
    [{}, { has_results: true }],
  ])('with the version %j and the trial %j are not due', (version, history) => {
    expect(due(version, history)).toBeUndefined();
  });
});

describe('parsing', () => {
  it('of a status ignores case and punctuation', () => {
    expect(statusOf(' Active, not recruiting ')).toBe('ACTIVE_NOT_RECRUITING');
    expect(['Terminated', 'suspended', 'WITHDRAWN'].map(isStopped)).toEqual([true, true, true]);
    expect(['COMPLETED', 'RECRUITING', ''].map(isStopped)).toEqual([false, false, false]);
    expect(['Terminated', 'Suspended', 'WITHDRAWN'].map(isEndedEarly)).toEqual([true, false, true]);
  });

  it.each([
    ['Safety concerns', true],
    ['Adverse events', true],
    ['Hepatotoxicity', true],
    ['Two deaths', true],
    ['Fatal outcome', true],
    ['Clinical hold by the FDA', true],
    ['Not due to safety', false],
    ['No adverse events; business decision', false],
    ['Unrelated to safety', false],
    ['Non-safety reasons', false],
    // The denial is in another sentence.
    ['Not feasible. Safety concerns', true],
    ['Slow accrual', false],
    [null, false],
  ])('of the reason "%s": safety is %s', (why, isSafety) => {
    expect(isSafetyReason(why)).toBe(isSafety);
  });

  it.each([
    [{ severity: 'Serious' }, true, false],
    [{ severity: 'Severe' }, true, false],
    [{ outcome: 'Life-threatening' }, true, false],
    [{ outcome: 'Hospitalization' }, true, false],
    [{ outcome: 'Disability' }, true, false],
    [{ outcome: 'Fatal' }, true, true],
    [{ severity: 'Death' }, true, true],
    [{ outcome: 'Patient died' }, true, true],
    [{ severity: 'Non-serious', outcome: 'Recovered' }, false, false],
    [{ severity: 'Not serious' }, false, false],
    [{ severity: 'Nonserious', outcome: 'Non-fatal' }, false, false],
    [{ severity: 'Serious', outcome: 'Not fatal' }, true, false],
    [{}, false, false],
  ])('of the event %j: serious is %s and fatal is %s', (event, serious, fatal) => {
    expect([isSerious(event), isFatal(event)]).toEqual([serious, fatal]);
  });
});
