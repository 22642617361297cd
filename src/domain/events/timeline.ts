import { compareText } from '../compare-text.ts';
import { daysBetween } from '../dates.ts';
import { groupBy } from '../group-by.ts';
import { type Decided, type Deciding, deciding, goalOf, readoutOf } from './outcomes.ts';
import { extended, type Placed, place, replaced } from './placing.ts';
import { isForeignFiling, type Plan, planKinds } from './plan.ts';
import { dayReported, isSure, type Statement } from './statement.ts';

/** A statement that is not served, and why; the reason completes "waits: …". */
export interface Waiting {
  readonly statement: Statement;
  readonly why: string;
}

/** What happened to the plans of one drug, and the decisions that concern none of them. */
export interface Timeline {
  readonly plans: readonly Plan[];
  readonly decisions: readonly Decided[];
  readonly waiting: readonly Waiting[];
}

type Step =
  | { readonly day: string; readonly statement: Statement }
  | { readonly day: string; readonly statement?: undefined; readonly decided: Decided };

/**
 * The plans of one drug of one company, from its statements and the decisions that registers know.
 * The earliest statement is taken first: a later one with the same date adds evidence, one with
 * another date moves the plan, an outcome ends it, and what is planned after that is a new plan.
 *
 * @param statements of the drug, announced and sure enough to be served, in their order
 * @param stored plans of the catalysts that imports and connectors have given
 * @param known decisions that registers and imports know
 */
export function timelineOf(
  statements: readonly Statement[],
  stored: readonly Plan[],
  known: readonly Decided[],
): Timeline {
  const waiting: Waiting[] = [];
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
      plans = decided(plans, step.decided, GOAL_BEHIND_DAYS).plans;
      continue;
    }
    const kind = planKinds[statement.type];
    if (kind) {
      const placed = place(plans, kind, statement, documentOf);
      plans = placed.plans;
      if (placed.why) waiting.push({ statement, why: placed.why });
    } else if (statement.type === 'pdufa_extended') {
      plans = extended(plans, statement);
    } else {
      const ended = end(plans, decisions, statement, known);
      ({ plans, decisions } = ended);
      if (ended.why) waiting.push({ statement, why: ended.why });
    }
  }
  return { plans, decisions, waiting };
}

/** The order of a day: what is planned stands before what ends it, an extension before its date. */
function rank({ statement }: Step): number {
  if (!statement) return 3;
  const { type } = statement;
  if (type === 'pdufa_extended') return 0;
  return planKinds[type] ? 1 : 2;
}

/** Our choice: the FDA decides at most so long before its goal date, and so long after it. */
const GOAL_AHEAD_DAYS = 120;
const GOAL_BEHIND_DAYS = 30;
/** An application may be withdrawn at any time of its review. */
const MAX_REVIEW_DAYS = 400;
/** A company's own words tell of a late decision too. */
const MAX_LATE_DAYS = 180;
/** Days within which the same decision told again is one. */
const SAME_DECISION_DAYS = 45;

function isSameWeek(one: Decided, other: Decided): boolean {
  return Math.abs(daysBetween(one.day, other.day)) <= 7;
}

type Ended = Placed & { readonly decisions: readonly Decided[] };

function end(
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
  const told = plans.find(
    ({ kind, outcome }) => kind === 'pdufa' && outcome && isSame({ ...one, ...outcome }),
  );
  if (told) {
    const statements = [...told.statements, statement];
    return { plans: replaced(plans, told, { ...told, statements }), decisions };
  }
  const after = decided(plans, one, MAX_LATE_DAYS);
  if (after.why) return { ...after, decisions };
  if (after.plans !== plans) return { plans: after.plans, decisions };
  // What a register knows without its indication takes it from the text.
  const isWhole = (other: Decided) => other.indication !== null || one.indication === null;
  const isKnown =
    decisions.some(isSame) ||
    known.some((other) => isSame(other) && (isWhole(other) || !isSameWeek(other, one)));
  return { plans, decisions: isKnown ? decisions : [...decisions, one] };
}

/** Ends the plan whose goal date a decision meets. */
function decided(plans: readonly Plan[], one: Decided, late: number): Placed {
  const ahead = one.result === 'Withdrawn' ? MAX_REVIEW_DAYS : GOAL_AHEAD_DAYS;
  const goal = goalOf(plans, one, ahead, late);
  if (goal === 'several') return { plans, why: 'it may decide on one of several applications' };
  if (goal === undefined) return { plans };
  const { result, day, statement } = one;
  const statements = statement ? [...goal.statements, statement] : goal.statements;
  return {
    plans: replaced(plans, goal, { ...goal, statements, outcome: { result, day, statement } }),
  };
}

/** Whether a statement is sure enough, and is what its text reports. */
export function isServed(statement: Statement): boolean {
  return statement.status === 'announced' && isSure(statement) && !isForeignFiling(statement);
}
