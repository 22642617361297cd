import { lastDayOf } from '../../domain/approval/known-evidence.ts';
import { isApproval } from '../../domain/approval/observed-rates.ts';
import { areaOf, modalityOf } from '../../domain/approval/success-rates.ts';
import { areaOfDisease, areaOfTrial } from '../../domain/approval/therapeutic-area.ts';
import { dayOf } from '../../domain/dates.ts';
import { groupBy } from '../../domain/group-by.ts';
import { stageOf } from '../../domain/programs/development-stage.ts';
import { conditionsOf, indicationOf, isOfIndication } from '../../domain/programs/indications.ts';
import type {
  TrialCourse,
  TrialDesign,
  TrialRecord,
} from '../../domain/trials/learning/trial-record.ts';
import { primaryEndpointMet } from '../../domain/trials/posted-results.ts';
import { statusOf } from '../../domain/trials/trial-versions.ts';
import type { Sourced } from '../../store/facts-store.ts';
import { fdaDecisions } from '../approval/decisions.ts';
import { evidenceFinder } from '../approval/evidence.ts';
import { lazily } from '../collection.ts';
import type { Refresh } from '../computation.ts';
import { drugIndex } from '../programs/drug-index.ts';
import { areasByCondition } from '../programs/programs.ts';
import { areasOfDiseases, trialDrugType } from '../programs/trial-programs.ts';
import {
  announcedResults,
  endedEarly,
  type TrialFile,
  trialFiles,
  trialsWithFiles,
} from './trial-files.ts';
import {
  drugsOfTrials,
  type IndicationsByDrug,
  indicationsByDrug,
  indicationsOfTrials,
  NONE,
  relatedTreatments,
  type TestedDrug,
  treatmentsOf,
} from './trial-treatments.ts';

type Trial = Sourced<'trials'>;

/**
 * A trial in two forms: its stored file, and the record from which labels and features are
 * computed.
 */
export interface KnownTrial {
  readonly file: TrialFile;
  readonly record: TrialRecord;
}

/** All registered trials, in the order of `trialFiles`. */
export const knownTrials = lazily<KnownTrial>(function* ({ memo }) {
  const files = memo(trialFiles)[Symbol.iterator]();
  for (const own of memo(recordedTrials).records) {
    const file: TrialFile = files.next().value;
    yield { file, record: { ...own, history: file.history } };
  }
});

/** All registered trials as input for features. */
export const trialRecords = lazily<TrialRecord>(function* ({ memo }) {
  for (const { record } of memo(knownTrials)) yield record;
});

/** Data derived from the registrations of all trials in one pass. */
export function recordedTrials(refresh: Refresh) {
  const natures = new Map<string, TrialNature>();
  // The drugs are not cached, because they are large and used only here.
  const drugs = drugsOfTrials(refresh);
  const indications = indicationsOfTrials(refresh);
  const byDrug = indicationsByDrug(drugs, indications);
  const relatedTo = relatedTreatments(byDrug);
  const announced = refresh.memo(announcedResults);
  const posted = postedByTrial(refresh);
  const labels = groupBy(refresh.facts.all('trial_labels'), ({ nctId }) => nctId);
  const approvals = approvalFinder(refresh, byDrug);
  const natureOf = natureReader(refresh);
  const designs = designReader(refresh);
  const records = Array.from(trialsWithFiles(refresh), ({ trial, file }): TrialCourse => {
    // `file.trial` stays in memory. Its string is used, so that the string in `trial` can be freed.
    const { nctId } = file.trial;
    const tested = drugs.get(nctId) ?? [];
    const key = indications.get(nctId);
    const stopped = endedEarly(trial, file.history);
    const nature = natureOf(trial, file);
    natures.set(nctId, nature);
    return {
      nctId,
      stage: stageOf(trial.Phase ?? ''),
      phase: trial.Phase ?? '',
      sponsor: file.ticker ?? trial.LeadSponsorName ?? '',
      isCompany: file.ticker !== null || trial.lead_sponsor_class === 'INDUSTRY',
      ...treatmentsOf(tested, key, relatedTo),
      ...daysOf(trial, file),
      isCompleted: isCompleted(trial, refresh.today),
      stop: stopped === null ? null : { day: stopped, why: trial.why_stopped ?? null },
      announced: announced.get(nctId) ?? NONE,
      posted: posted.get(nctId) ?? null,
      labels: labels.get(nctId)?.map(importedLabel) ?? NONE,
      ...approvals(file.ticker, tested, indicationOf(trial)),
      updates: file.history.versions.map(({ version_date }) => version_date),
      design: designs(trial, file, nature, key),
    };
  });
  return {
    /** All registered trials as input for labels, without their history. */
    records,
    /** The therapeutic area and drug type of each trial, by registry number. */
    natures,
  };
}

function postedByTrial({ facts }: Refresh) {
  const posted = new Map<string, TrialRecord['posted']>();
  for (const results of facts.each('posted_results')) {
    const day = dayOf(results.posted_date);
    posted.set(results.nctId, day ? { day, isMet: primaryEndpointMet(results) } : null);
  }
  return posted;
}

function importedLabel({ label, source, date }: Sourced<'trial_labels'>) {
  return { succeeded: label === 'success', source, day: date };
}

/** The day of the earliest approval in the store. Null if there is no approval. */
export function approvalsSince(refresh: Refresh): string | null {
  const days = approved(refresh).map(({ decided }) => decided);
  return days.sort()[0] ?? null;
}

/**
 * The days of a trial. If only the month of a date is known, the last day of the month is used, so
 * that no date takes effect too early.
 */
function daysOf(trial: Trial, { history }: TrialFile) {
  const began = !NEVER_BEGAN.has(statusOf(trial.status ?? ''));
  const start = lastDayOf(trial.start_date) ?? null;
  const posted = lastDayOf(trial.first_posted_date);
  const known = [posted, start, history.versions[0]?.version_date].filter(Boolean).sort();
  return {
    start: began ? start : null,
    seen: known[0] ?? null,
    completion: lastDayOf(trial.CompletionDate) ?? null,
  };
}

const NEVER_BEGAN: ReadonlySet<string> = new Set(['NOT_YET_RECRUITING', 'WITHDRAWN']);

/**
 * Whether a trial reached its primary completion, according to its status or its actual completion
 * date.
 */
function isCompleted({ status, dates, CompletionDate }: Trial, today: string): boolean {
  const word = statusOf(status ?? '');
  if (word === 'COMPLETED') return true;
  const isPast = (lastDayOf(CompletionDate) ?? '9999') <= today;
  return word === 'ACTIVE_NOT_RECRUITING' && dates?.primary_completion?.type === 'ACTUAL' && isPast;
}

function approved(refresh: Refresh) {
  return refresh.memo(fdaDecisions).filter(({ decision }) => isApproval(decision) === true);
}

/**
 * Returns a function that finds the days on which a company's drugs were approved. It returns the
 * approvals in the given indication and the approvals in any indication. If an approval states no
 * indication, it counts for the given indication only if the drug is tested in one indication.
 */
function approvalFinder(refresh: Refresh, indications: IndicationsByDrug) {
  const index = drugIndex(refresh, approved(refresh), (one) => one);
  return (ticker: string | null, tested: readonly TestedDrug[], indication: string | undefined) => {
    if (ticker === null || tested.length === 0) return { approvals: null, drugApprovals: null };
    const all = tested.flatMap(({ key, names }) => {
      const isSole = (indications.get(key)?.size ?? 0) < 2;
      return index.find({ ticker, names }).map((one) => ({ ...one, isSole }));
    });
    const own = all.filter(
      (one) =>
        indication && (one.indication ? isOfIndication(one.indication, indication) : one.isSole),
    );
    const days = (found: typeof all) => [...new Set(found.map(({ decided }) => decided))].sort();
    return { approvals: days(own), drugApprovals: days(all) };
  };
}

/**
 * The therapeutic area and drug type of a trial. They are those of its program. If the program
 * lacks them, they come from the registration.
 */
interface TrialNature {
  readonly therapeuticArea: string | null | undefined;
  readonly drugType: string | null;
}

function natureReader(refresh: Refresh): (trial: Trial, file: TrialFile) => TrialNature {
  const areas = refresh.memo(areasByCondition);
  const areaOfName = refresh.memo(areasOfDiseases);
  const shared = sharing();
  return (trial, { program }) =>
    shared({
      therapeuticArea:
        program?.therapeuticArea ?? areas(trial.Condition) ?? areaOfTrial(trial, areaOfName),
      drugType: program?.drugType ?? trialDrugType(refresh, trial),
    });
}

/** Returns a function that replaces equal values with one object, to save memory. */
function sharing(): <Value>(value: Value) => Value {
  const known = new Map<string, unknown>();
  return <Value>(value: Value) => {
    const key = JSON.stringify(value);
    if (!known.has(key)) known.set(key, value);
    return known.get(key) as Value;
  };
}

function designReader(refresh: Refresh) {
  const evidenceOf = refresh.memo(evidenceFinder);
  const areDesignationsKnown = refresh.facts.all('designations').length > 0;
  const shared = sharing();
  return (
    trial: Trial,
    { ticker, drug_name }: TrialFile,
    { therapeuticArea, drugType }: TrialNature,
    condition: string | undefined,
  ): TrialDesign => {
    const held = (own: string, drug: string) =>
      evidenceOf(own, drug, indicationOf(trial)).designations.flatMap((one) => {
        const day = lastDayOf(one.designation_date);
        return day ? [{ kind: one.designation_type, day }] : [];
      });
    return {
      area: areaOf(therapeuticArea) ?? areaOfDisease(trial.Condition),
      modality: modalityOf(drugType),
      conditions: shared(condition ? [condition] : []),
      words: [trial.BriefTitle ?? '', ...conditionsOf(trial)].join('; '),
      isRare: isRare(trial),
      sponsorClass: trial.lead_sponsor_class ?? null,
      armRoles: shared(trial.arms?.map(({ role }) => role ?? '') ?? null),
      masking: trial.masking ?? null,
      allocation: shared(trial.allocation ?? null),
      purpose: trial.primary_purpose ?? null,
      primaryOutcomes: trial.primaryOutcomes ?? null,
      designations: areDesignationsKnown && ticker && drug_name ? held(ticker, drug_name) : null,
    };
  };
}

/**
 * Whether the trial is in a rare disease, according to the MeSH branch of rare diseases or the
 * words of a condition. Null if the registration has no MeSH branches.
 */
function isRare(trial: Trial): boolean | null {
  if (conditionsOf(trial).some((one) => /\b(?:rare|orphan) diseases?\b/i.test(one))) return true;
  const branches = trial.condition_branches;
  return branches ? branches.some(({ code, name }) => /^rare/i.test(name ?? code)) : null;
}
