import { compareText } from '../compare-text.ts';
import { daysBetween } from '../dates.ts';
import { groupBy } from '../group-by.ts';
import { type Decided, type Deciding, deciding, goalOf, readoutOf } from './outcomes.ts';
import { type Placed, place, withExtension } from './placing.ts';
import { isForeignFiling, type Plan, planKinds, replaced } from './plan.ts';
import { dayReported, isSure, type Statement } from './statement.ts';

/** A statement from which no record is computed, with the reason. */
export interface Waiting {
  readonly statement: Statement;
  readonly why: string;
  /** The main name of the drug. Null if it is unclear which drug is meant. */
  readonly drug: string | null;
}

/** The planned events of one drug, and the decisions that do not end a planned event. */
export interface Timeline {
  readonly plans: readonly Plan[];
  readonly decisions: readonly Decided[];
  readonly waiting: readonly Omit<Waiting, 'drug'>[];
}

type Step =
  | { readonly day: string; readonly statement: Statement }
  | { readonly day: string; readonly statement?: undefined; readonly decided: Decided };

/**
 * Computes the planned events of one drug of a company. Statements and decisions in registers are
 * processed in order of time:
 * - If an event already has a planned date, a statement of this date adds evidence to the event.
 * - Any other planned date may be a new date of an event without an outcome (see `place`). If this
 *   is possible for exactly one event, the event gets the date. If it is possible for none, a new
 *   event is added. If it is possible for several, the statement is added to `waiting`.
 * - An outcome ends an event.
 * @param statements the statements about the drug that pass `isServed`, in the order of
 *   `statementsOf`
 * @param stored the planned events from imported catalysts
 * @param known the decisions from registers and imports
 */
export function timelineOf(
  statements: readonly Statement[],
  stored: readonly Plan[],
  known: readonly Decided[],
): Timeline {
  const waiting: Omit<Waiting, 'drug'>[] = [];
  let plans: readonly Plan[] = stored;
  let decisions: readonly Decided[] = [];
  const steps: readonly Step[] = [
    ...statements.map((statement) => ({ day: statement.published, statement })),
    ...known.map((decided) => ({ day: decided.day, decided })),
  ].toSorted((a, b) => compareText(a.day, b.day) || rank(a) - rank(b));
  const byDocument = groupBy(statements, ({ document }) => document);
  const documentOf = ({ document }: Statement) => byDocument.get(document) ?? [];
  for (const step of steps) {
    const { statement } = step;
    if (!statement) {
      plans = withDecision(plans, step.decided, GOAL_BEHIND_DAYS).plans;
      continue;
    }
    const kind = planKinds[statement.type];
    if (kind) {
      const placed = place(plans, kind, statement, documentOf);
      plans = placed.plans;
      if (placed.why) waiting.push({ statement, why: placed.why });
    } else if (statement.type === 'pdufa_extended') {
      plans = withExtension(plans, statement);
    } else {
      const ended = withOutcome(plans, decisions, statement, known);
      ({ plans, decisions } = ended);
      if (ended.why) waiting.push({ statement, why: ended.why });
    }
  }
  return { plans, decisions, waiting };
}

/**
 * The order in which statements of the same day are processed: extensions, planned dates, outcomes
 * in texts, decisions in registers.
 */
function rank({ statement }: Step): number {
  if (!statement) return 3;
  const { type } = statement;
  if (type === 'pdufa_extended') return 0;
  return planKinds[type] ? 1 : 2;
}

/**
 * Our choice: a decision of the FDA can belong to a goal date that is at most this many days after
 * the decision.
 */
const GOAL_AHEAD_DAYS = 120;
/**
 * Our choice: a decision in a register can belong to a goal date that is at most this many days
 * before the decision.
 */
const GOAL_BEHIND_DAYS = 30;
/**
 * Our choice: maximum number of days of a review. A withdrawal at most this many days before the
 * goal date ends the review.
 */
const MAX_REVIEW_DAYS = 400;
/**
 * Our choice: a decision in a text can belong to a goal date that is at most this many days before
 * the decision.
 */
const MAX_LATE_DAYS = 180;
/**
 * Our choice: if texts report the same outcome of a decision and are at most this many days apart,
 * they are about one decision.
 */
const SAME_DECISION_DAYS = 45;

function isSameWeek(one: Decided, other: Decided): boolean {
  return Math.abs(daysBetween(one.day, other.day)) <= 7;
}

type Ended = Placed & { readonly decisions: readonly Decided[] };

function withOutcome(
  plans: readonly Plan[],
  decisions: readonly Decided[],
  statement: Statement,
  known: readonly Decided[],
): Ended {
  const what: Deciding | undefined = deciding(statement);
  if (what === undefined) return { plans, decisions };
  if (what.ends !== 'pdufa') {
    return { plans: readoutOf(plans, what.ends, what.result, statement), decisions };
  }
  const one: Decided = {
    result: what.result,
    day: dayReported(statement),
    indication: statement.indication,
    statement,
  };
  const isSame = (other: Decided) =>
    other.result === one.result && Math.abs(daysBetween(other.day, one.day)) <= SAME_DECISION_DAYS;
  const ended = plans.find(
    ({ kind, outcome }) => kind === 'pdufa' && outcome && isSame({ ...one, ...outcome }),
  );
  if (ended) {
    const statements = [...ended.statements, statement];
    return { plans: replaced(plans, ended, { ...ended, statements }), decisions };
  }
  const after = withDecision(plans, one, MAX_LATE_DAYS);
  if (after.why) return { ...after, decisions };
  if (after.plans !== plans) return { plans: after.plans, decisions };
  // A register may state no indication for a decision. The text is then kept, because it adds the
  // indication.
  const addsNothing = (other: Decided) => other.indication !== null || one.indication === null;
  const isKnown =
    decisions.some(isSame) ||
    known.some((other) => isSame(other) && (addsNothing(other) || !isSameWeek(other, one)));
  return { plans, decisions: isKnown ? decisions : [...decisions, one] };
}

/** Ends the planned event whose goal date matches a decision. */
function withDecision(plans: readonly Plan[], one: Decided, late: number): Placed {
  const ahead = one.result === 'Withdrawn' ? MAX_REVIEW_DAYS : GOAL_AHEAD_DAYS;
  const goal = goalOf(plans, one, ahead, late);
  if (goal === 'several')
    return { plans, why: 'the decision may concern any of several applications' };
  if (goal === undefined) return { plans };
  const { result, day, statement } = one;
  const statements = statement ? [...goal.statements, statement] : goal.statements;
  return {
    plans: replaced(plans, goal, { ...goal, statements, outcome: { result, day, statement } }),
  };
}

/**
 * Whether records may be computed from a statement: it announces an event, is confirmed, and is not
 * about an application to an agency other than the FDA.
 */
export function isServed(statement: Statement): boolean {
  return statement.status === 'announced' && isSure(statement) && !isForeignFiling(statement);
}
