import { APPROVAL } from '../../domain/approval/methods.ts';
import { groupBy } from '../../domain/group-by.ts';
import { catalystOutlooks, companyOutlooks } from '../catalysts/company-outlooks.ts';
import type { Collections } from '../collection.ts';
import type { Refresh } from '../computation.ts';
import type { Program } from '../programs/drug-program.ts';
import { programs } from '../programs/programs.ts';
import type { ProgramApproval } from './approval.ts';

export const approvalCollections = {
  poaScores: { rows: poaScores, method: APPROVAL },
} satisfies Collections;

/**
 * Scorecards of the catalysts that lie ahead. Our choice: the decided ones stand in the historical
 * calendar with the scores that they had on the day before each.
 */
export function poaScores(refresh: Refresh) {
  return [...refresh.memo(catalystOutlooks).values()].flatMap(({ poa }) => poa ?? []);
}

/** The probability of every program. */
export function programApprovals(refresh: Refresh): ReadonlyMap<Program, ProgramApproval> {
  const outlooks = refresh.memo(companyOutlooks);
  const byTicker = groupBy(refresh.memo(programs), ({ ticker }) => ticker);
  const approvals = new Map(
    [...byTicker].flatMap(([ticker, own]) =>
      own.map((program, at) => [program, outlooks.get(ticker)!.programs[at]!] as const),
    ),
  );
  return new Map(refresh.memo(programs).map((program) => [program, approvals.get(program)!]));
}
