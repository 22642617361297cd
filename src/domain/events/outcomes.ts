import { daysBetween, shiftDays } from '../dates.ts';
import {
  concernOf,
  concernOfPlan,
  currentDate,
  mayBeSame,
  type Plan,
  type PlanKind,
  sameIndication,
} from './plan.ts';
import { dayReported, detailText, type Statement } from './statement.ts';

/** A decision of the FDA, from a text or, without a statement, from a register. */
export interface Decided {
  readonly result: string;
  readonly day: string;
  readonly indication: string | null;
  readonly statement: Statement | null;
}

/** Which kind of plan a statement ends, and how. */
export interface Deciding {
  readonly ends: PlanKind;
  readonly result: string;
}

const results: Readonly<Record<string, string>> = {
  met: 'positive',
  not_met: 'negative',
  mixed: 'mixed',
};

/** What a statement ends; undefined for what ends nothing, and for agencies other than the FDA. */
export function deciding(statement: Statement): Deciding | undefined {
  if (detailText(statement, 'agency') !== null) return undefined;
  const kind = detailText(statement, 'kind') ?? '';
  switch (statement.type) {
    case 'approval':
      // A tentative approval allows no sale, and a generic or a device has no goal date.
      return /tentative|ANDA|device/i.test(kind) ? undefined : goal('Approved');
    case 'crl':
      return goal('CRL');
    case 'withdrawn':
      return detailText(statement, 'what') === 'application' ? goal('Withdrawn') : undefined;
    case 'trial_result': {
      const result = results[detailText(statement, 'outcome') ?? ''] ?? 'unclear';
      return { ends: 'readout', result };
    }
    case 'nda_bla_submitted':
      return { ends: 'filing', result: 'submitted' };
    default:
      return undefined;
  }
}

function goal(result: string): Deciding {
  return { ends: 'pdufa', result };
}

/** Days by which the nearest goal date must be nearer than the next, to be told from it. */
const CLEARLY_NEARER_DAYS = 45;

/**
 * The open plan that a decision meets: the nearest goal date of the same indication.
 *
 * @param ahead days by which the decision may come before the goal date
 * @param late days by which it may come after it
 */
export function goalOf(
  plans: readonly Plan[],
  { day, indication }: Decided,
  ahead: number,
  late: number,
): Plan | 'several' | undefined {
  const apart = (plan: Plan) => daysBetween(day, currentDate(plan).to);
  const near = plans
    .filter((plan) => plan.kind === 'pdufa' && plan.outcome === null)
    .filter((plan) => (plan.dates[0]?.since ?? '') <= day)
    .filter((plan) => sameIndication(concernOfPlan(plan).indication, indication))
    .filter((plan) => apart(plan) <= ahead && apart(plan) >= -late)
    .toSorted((a, b) => Math.abs(apart(a)) - Math.abs(apart(b)));
  const [first, second] = near;
  if (!first || !second) return first;
  const isClear = Math.abs(apart(second)) - Math.abs(apart(first)) >= CLEARLY_NEARER_DAYS;
  return isClear ? first : 'several';
}

/** Days before its window by which a readout or a filing may come. */
const EARLY_DAYS = 180;
/** Results without a verdict may be of another analysis: they end a plan near its window alone. */
const EARLY_UNCLEAR_DAYS = 31;
const LATE_DAYS = 400;

/** Ends the one open readout or filing that a statement reports. */
export function readoutOf(
  plans: readonly Plan[],
  kind: PlanKind,
  result: string,
  statement: Statement,
): readonly Plan[] {
  const day = dayReported(statement);
  const early = result === 'unclear' ? EARLY_UNCLEAR_DAYS : EARLY_DAYS;
  const concern = concernOf(statement);
  const open = plans.filter(
    (plan) =>
      plan.kind === kind &&
      plan.outcome === null &&
      (plan.dates[0]?.since ?? '') < day &&
      day >= shiftDays(currentDate(plan).from, -early) &&
      day <= shiftDays(currentDate(plan).to, LATE_DAYS) &&
      mayBeSame(concernOfPlan(plan), concern, kind),
  );
  if (open.length !== 1) return plans;
  return plans.map((plan) =>
    plan === open[0]
      ? {
          ...plan,
          statements: [...plan.statements, statement],
          outcome: { result, day, statement },
        }
      : plan,
  );
}
