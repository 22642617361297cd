import { APPROVAL } from '../../domain/approval/methods.ts';
import { groupBy } from '../../domain/group-by.ts';
import { catalystOutlooks, companyOutlooks } from '../catalysts/company-outlooks.ts';
import type { Collections } from '../collection.ts';
import type { Refresh } from '../computation.ts';
import type { Program } from '../programs/drug-program.ts';
import { programs } from '../programs/programs.ts';
import type { ProgramApproval } from './approval.ts';

export const approvalCollections = {
  poaScores: { from: ['catalysts'], rows: poaScores, method: APPROVAL },
} satisfies Collections;

/**
 * Scorecards of future catalysts. Our choice: decided catalysts are not included. They are in the
 * historical calendar with the score of the day before the event.
 */
export function poaScores(refresh: Refresh) {
  return [...refresh.memo(catalystOutlooks).values()].flatMap(({ poa }) => poa ?? []);
}

/** The approval probability of each program. */
export function programApprovals(refresh: Refresh): ReadonlyMap<Program, ProgramApproval> {
  const outlooks = refresh.memo(companyOutlooks);
  const byTicker = groupBy(refresh.memo(programs), ({ ticker }) => ticker);
  return new Map(
    [...byTicker].flatMap(([ticker, own]) =>
      own.map((program, at) => [program, outlooks.get(ticker)!.programs[at]!] as const),
    ),
  );
}
