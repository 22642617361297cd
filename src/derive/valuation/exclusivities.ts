import { dayOf, daysBetween } from '../../domain/dates.ts';
import { groupBy } from '../../domain/group-by.ts';
import { type LossOfExclusivity, lossOfExclusivity } from '../../domain/valuation/exclusivity.ts';
import type { Sourced } from '../../store/facts-store.ts';
import { approvedNames } from '../approval/decisions.ts';
import type { Refresh } from '../computation.ts';
import { drugIndex } from '../programs/drug-index.ts';
import type { Program } from '../programs/drug-program.ts';

/**
 * Returns a function that finds the end of a drug's protection, which is the latest end among the
 * applications under which it is approved. Our choice: an orphan exclusivity counts only if it
 * started with the approval of the drug.
 */
export function exclusivityFinder(
  refresh: Refresh,
): (program: Pick<Program, 'ticker' | 'drug_name'>) => LossOfExclusivity | null {
  const { facts, universe } = refresh;
  const rights = groupBy(
    facts.all('exclusivities'),
    ({ application_number }) => application_number,
  );
  const applications = facts.all('approvals').flatMap((fact) => {
    const ticker = universe.ticker(fact.ticker, fact.sponsor_name);
    const own = rights.get(fact.application_number ?? '');
    if (!ticker || !own) return [];
    const approved = dayOf(fact.approval_date);
    return {
      ticker,
      names: approvedNames(fact),
      own: own.filter((one) => isOfDrug(one, approved)),
    };
  });
  const index = drugIndex(refresh, applications, (one) => one);
  return ({ ticker, drug_name }) => {
    const listed = index.find({ ticker, names: [drug_name] }).flatMap(({ own }) => own);
    return lossOfExclusivity(
      listed.map(({ type, code, expires, is_substance, is_product, is_delisted }) => ({
        ...{ type, code, expires },
        is_substance: is_substance === true,
        is_product: is_product === true,
        is_delisted: is_delisted === true,
      })),
    );
  };
}

/** Maximum days between an approval and the start of its orphan exclusivity. */
const SAME_APPROVAL_DAYS = 31;

/**
 * Whether a right protects the drug. An orphan exclusivity from a later approval protects only a
 * use of the drug.
 */
function isOfDrug(
  { code, listed_date }: Sourced<'exclusivities'>,
  approved: string | undefined,
): boolean {
  if (!code.startsWith('ODE') || !approved || !listed_date) return true;
  return Math.abs(daysBetween(approved, listed_date)) <= SAME_APPROVAL_DAYS;
}
