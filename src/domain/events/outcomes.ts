import { daysBetween, shiftDays } from '../dates.ts';
import {
  concernOf,
  concernOfPlan,
  currentDate,
  mayBeSame,
  type Plan,
  type PlanKind,
  replaced,
  sameIndication,
} from './plan.ts';
import { dayReported, detailText, type Statement } from './statement.ts';

/**
 * A decision of the FDA. A decision from a text has a statement, and a decision from a register has
 * no statement.
 */
export interface Decided {
  readonly result: string;
  readonly day: string;
  readonly indication: string | null;
  readonly statement: Statement | null;
}

/** The outcome that a statement reports, and the kind of planned event that it ends. */
export interface Deciding {
  readonly ends: PlanKind;
  readonly result: string;
}

const verdicts: Readonly<Record<string, string>> = {
  met: 'positive',
  not_met: 'negative',
  mixed: 'mixed',
};

/** The outcome of a trial according to a statement. Undefined if the statement gives none. */
export function verdictOf(statement: Statement): string | undefined {
  return verdicts[detailText(statement, 'outcome') ?? ''];
}

/**
 * Returns the kind of planned event that a statement ends, with the outcome. Returns undefined if
 * the statement ends no planned event, or if the agency is not the FDA.
 */
export function deciding(statement: Statement): Deciding | undefined {
  if (detailText(statement, 'agency') !== null) return undefined;
  const kind = detailText(statement, 'kind') ?? '';
  switch (statement.type) {
    case 'approval':
      // A tentative approval does not permit sales, so it is not an outcome. Generics and devices
      // have no goal date.
      return /tentative|ANDA|device/i.test(kind) ? undefined : goal('Approved');
    case 'crl':
      return goal('CRL');
    case 'withdrawn':
      return detailText(statement, 'what') === 'application' ? goal('Withdrawn') : undefined;
    case 'trial_result':
      return { ends: 'readout', result: verdictOf(statement) ?? 'unclear' };
    case 'nda_bla_submitted':
      return { ends: 'filing', result: 'submitted' };
    default:
      return undefined;
  }
}

function goal(result: string): Deciding {
  return { ends: 'pdufa', result };
}

/**
 * Our choice: a decision is matched to the nearest goal date only if the second nearest goal date
 * is at least this many days farther away.
 */
const CLEARLY_NEARER_DAYS = 45;

/**
 * Returns the planned event that a decision ends. This is the event with the nearest goal date
 * among the events that have the same indication and no outcome yet. Returns `several` if another
 * goal date is almost as near.
 * @param ahead the maximum number of days from the decision to a later goal date
 * @param late the maximum number of days from an earlier goal date to the decision
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

/**
 * Our choice: maximum days by which a readout or a filing may be earlier than its planned period.
 */
const EARLY_DAYS = 180;
/**
 * Our choice: maximum days by which an unclear result may be earlier than the planned period. An
 * unclear result is not stated as positive, negative or mixed. A result that is even earlier may
 * belong to another analysis.
 */
const EARLY_UNCLEAR_DAYS = 31;
/** Our choice: maximum days by which a readout or a filing may be later than its planned period. */
const LATE_DAYS = 400;

/**
 * Ends the readout or filing that a statement reports. The planned events stay unchanged unless
 * exactly one open event matches.
 */
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
  const [plan, ...others] = open;
  if (!plan || others.length > 0) return plans;
  const statements = [...plan.statements, statement];
  return replaced(plans, plan, { ...plan, statements, outcome: { result, day, statement } });
}
