import {
  type ApprovalScore,
  catalystStage,
  scoreApproval,
} from '../../domain/approval/approval.ts';
import { lastDayOf } from '../../domain/approval/known-evidence.ts';
import { isAhead } from '../../domain/catalysts/ahead.ts';
import { compareText } from '../../domain/compare-text.ts';
import { dayOf, newestDay, shiftDays } from '../../domain/dates.ts';
import { phaseRank, stageOf, stageRank } from '../../domain/programs/development-stage.ts';
import { drugTypeOf } from '../../domain/programs/drug-type.ts';
import { adjustmentOf } from '../../domain/track-record/scores.ts';
import { identifier, type Sourced } from '../../store/facts-store.ts';
import { changesByCatalyst } from '../catalysts/changes-by-catalyst.ts';
import type { Refresh } from '../computation.ts';
import { originOf } from '../origin.ts';
import { catalystOn } from '../point-in-time.ts';
import type { Program } from '../programs/drug-program.ts';
import { catalystsOfPrograms } from '../programs/pipeline.ts';
import { finderOf, programOn } from '../programs/programs.ts';
import { areasOfDiseases } from '../programs/trial-programs.ts';
import { statedBy } from '../rows.ts';
import { voteBefore } from './committee-votes.ts';
import { type DrugEvidence, type EvidenceFacts, evidenceDays, finderIn } from './evidence.ts';
import { learnedEvidence, learnedEvidenceOf } from './learned-evidence.ts';

type Catalyst = Sourced<'catalysts'>;

/**
 * Returns the record that endpoints serve for a scorecard. Returns null if the catalyst is not in
 * the future.
 */
export function servedScore({ today }: Refresh, card: Scorecard) {
  const { catalyst, program, evidence, score, as_of } = card;
  if (!isAhead(catalyst, today)) return null;
  const { transitions: _, flags, ...shown } = score;
  const isApproved = score.poa === null && stageOf(program?.phase ?? '') === 'approved';
  return {
    ticker: catalyst.ticker,
    drugname: catalyst.drugname ?? null,
    catalyst: catalyst.catalyst,
    stage: catalyst.stage ?? null,
    formattedDate: catalyst.formattedDate,
    designations: designationsOf(evidence, today),
    ...voteOn(catalyst, evidence, today),
    ...shown,
    ...statedBy(catalyst),
    ...originOf('catalysts', catalyst),
    date_precision: catalyst.date_precision ?? undefined,
    as_of,
    flags: [
      ...flags,
      ...(isApproved ? ['approved'] : []),
      ...(as_of === null ? ['no_dated_facts'] : []),
    ],
  };
}

/**
 * The latest advisory committee vote on an application under review. Our choice: a CRL does not
 * void the vote, because the resubmission belongs to the same application. The vote's date shows
 * whether it preceded the CRL.
 */
function voteOn(catalyst: Catalyst, { votes }: DrugEvidence, today: string) {
  const isFiled = catalystStage({ ...catalyst, stage: catalyst.stage ?? null }) === 'filing';
  return voteBefore(today, isFiled ? votes : []);
}

/** Comma-separated types of the drug's FDA designations on a day; null if it has none. */
function designationsOf({ designations }: DrugEvidence, today: string): string | null {
  const kinds = designations
    .filter(({ designation_date }) => (lastDayOf(designation_date) ?? '9999') <= today)
    .map(({ designation_type }) => designation_type);
  return kinds.length > 0 ? [...new Set(kinds)].sort().join(', ') : null;
}

/** The facts about one company from which its scorecards and program scores are computed. */
export interface CompanyEvidence {
  readonly catalysts: readonly Catalyst[];
  readonly programs: readonly Program[];
  readonly facts: EvidenceFacts;
}

/** Lookup functions over the programs and facts of one company. */
export function companyFinders(refresh: Refresh, { catalysts, programs, facts }: CompanyEvidence) {
  const find = finderOf(refresh, programs);
  return {
    find,
    evidenceOf: finderIn(refresh, facts, find),
    ofProgram: catalystsOfPrograms(find, catalysts),
  };
}

type CompanyFinders = ReturnType<typeof companyFinders>;

/**
 * Returns one scorecard per catalyst of a company, in the order of the catalysts. A future catalyst
 * is scored as of today, and a past catalyst as of the day before the event.
 */
export function companyScorecards(
  refresh: Refresh,
  company: CompanyEvidence,
  { find, evidenceOf, ofProgram }: CompanyFinders,
) {
  const areaOf = refresh.memo(areasOfDiseases);
  const changesOf = refresh.memo(changesByCatalyst);
  const learned = refresh.memo(learnedEvidence);
  const adjustment = adjustmentOf(refresh.recorded);
  const knownOn = (day: string) => (one: Catalyst) => {
    // A catalyst without a creation day may have been unknown on a past day. It is used only for
    // scores as of today.
    if (day < refresh.today && dayOf(one.createdDate) === undefined) return [];
    return catalystOn(one, day, changesOf.get(identifier('catalysts', one))) ?? [];
  };
  return company.catalysts.map((catalyst) => {
    const { ticker, drugname, treatment } = catalyst;
    const scored_on = scoringDay(catalyst, refresh.today);
    const found = find(ticker, drugname, treatment, catalyst.catalyst);
    const program = programOn(found, scored_on);
    const evidence = evidenceOf(ticker, drugname, treatment);
    const own = (found && ofProgram.get(found)) ?? [];
    const step = decidesStage(catalyst)
      ? null
      : nextStep(own.flatMap(knownOn(scored_on)), program?.phase, scored_on);
    const scored = scoredStage(catalyst, program, step);
    const score = scoreApproval(
      {
        catalyst: scored.catalyst,
        stage: scored.stage,
        therapeuticArea: catalyst.therapeuticArea ?? program?.therapeuticArea ?? areaOf(treatment),
        drugType: catalyst.drugType ?? program?.drugType ?? drugTypeOf({ names: [drugname ?? ''] }),
        formattedDate: scored.day,
      },
      {
        ...evidence,
        program: program ?? null,
        learned:
          scored_on === refresh.today
            ? learnedEvidenceOf(learned, found, catalyst.nctId, catalystStage(scored))
            : null,
      },
      scored_on,
      adjustment,
    );
    const id = identifier('catalysts', catalyst);
    const moved = (changesOf.get(id) ?? []).map(({ changed_date }) => changed_date);
    const days = [
      dayOf(catalyst.createdDate),
      dayOf(scored.announced),
      program?.updated_date,
      ...moved,
    ];
    const as_of = newestDay(
      ...days.filter((day) => (day ?? '') <= scored_on),
      ...evidenceDays(evidence, scored_on),
    );
    return {
      /** Identifier of the catalyst. */
      id,
      catalyst,
      /**
       * The program with its data as of `scored_on`. Undefined if the store had no program on that
       * day.
       */
      program,
      evidence,
      /** Day of the estimate. Only facts that were public on or before this day are used. */
      scored_on,
      score,
      as_of,
    };
  });
}

/** A catalyst's probability of approval and the inputs that it was computed from. */
export type Scorecard = ReturnType<typeof companyScorecards>[number];

/**
 * The approval probability of each program of a company, in the order of the programs. Our choice:
 * the probability comes from the scorecard of the program's next step (see `nextStep`). If the
 * program has no next step, it comes from the scorecard of the next catalyst. For example, an
 * announced application implies that Phase 3 succeeded, so the application is scored and not Phase
 * 3. If there is no such scorecard, or if its stage is before the program's phase, the program's
 * phase is scored.
 * @param cards the scorecards of the company's catalysts
 */
export function companyApprovals(
  refresh: Refresh,
  { programs: own }: CompanyEvidence,
  { evidenceOf, ofProgram }: CompanyFinders,
  cards: readonly Scorecard[],
) {
  const learned = refresh.memo(learnedEvidence);
  const cardOf = new Map(cards.map((card) => [card.id, card]));
  return own.map((program) => {
    const { ticker, drug_name, indication, phase, therapeuticArea, drugType } = program;
    const evidence = evidenceOf(ticker, drug_name, indication);
    const score = scoreApproval(
      { stage: phase, therapeuticArea, drugType, formattedDate: NO_EVENT },
      {
        ...evidence,
        program,
        learned: learnedEvidenceOf(learned, program, null, stageOf(phase ?? '')),
      },
      refresh.today,
      adjustmentOf(refresh.recorded),
    );
    const as_of = newestDay(program.updated_date, ...evidenceDays(evidence, refresh.today));
    const ahead = (ofProgram.get(program) ?? []).filter((one) => isAhead(one, refresh.today));
    const catalyst = nextStep(ahead, phase, refresh.today) ?? ahead[0];
    const card = catalyst && cardOf.get(identifier('catalysts', catalyst));
    const further = card && isAsFar(card.score, score);
    return further ? { score: card.score, as_of: card.as_of } : { score, as_of };
  });
}

/**
 * A program's probability of approval. If the program has a next step, this is the probability in
 * the scorecard of that step.
 */
export type ProgramApproval = ReturnType<typeof companyApprovals>[number];

/**
 * The event day for a score that has no event. The day is later than the date of any evidence, so
 * no evidence is left out.
 */
const NO_EVENT = '9999-12-31';

function isAsFar(catalyst: ApprovalScore, program: ApprovalScore): boolean {
  return catalyst.poa !== null && catalyst.transitions.length <= program.transitions.length;
}

/**
 * The day on which an event took place. If the FDA decided before the goal date, this is the day of
 * the decision. Otherwise, it is the date of the event.
 */
export function eventDay({
  formattedDate,
  decision_date,
}: Pick<Catalyst, 'formattedDate' | 'decision_date'>): string {
  return decision_date && decision_date < formattedDate ? decision_date : formattedDate;
}

function scoringDay(catalyst: Catalyst, today: string): string {
  const dayBefore = shiftDays(eventDay(catalyst), -1);
  return dayBefore < today ? dayBefore : today;
}

/**
 * Whether the event completes a stage, such as a readout, a filing, a committee vote or a decision.
 */
function decidesStage({ catalyst }: Pick<Catalyst, 'catalyst'>): boolean {
  return catalystStage({ catalyst }) !== null;
}

/**
 * The program's next step: the first future event that completes the program's current phase or a
 * later phase (our choice). Null if there is none.
 * @param own the program's catalysts, with their data as of the day `asOf`
 * @param phase the program's phase on that day
 */
function nextStep(own: readonly Catalyst[], phase: string | null | undefined, asOf: string) {
  const steps = own
    .filter(
      (one) =>
        isAhead(one, asOf) &&
        decidesStage(one) &&
        stageRank(catalystStage(one)) >= phaseRank(phase),
    )
    .toSorted((a, b) => compareText(a.formattedDate, b.formattedDate));
  return steps[0] ?? null;
}

interface ScoredStage {
  readonly catalyst: string;
  readonly stage: string | null;
  /**
   * Day of the scored decision. The FDA may decide before its goal date, so a CRL in the two months
   * before this day counts as the scored decision. An older CRL counts as a decision on an earlier
   * version of the application.
   */
  readonly day: string;
  /** Day on which the next step was first known. Set only if the next step is scored. */
  readonly announced?: string | null | undefined;
}

/**
 * The stage at which a catalyst is scored. If the event completes a stage, this stage is scored.
 * Our choice: for any other event, such as congress data, the program's next step is scored. If
 * there is no next step, or if that step is at an earlier stage than the catalyst, one of two
 * stages is scored: the program's phase or the catalyst's stage, whichever is later. In this case,
 * the score assumes that a resubmission has answered every known CRL.
 */
function scoredStage(
  catalyst: Catalyst,
  program: Program | undefined,
  step: Catalyst | null,
): ScoredStage {
  const stated = catalyst.stage ?? null;
  const phase = program?.phase ?? null;
  if (decidesStage(catalyst)) {
    return { catalyst: catalyst.catalyst, stage: stated, day: eventDay(catalyst) };
  }
  const stage = phaseRank(phase) > phaseRank(stated) ? phase : stated;
  if (step && stageRank(catalystStage(step)) >= phaseRank(stage)) {
    const { stage: own = null, formattedDate: day, createdDate: announced } = step;
    return { catalyst: step.catalyst, stage: own, day, announced };
  }
  return { catalyst: catalyst.catalyst, stage, day: NO_EVENT };
}
