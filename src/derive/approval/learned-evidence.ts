import type { LearnedEvidence } from '../../domain/approval/approval-evidence.ts';
import { oddsRatio } from '../../domain/approval/odds.ts';
import type { Stage } from '../../domain/programs/development-stage.ts';
import type { TrialRecord } from '../../domain/trials/learning/trial-record.ts';
import type { Refresh } from '../computation.ts';
import type { Program } from '../programs/drug-program.ts';
import {
  labelsOfTrials,
  learnedReader,
  outcomeModel,
  publishedReader,
} from '../trials/learned-outcomes.ts';
import type { TrialFile } from '../trials/trial-files.ts';
import { knownTrials } from '../trials/trial-records.ts';

/**
 * Our choice: lowest and highest probability of a trial forecast, because no outcome is certain.
 */
const BOUNDS = { low: 0.01, high: 0.99 } as const;

/**
 * Model forecasts for open phase 2 and 3 trials, by registry number and by `programKey`. Our
 * choice: if a program has several trials in one phase, the trial that started last is used. The
 * model makes no forecasts for past days, so estimates for past days use none.
 */
export function learnedEvidence(refresh: Refresh): ReadonlyMap<string, LearnedEvidence> {
  const found = new Map<string, LearnedEvidence>();
  const { phase2, phase3 } = refresh.memo(outcomeModel).phases;
  if (phase2.not_served && phase3.not_served) return found;
  const evidenceOf = evidenceReader(refresh);
  const started = new Map<string, string>();
  for (const { file, record } of refresh.memo(knownTrials)) {
    const evidence = evidenceOf(file, record);
    if (!evidence) continue;
    found.set(evidence.nctId, evidence);
    const { trial, program } = file;
    if (!program) continue;
    const key = programKey(program, evidence.stage);
    const start = trial.start_date ?? '';
    if (start < (started.get(key) ?? '')) continue;
    started.set(key, start);
    found.set(key, evidence);
  }
  return found;
}

/**
 * The forecast for the catalyst's trial if the trial is in this stage. Otherwise, the forecast for
 * the program's trial in this stage.
 */
export function learnedEvidenceOf(
  evidence: ReadonlyMap<string, LearnedEvidence>,
  program: Program | undefined,
  nctId: string | null | undefined,
  stage: Stage | null,
): LearnedEvidence | null {
  const named = nctId ? evidence.get(nctId) : undefined;
  if (named?.stage === stage) return named;
  return (program && stage && evidence.get(programKey(program, stage))) ?? null;
}

function programKey({ ticker, drug_name, indication }: Program, stage: Stage): string {
  return JSON.stringify([stage, ticker, drug_name, indication]);
}

function evidenceReader(refresh: Refresh) {
  const labels = refresh.memo(labelsOfTrials);
  const learnedOf = refresh.memo(learnedReader);
  const publishedOf = refresh.memo(publishedReader);
  return (file: TrialFile, record: TrialRecord): LearnedEvidence | null => {
    const { nctId, stage, stop } = record;
    if ((stage !== 'phase2' && stage !== 'phase3') || stop || labels.has(nctId)) return null;
    const learned = learnedOf(record, refresh.today)?.outcome;
    if (!learned) return null;
    const published = publishedOf(file, refresh.today).success_probability!;
    const ratio = oddsRatio(bounded(learned.probability), bounded(published));
    return { nctId, stage, day: refresh.today, ratio, trials: learned.n };
  };
}

function bounded(probability: number): number {
  return Math.min(BOUNDS.high, Math.max(BOUNDS.low, probability));
}
