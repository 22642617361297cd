import { decidedStatus } from '../../domain/approval/decided-status.ts';
import { isApproval } from '../../domain/approval/observed-rates.ts';
import { areaOfDisease } from '../../domain/approval/therapeutic-area.ts';
import { isAhead } from '../../domain/catalysts/ahead.ts';
import { newestDay, shiftDays } from '../../domain/dates.ts';
import { groupBy } from '../../domain/group-by.ts';
import { onFirstUse } from '../../domain/on-first-use.ts';
import { mayBeFiled, phaseRank } from '../../domain/programs/development-stage.ts';
import { nameKey } from '../../domain/programs/drug-names.ts';
import { drugTypeOf } from '../../domain/programs/drug-type.ts';
import { coversIndication, indicationWords } from '../../domain/programs/indications.ts';
import { fdaDecisions } from '../approval/decisions.ts';
import type { FdaDecision } from '../approval/fda-decision.ts';
import { GOAL_AHEAD_DAYS, isPdufa } from '../approval/goal-dates.ts';
import { labelTexts } from '../approval/letters.ts';
import type { Refresh } from '../computation.ts';
import { drugIndex, type NamedDrug } from './drug-index.ts';
import type { Program } from './drug-program.ts';
import { indicationKeys } from './trial-programs.ts';

/**
 * Applies FDA decisions to programs. If a decision states the indication and no program matches, a
 * program is appended. Our choices for a company whose programs a source lists:
 * - No program is appended.
 * - A decision changes a program only if the decision is later than the program's `updated_date`.
 *
 * @param listed the tickers of companies whose programs a source lists
 */
export function withDecisions(
  refresh: Refresh,
  programs: readonly Program[],
  listed: ReadonlySet<string>,
): readonly Program[] {
  const programsOf = decidedProgramFinder(refresh, programs);
  const decided = new Map<Program, FdaDecision[]>();
  const alone: FdaDecision[] = [];
  for (const decision of refresh.memo(fdaDecisions)) {
    const isListed = listed.has(decision.ticker);
    const own = programsOf(decision);
    if (own.length === 0 && !isListed) alone.push(decision);
    for (const program of own) {
      if (isListed && decision.decided <= (program.updated_date ?? '')) continue;
      decided.set(program, [...(decided.get(program) ?? []), decision]);
    }
  }
  for (const [program, decisions] of programsOfDecisions(refresh, alone))
    decided.set(program, decisions);
  const isPending = pendingFinder(refresh);
  return [...new Set([...programs, ...decided.keys()])].map((program) => {
    const decisions = decided.get(program);
    return decisions
      ? asDecided(program, decisions, isPending(program, decisions), refresh.today)
      : program;
  });
}

function asDecided(
  program: Program,
  decisions: readonly FdaDecision[],
  isPending: boolean,
  today: string,
): Program {
  const status = decidedStatus(decisions, isPending, today);
  if (status === null) return program;
  const approvals = decisions.filter(({ decision }) => isApproval(decision));
  const isEnded = status === 'Approved' && approvals.every((one) => one.is_discontinued);
  const isFiled = phaseRank(program.phase) >= phaseRank(FILED);
  return {
    ...program,
    undecided: program,
    status: isEnded ? 'Discontinued' : status,
    phase: status === 'Approved' ? 'Approved' : isFiled ? program.phase : FILED,
    updated_date: newestDay(program.updated_date, ...decisions.map(({ decided }) => decided)),
  };
}

const FILED = 'NDA/BLA';

/**
 * Returns a function that finds the programs that an FDA decision concerns. If the decision states
 * an indication, these are the programs of its drug in this indication. If not, the indications
 * come from the drug label. Our choice: if there is no label either, the decision concerns the
 * drug's only program that has reached the filing stage. If the first trial of this program started
 * after the decision, no program is returned.
 */
function decidedProgramFinder(refresh: Refresh, programs: readonly Program[]) {
  const byDrug = drugIndex(refresh, programs, namesOf);
  const keyOf = refresh.memo(indicationKeys);
  const labels = labelWords(refresh.memo(labelTexts));
  return (decision: FdaDecision): readonly Program[] => {
    const own = byDrug.find(decision);
    if (own.length === 0) return [];
    if (decision.indication) {
      const [key, words] = [keyOf(decision.indication), indicationWords(decision.indication)];
      return own.filter(
        ({ indication }) => keyOf(indication) === key || coversIndication(words, indication),
      );
    }
    const label = labels.get(decision.application_number ?? '');
    if (label) return own.filter(({ indication }) => coversIndication(label(), indication));
    const filed = own.filter(({ phase }) => mayBeFiled(phase));
    if ((filed[0]?.started ?? '') > decision.decided) return [];
    return filed.length === 1 ? filed : [];
  };
}

/**
 * Maps application numbers to the words of the label's indications. The words are extracted on
 * first use.
 */
function labelWords(labels: ReadonlyMap<string, string>) {
  return new Map(
    [...labels].map(([number, text]) => [number, onFirstUse(() => indicationWords(text))]),
  );
}

/** Programs that are created from decisions without a matching program, each with its decisions. */
function programsOfDecisions(refresh: Refresh, decisions: readonly FdaDecision[]) {
  const keyOf = refresh.memo(indicationKeys);
  const stated = decisions.filter(({ drug, indication }) => drug && indication);
  const groups = groupBy(
    stated,
    ({ ticker, drug, indication }) => `${ticker} ${nameKey(drug!)} ${keyOf(indication!)}`,
  );
  return [...groups.values()].map((own): readonly [Program, FdaDecision[]] => {
    const { ticker, drug, names, indication } = own[0]!;
    const program = {
      ticker,
      drug_name: drug!,
      other_names: names,
      indication: indication!,
      phase: FILED,
      status: 'Inactive',
      therapeuticArea: areaOfDisease(indication),
      drugType: drugTypeOf({ names }),
      updated_date: newestDay(...own.map(({ decided }) => decided)),
    };
    return [program, [...own]];
  });
}

/**
 * Returns a function that tests whether the calendar shows a pending FDA decision on the program's
 * drug. Our choice: a past goal date without a known outcome is still pending, unless the company's
 * last known decision on the program may be the decision for this goal date.
 */
function pendingFinder(refresh: Refresh) {
  const open = refresh.facts.all('catalysts').filter((one) => isPdufa(one) && !one.decision);
  const byDrug = drugIndex(refresh, open, ({ ticker, drugname }) => ({
    ticker,
    names: [drugname],
  }));
  const keyOf = refresh.memo(indicationKeys);
  return (program: Program, decisions: readonly FdaDecision[]): boolean => {
    const last = newestDay(...decisions.map(({ decided }) => decided)) ?? '';
    return byDrug.find(namesOf(program)).some((goal) => {
      const isOwn = !goal.treatment || keyOf(goal.treatment) === keyOf(program.indication);
      const isLater = goal.formattedDate > shiftDays(last, GOAL_AHEAD_DAYS);
      return isOwn && (isLater || isAhead(goal, refresh.today));
    });
  };
}

function namesOf({ ticker, drug_name, other_names = [] }: Program): NamedDrug {
  return { ticker, names: [drug_name, ...other_names] };
}
