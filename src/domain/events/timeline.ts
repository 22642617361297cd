import { compareText } from '../compare-text.ts';
import { daysBetween } from '../dates.ts';
import { groupBy } from '../group-by.ts';
import { type Decided, type Deciding, deciding, goalOf, readoutOf } from './outcomes.ts';
import { type Placed, place, replaced, withExtension } from './placing.ts';
import { isForeignFiling, type Plan, planKinds } from './plan.ts';
import { dayReported, isSure, type Statement } from './statement.ts';

/** A statement that is not in the calendar, with the reason. */
export interface Waiting {
  readonly statement: Statement;
  readonly why: string;
  /** Main name of the drug, if it is clear. */
  readonly drug: string | null;
}

/** The plans of one drug, and the decisions that do not end a plan. */
export interface Timeline {
  readonly plans: readonly Plan[];
  readonly decisions: readonly Decided[];
  readonly waiting: readonly Omit<Waiting, 'drug'>[];
}

type Step =
  | { readonly day: string; readonly statement: Statement }
  | { readonly day: string; readonly statement?: undefined; readonly decided: Decided };

/**
 * The plans of one drug of one company, from its statements and the decisions in registers, in
 * order of time. A statement with the date of a plan adds evidence, one with another date moves the
 * plan, and an outcome ends it. A later planned date starts a new plan.
 * @param statements served statements about the drug, in the order of `statementsOf`
 * @param stored plans from catalysts of imports and connectors
 * @param known decisions from registers and imports
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
 * Order of statements of the same day: extensions, planned dates, outcomes in texts, decisions in
 * registers.
 */
function rank({ statement }: Step): number {
  if (!statement) return 3;
  const { type } = statement;
  if (type === 'pdufa_extended') return 0;
  return planKinds[type] ? 1 : 2;
}

/** Our choice: maximum days between the FDA's decision and its goal date. */
const GOAL_AHEAD_DAYS = 120;
const GOAL_BEHIND_DAYS = 30;
/** Our choice: maximum days of a review, in which an application may be withdrawn. */
const MAX_REVIEW_DAYS = 400;
/** Our choice: maximum days after the goal date in which a company reports a late decision. */
const MAX_LATE_DAYS = 180;
/** Our choice: reports of the same result within these days concern one decision. */
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
  // A decision in a register without an indication takes the indication from the text.
  const addsNothing = (other: Decided) => other.indication !== null || one.indication === null;
  const isKnown =
    decisions.some(isSame) ||
    known.some((other) => isSame(other) && (addsNothing(other) || !isSameWeek(other, one)));
  return { plans, decisions: isKnown ? decisions : [...decisions, one] };
}

/** Ends the plan whose goal date matches a decision. */
function withDecision(plans: readonly Plan[], one: Decided, late: number): Placed {
  const ahead = one.result === 'Withdrawn' ? MAX_REVIEW_DAYS : GOAL_AHEAD_DAYS;
  const goal = goalOf(plans, one, ahead, late);
  if (goal === 'several') return { plans, why: 'it may concern any of several applications' };
  if (goal === undefined) return { plans };
  const { result, day, statement } = one;
  const statements = statement ? [...goal.statements, statement] : goal.statements;
  return {
    plans: replaced(plans, goal, { ...goal, statements, outcome: { result, day, statement } }),
  };
}

/**
 * Whether a statement is announced and confident enough, and not about a filing with another
 * agency.
 */
export function isServed(statement: Statement): boolean {
  return statement.status === 'announced' && isSure(statement) && !isForeignFiling(statement);
}
