import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { shiftDays } from '../../../src/domain/dates.ts';
import type {
  LabelledTrial,
  LearnedPhase,
} from '../../../src/domain/trials/learning/labelled-trial.ts';
import { trialOutcome } from '../../../src/domain/trials/trial-outcomes.ts';

/** A trial of the labeled samples. Its features depend on the other labels that are known. */
export interface SampleTrial extends Omit<LabelledTrial, 'features' | 'sponsor' | 'asOf'> {
  readonly ticker: string;
  readonly primaryEndpoints: number;
  /** Whether the samples contain the trial's design: masking, allocation and endpoint texts. */
  readonly hasDesign: boolean;
}

interface Label {
  readonly nct_id: string;
  readonly ticker: string;
  readonly phase: string;
  readonly public_disclosure_date: string;
  readonly binary_outcome: 0 | 1 | null;
  readonly n_primary_measures: number;
}

const folder = fileURLToPath(new URL('../../../../shared/samples/ctgov_derived/', import.meta.url));
const labelsFile = `${folder}clinical_outcome_labels_v2.json`;
const designsFile = `${folder}ctgov_endpoints_2026-03-27.json`;
/** Number of pseudo-labels at the average rate that are added to a sponsor's labels. */
const PRIOR_LABELS = 5;

/**
 * Returns the labeled trials of Phase 1 to 3, oldest first, or undefined if the samples are
 * missing.
 */
export function readSampleTrials(): readonly SampleTrial[] | undefined {
  if (!existsSync(labelsFile) || !existsSync(designsFile)) return undefined;
  const { labels } = JSON.parse(readFileSync(labelsFile, 'utf8')) as { labels: readonly Label[] };
  const designs = JSON.parse(readFileSync(designsFile, 'utf8')) as {
    enrichments: readonly { readonly nct_id: string }[];
  };
  const designed = new Set(designs.enrichments.map(({ nct_id }) => nct_id));
  return labels
    .flatMap((label): SampleTrial[] => {
      const { nct_id: nctId, phase, public_disclosure_date: ended } = label;
      const published = trialOutcome({ phase }, ended).success_probability;
      if (label.binary_outcome === null || !isLearned(phase) || published === null) return [];
      return [
        {
          ...{ nctId, phase, ended, published, ticker: label.ticker },
          succeeded: label.binary_outcome === 1,
          primaryEndpoints: label.n_primary_measures,
          hasDesign: designed.has(nctId),
        },
      ];
    })
    .toSorted((a, b) => (a.ended < b.ended ? -1 : a.ended > b.ended ? 1 : 0));
}

/**
 * Adds features from the samples: the number of primary endpoints, and the outcomes of the
 * sponsor's earlier trials in `known`.
 */
export function withFeatures(
  trials: readonly SampleTrial[],
  known: readonly SampleTrial[],
): readonly LabelledTrial[] {
  const won = (some: readonly SampleTrial[]) => some.filter(({ succeeded }) => succeeded).length;
  return trials.map((trial) => {
    const earlier = known.filter(({ ended }) => ended < trial.ended);
    const before = earlier.filter(({ ticker }) => ticker === trial.ticker);
    const share = won(earlier) / earlier.length;
    const record = (won(before) + PRIOR_LABELS * share) / (before.length + PRIOR_LABELS);
    return {
      ...trial,
      ...{ sponsor: trial.ticker, asOf: shiftDays(trial.ended, -1) },
      features: {
        primary_endpoints: Math.log(Math.max(trial.primaryEndpoints, 1)),
        sponsor_trials: Math.log1p(before.length),
        sponsor_record: before.length > 0 ? record : null,
      },
    };
  });
}

/** Tests whether a trial is in the first of two halves, chosen by the hash of its number. */
export function isFirstHalf({ nctId }: SampleTrial): boolean {
  return createHash('sha256').update(nctId).digest()[0]! % 2 === 0;
}

function isLearned(phase: string): phase is LearnedPhase {
  return phase === 'phase1' || phase === 'phase2' || phase === 'phase3';
}
