import { describe, expect, it } from 'vitest';
import { learnedEvidence } from '../../../src/derive/approval/learned-evidence.ts';
import {
  labelsOfTrials,
  learnedReader,
  outcomeModel,
  publishedReader,
} from '../../../src/derive/trials/learned-outcomes.ts';
import { knownTrials } from '../../../src/derive/trials/trial-records.ts';
import type { OutcomeModel } from '../../../src/domain/trials/learning/outcome-model.ts';
import { answer, answering } from '../answering.ts';
import { TODAY } from '../developer.ts';

const PROGRAM = { ticker: 'DEVT', drug_name: 'DEV-101', indication: 'Melanoma' };
const KEY = JSON.stringify(['phase2', 'DEVT', 'DEV-101', 'Melanoma']);

interface Trial {
  readonly nctId: string;
  readonly stage?: string | null;
  readonly start_date?: string;
  readonly program?: typeof PROGRAM;
  readonly stop?: object;
  /** The learned probability in the record, 0–1; null for none. */
  readonly learned?: number | null;
  readonly published?: number;
}

type Served = 'phase2' | 'phase3';

/** Builds the learned forecasts of some trials, by subject. */
function evidenceOf(
  trials: readonly Trial[],
  { labels = [] as string[], served = ['phase2', 'phase3'] as readonly Served[] } = {},
) {
  const of = (nctId: string) => trials.find((one) => one.nctId === nctId)!;
  const phaseOf = (phase: Served) => ({
    not_served: served.includes(phase) ? null : 'model_not_better',
  });
  const model = { phases: { phase2: phaseOf('phase2'), phase3: phaseOf('phase3') } };
  const known = trials.map(({ nctId, stage = 'phase2', start_date, program, stop = null }) => ({
    file: { trial: { nctId, start_date }, program },
    record: { nctId, stage, stop },
  }));
  const learned = (day: string, probability: number | null) =>
    day === TODAY && probability !== null ? { outcome: { probability, n: 120 } } : undefined;
  const refresh = answering(
    TODAY,
    answer(outcomeModel, model as unknown as OutcomeModel),
    answer(knownTrials, known as unknown as ReturnType<typeof knownTrials>),
    answer(labelsOfTrials, new Map(labels.map((nctId) => [nctId, {}])) as never),
    answer(learnedReader, ((record: Trial, day: string) => {
      const { learned: probability = 0.6 } = of(record.nctId);
      return learned(day, probability);
    }) as never),
    answer(publishedReader, (({ trial }: { trial: Trial }, day: string) => ({
      success_probability: day === TODAY ? (of(trial.nctId).published ?? 0.5) : 0,
    })) as never),
  );
  return [...learnedEvidence(refresh)];
}

const one = { nctId: 'NCT1', learned: 0.75 };

describe('the learned evidence on a trial', () => {
  it('is the odds of the record over those that are published, of today', () => {
    // The odds of 0.75 are 3 to 1, and those of 0.5 are 1 to 1.
    const evidence = { nctId: 'NCT1', stage: 'phase2', day: TODAY, ratio: 3, trials: 120 };
    expect(evidenceOf([one])).toEqual([['NCT1', { ...evidence, ratio: expect.closeTo(3, 9) }]]);
    expect(evidenceOf([{ ...one, stage: 'phase3' }])).toEqual([
      ['NCT1', { ...evidence, stage: 'phase3', ratio: expect.closeTo(3, 9) }],
    ]);
  });

  it.each([
    // Forecasts are limited to 1–99 %, so the highest odds are 99 to 1.
    [1, 0.5, 99],
    [0.99, 0.5, 99],
    [0.98, 0.5, 49],
    [0, 0.5, 1 / 99],
    [0.5, 1, 1 / 99],
    [0.5, 0.001, 99],
    [0.02, 0.5, 1 / 49],
  ])('of %s beside %s is %s', (learned, published, ratio) => {
    const [[, evidence] = []] = evidenceOf([{ ...one, learned, published }]);
    expect(evidence!.ratio).toBeCloseTo(ratio, 9);
  });

  it.each([
    [{ stage: 'phase1' }],
    [{ stage: 'filing' }],
    [{ stage: null }],
    [{ stop: { day: '2026-01-01', why: null } }],
    // The published rate is used if there is no forecast.
    [{ learned: null }],
  ])('is nothing of %j', (more) => {
    expect(evidenceOf([{ ...one, ...more }])).toEqual([]);
  });

  it('is null if the outcome is known, or no phase is served', () => {
    expect(evidenceOf([one], { labels: ['NCT1'] })).toEqual([]);
    expect(evidenceOf([one], { labels: ['NCT2'] })).toHaveLength(1);
    expect(evidenceOf([one], { served: [] })).toEqual([]);
    expect(evidenceOf([one], { served: ['phase2'] })).toHaveLength(1);
    expect(evidenceOf([one], { served: ['phase3'] })).toHaveLength(1);
  });
});

describe('the learned evidence on a program', () => {
  const trial = (nctId: string, start_date?: string, more: Partial<Trial> = {}): Trial => ({
    nctId,
    program: PROGRAM,
    ...more,
    ...(start_date ? { start_date } : {}),
  });
  const deciding = (...trials: readonly Trial[]) =>
    new Map(evidenceOf(trials)).get(KEY)?.nctId ?? null;

  it('is that of the trial that started last, or of several the newest', () => {
    expect(deciding(trial('NCT1', '2025-01-01'))).toBe('NCT1');
    expect(deciding(trial('NCT1', '2025-01-01'), trial('NCT2', '2025-01-02'))).toBe('NCT2');
    expect(deciding(trial('NCT1', '2025-01-02'), trial('NCT2', '2025-01-01'))).toBe('NCT1');
    expect(deciding(trial('NCT1', '2025-01-01'), trial('NCT2', '2025-01-01'))).toBe('NCT2');
    expect(deciding(trial('NCT1'), trial('NCT2'))).toBe('NCT2');
    expect(deciding(trial('NCT1', '2025-01-01'), trial('NCT2'))).toBe('NCT1');
    const three = ['2025-01-03', '2025-01-01', '2025-01-02'].map((day, at) => trial(`${at}`, day));
    expect(deciding(...three)).toBe('0');
  });

  it('is stated for each phase separately, in addition to the trials', () => {
    const found = evidenceOf([
      trial('NCT1', '2025-01-01'),
      trial('NCT3', '2024-01-01', { stage: 'phase3' }),
      { nctId: 'NCT9' },
    ]);
    expect(found.map(([subject, { nctId }]) => [subject, nctId])).toEqual([
      ['NCT1', 'NCT1'],
      [KEY, 'NCT1'],
      ['NCT3', 'NCT3'],
      [KEY.replace('phase2', 'phase3'), 'NCT3'],
      ['NCT9', 'NCT9'],
    ]);
  });
});
