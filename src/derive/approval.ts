import { type ApprovalScore, catalystStage, scoreApproval } from '../domain/approval.ts';
import { shiftDays } from '../domain/calendar.ts';
import { dayOf } from '../domain/dates.ts';
import { stageOf, stageRank } from '../domain/development-stage.ts';
import { groupBy } from '../domain/group-by.ts';
import type { Sourced } from '../store/facts-store.ts';
import type { Row } from '../store/served-store.ts';
import { newestDay } from './as-of.ts';
import { type DrugEvidence, evidenceDays, evidenceFinder } from './evidence.ts';
import { catalystsAhead, isAhead } from './pipeline.ts';
import { knownCatalysts, type Program, programFinder, programs } from './programs.ts';
import type { Refresh } from './refresh-context.ts';
import { identifier } from './rows.ts';

type Catalyst = Sourced<'catalysts'>;

/** A catalyst's probability of approval, and what it was computed from. */
export interface Scorecard {
  readonly catalyst: Catalyst;
  /** The program as it was known on `scored_on`. */
  readonly program: Program | undefined;
  readonly evidence: DrugEvidence;
  /** The day of the estimate: only what was known by then counts. */
  readonly scored_on: string;
  readonly score: ApprovalScore;
  readonly as_of: string | null;
}

/**
 * Scorecards of the catalysts that lie ahead. Our choice: the decided ones stand in the historical
 * calendar with the scores that they had on their eve.
 */
export function poaScores(refresh: Refresh): Row[] {
  return [...refresh.once(approvalScorecards).values()]
    .filter(({ catalyst }) => isAhead(catalyst, refresh.today))
    .map(({ catalyst, program, score, as_of }) => {
      const { transitions: _, flags, ...shown } = score;
      return {
        ticker: catalyst.ticker,
        drugname: catalyst.drugname ?? null,
        catalyst: catalyst.catalyst,
        stage: catalyst.stage ?? null,
        formattedDate: catalyst.formattedDate,
        ...shown,
        as_of,
        flags: [
          ...flags,
          ...(score.poa === null && stageOf(program?.phase ?? '') === 'approved'
            ? ['approved']
            : []),
          ...(as_of === null ? ['no_dated_facts'] : []),
        ],
      };
    });
}

/**
 * The one scorecard of every catalyst, past or ahead, by its identifier: as of today, or of the day
 * before the event once that is past.
 */
export function approvalScorecards(refresh: Refresh): ReadonlyMap<string, Scorecard> {
  const find = refresh.once(programFinder);
  const evidenceOf = refresh.once(evidenceFinder);
  const changes = groupBy(refresh.facts.all('catalyst_changes'), (change) => change.catalyst_id);
  return new Map(
    refresh.once(knownCatalysts).map((catalyst) => {
      const { ticker, drugname, treatment } = catalyst;
      const scored_on = scoringDay(catalyst, refresh.today);
      const found = find(ticker, drugname, treatment);
      const program = (found?.updated_date ?? '') <= scored_on ? found : undefined;
      const evidence = evidenceOf(ticker, drugname, treatment);
      const score = scoreApproval(
        {
          catalyst: catalyst.catalyst,
          stage: stageAhead(catalyst, program),
          therapeuticArea: catalyst.therapeuticArea ?? program?.therapeuticArea,
          drugType: catalyst.drugType ?? program?.drugType,
          formattedDate: eventDay(catalyst),
        },
        { ...evidence, program: program ?? null },
        scored_on,
      );
      const id = identifier('catalysts', catalyst);
      const moved = (changes.get(id) ?? []).map(({ changed_date }) => changed_date);
      const days = [dayOf(catalyst.createdDate), program?.updated_date, ...moved];
      const as_of = newestDay(
        ...days.filter((day) => (day ?? '') <= scored_on),
        ...evidenceDays(evidence, scored_on),
      );
      return [id, { catalyst, program, evidence, scored_on, score, as_of }] as const;
    }),
  );
}

/** A program's probability of approval: the same as that of its next catalyst, where it has one. */
export interface ProgramApproval {
  readonly score: ApprovalScore;
  readonly as_of: string | null;
}

/**
 * Our choice: the next catalyst's scorecard is the program's where it is at least as far, since an
 * application that is announced tells that Phase 3 has succeeded.
 */
export function programApprovals(refresh: Refresh): ReadonlyMap<Program, ProgramApproval> {
  const cards = refresh.once(approvalScorecards);
  const ahead = refresh.once(catalystsAhead);
  const evidenceOf = refresh.once(evidenceFinder);
  return new Map(
    refresh.once(programs).map((program) => {
      const { ticker, drug_name, indication, phase, therapeuticArea, drugType } = program;
      const evidence = evidenceOf(ticker, drug_name, indication);
      const score = scoreApproval(
        { stage: phase, therapeuticArea, drugType, formattedDate: NO_EVENT },
        { ...evidence, program },
        refresh.today,
      );
      const as_of = newestDay(program.updated_date, ...evidenceDays(evidence, refresh.today));
      const catalyst = ahead.get(program)?.[0];
      const card = catalyst && cards.get(identifier('catalysts', catalyst));
      const further = card && isAsFar(card.score, score);
      return [program, further ? { score: card.score, as_of: card.as_of } : { score, as_of }];
    }),
  );
}

/** Later than any event, so that all evidence of today counts. */
const NO_EVENT = '9999-12-31';

function isAsFar(catalyst: ApprovalScore, program: ApprovalScore): boolean {
  return catalyst.poa !== null && catalyst.transitions.length <= program.transitions.length;
}

/** The FDA may decide before its goal date. */
function eventDay({ formattedDate, decision_date }: Catalyst): string {
  return decision_date && decision_date < formattedDate ? decision_date : formattedDate;
}

function scoringDay(catalyst: Catalyst, today: string): string {
  const eve = shiftDays(eventDay(catalyst), -1);
  return eve < today ? eve : today;
}

/**
 * Our choice: an event that decides on no stage itself (data at a congress) finds the program where
 * it stands, if that is further than the stage of the data.
 */
function stageAhead(catalyst: Catalyst, program: Program | undefined): string | null {
  const stated = catalyst.stage ?? null;
  const standing = program?.phase ?? null;
  if (standing === null || catalystStage({ catalyst: catalyst.catalyst })) return stated;
  const rank = (phase: string | null) => {
    const stage = stageOf(phase ?? '');
    return stage === null ? -1 : stageRank(stage);
  };
  return rank(standing) > rank(stated) ? standing : stated;
}
