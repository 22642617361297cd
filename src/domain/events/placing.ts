import { daysBetween, isCalendarDate, shiftDays, shiftMonths } from '../dates.ts';
import {
  type Concern,
  concernOf,
  concernOfPlan,
  currentDate,
  mayBeSame,
  type Plan,
  type PlanKind,
  type PlannedDate,
  planKinds,
  replaced,
  shiftBetween,
} from './plan.ts';
import { detailText, overlaps, type Period, type Statement } from './statement.ts';

/**
 * The planned events after a statement was processed. `why` explains why a statement had no effect.
 */
export interface Placed {
  readonly plans: readonly Plan[];
  readonly why?: string;
}

/**
 * Our choice: a text that is published more than this many days after the date of a planned event
 * does not move this date.
 */
const GRACE_DAYS = 7;
/** Our choice: maximum number of days by which one statement can move a date. */
const MAX_MOVE_DAYS: Readonly<Record<PlanKind, number>> = {
  pdufa: 200,
  adcomm: 200,
  readout: 550,
  filing: 550,
};
/**
 * Our choice: maximum length in days of a period that is stated as a goal date. A half-year is too
 * long.
 */
const MAX_GOAL_DAYS = 150;
/**
 * Our choice: maximum number of days by which an announced extension of the review can move a goal
 * date.
 */
const MAX_EXTENSION_DAYS = 400;

/** Returns all statements about the same drug in the document of a statement. */
export type DocumentOf = (statement: Statement) => readonly Statement[];

/**
 * Processes a statement that states a planned date. The statement adds evidence for a planned
 * event, moves the date of an event, or adds a new event.
 */
export function place(
  plans: readonly Plan[],
  kind: PlanKind,
  statement: Statement,
  documentOf: DocumentOf,
): Placed {
  const { date, published, precision } = statement;
  const document = documentOf(statement);
  const length = date === null ? 0 : daysBetween(date.from, date.to);
  if (kind === 'pdufa' && length > MAX_GOAL_DAYS) {
    return { plans, why: 'a period of half a year or more is not a goal date' };
  }
  // A planned date before the publication of the text is background information, so the statement
  // has no effect.
  if (date === null || date.to < published) return { plans };
  const concern = concernOf(statement);
  const alike = plans.filter(
    (plan) => plan.kind === kind && mayBeSame(concernOfPlan(plan), concern, kind),
  );
  const next: PlannedDate = { ...date, precision, since: published, statement };
  const same =
    alike.find((plan) => plan.dates.some((held) => overlaps(held, date))) ??
    plans.find((plan) => plan.kind === kind && isGoalDay(plan, date));
  if (same) return { plans: replaced(plans, same, withEvidence(same, next, documentOf)) };
  const open = alike.filter((plan) => plan.outcome === null);
  const extension = document.some(({ type }) => type === 'pdufa_extended') && kind === 'pdufa';
  const movable = open.filter((plan) => isMovable(plan, next, documentOf, extension));
  if (movable.length > 1) return { plans, why: 'the statement may refer to any of several events' };
  const [moved] = movable;
  if (moved?.stored && !extension) {
    return { plans, why: `the date differs from the imported date, ${currentDate(moved).to}` };
  }
  if (moved) return { plans: replaced(plans, moved, withDate(moved, next, statement)) };
  const rival = open.find(
    (plan) => currentDate(plan).since === published && isDoubtful(plan, concern, document),
  );
  if (rival)
    return {
      plans,
      why: `another text from the same day states a different date, ${currentDate(rival).to}`,
    };
  const plan: Plan = { kind, dates: [next], statements: [statement], stored: null, outcome: null };
  return { plans: [...plans, plan] };
}

/**
 * Whether a planned event has the given day as its goal date. Our choice: two statements about the
 * same drug and goal date are about one decision, even if their indications differ, because texts
 * name an indication in different words ("kidney disease", "FSGS").
 */
function isGoalDay(plan: Plan, { from, to }: Period): boolean {
  const held = currentDate(plan);
  return plan.kind === 'pdufa' && from === to && held.from === from && held.to === to;
}

/**
 * Whether a document may be about a different FDA decision than a planned event. This is the case
 * if the event's goal date comes from another document, and if the document or the event states no
 * indication.
 */
function isDoubtful(plan: Plan, { indication }: Concern, document: readonly Statement[]): boolean {
  const setter = currentDate(plan).statement;
  const isOther = setter !== null && !document.includes(setter);
  const bothSay = indication !== null && concernOfPlan(plan).indication !== null;
  return isOther && plan.kind === 'pdufa' && !bothSay;
}

/**
 * Adds a statement to a planned event as evidence. A statement whose period does not overlap the
 * event's current date is ignored. If the period is narrower or later than the current date, it
 * becomes the date of the event under two conditions:
 * - The statement is clearly about the same event.
 * - The event has no outcome and is not imported.
 */
function withEvidence(plan: Plan, next: PlannedDate, documentOf: DocumentOf): Plan {
  const held = currentDate(plan);
  const statement = next.statement!;
  if (!overlaps(held, next)) return plan;
  const isNarrower =
    next.from >= held.from && next.to <= held.to && (next.from > held.from || next.to < held.to);
  const isShifted = next.from > held.from && next.to > held.to;
  const isOpen = plan.outcome === null && plan.stored === null;
  const isExact = !VAGUE.test(statement.sentence) && isSurelySame(plan, statement, documentOf);
  return isOpen && isExact && (isNarrower || isShifted)
    ? withDate(plan, next, statement)
    : { ...plan, statements: [...plan.statements, statement] };
}

/**
 * Matches vague periods, which do not replace a date: "early 2027" is not a narrower date than "the
 * first half of 2027".
 */
const VAGUE =
  /\b(?:early|mid|late|around|beginning|end) (?:of |in )?(?:the )?(?:\w+ ){0,2}\d{4}\b/i;

/**
 * Whether a statement is about the same readout as a planned event. Our choice: if the name of the
 * trial is known, it identifies the readout. Otherwise, the phase identifies the readout, but only
 * if each text mentions a single readout.
 */
function isSurelySame(plan: Plan, statement: Statement, documentOf: DocumentOf): boolean {
  if (plan.kind !== 'readout') return true;
  const [mine, theirs] = [concernOfPlan(plan), concernOf(statement)];
  if (mine.trial !== null && theirs.trial !== null) return true;
  const setter = currentDate(plan).statement;
  const areAlone = [setter, statement].every(
    (one) =>
      one === null ||
      documentOf(one).filter(({ type }) => planKinds[type] === 'readout').length < 2,
  );
  return areAlone && mine.phase !== null && theirs.phase !== null;
}

function withDate(plan: Plan, next: PlannedDate, statement: Statement): Plan {
  return { ...plan, dates: [...plan.dates, next], statements: [...plan.statements, statement] };
}

/**
 * Whether a statement moves the date of a planned event. Our choice: a text that reports the
 * acceptance of an application moves no goal date, because it states the goal date of a new event.
 * A text that also states the current date of the event is assumed to be about two events, so it
 * moves no date.
 */
function isMovable(
  plan: Plan,
  next: PlannedDate,
  documentOf: DocumentOf,
  extension: boolean,
): boolean {
  const document = documentOf(next.statement!);
  const held = currentDate(plan);
  if (next.since <= held.since && !extension) return false;
  if (!isSurelySame(plan, next.statement!, documentOf)) return false;
  if (next.since > shiftDays(held.to, GRACE_DAYS)) return false;
  const limit = extension ? MAX_EXTENSION_DAYS : MAX_MOVE_DAYS[plan.kind];
  if (Math.abs(shiftBetween(held, next)) > limit) return false;
  if (extension) return shiftBetween(held, next) > 0;
  const statesBoth = document.some(
    ({ type, date }) => planKinds[type] === plan.kind && date !== null && overlaps(date, held),
  );
  const isNew = plan.kind === 'pdufa' && document.some(({ type }) => type === 'nda_bla_accepted');
  return !statesBoth && !isNew;
}

/**
 * Our choice: maximum length of an extension in months. It is used if a text states the length of
 * the extension but not the old goal date.
 */
const MAX_EXTENSION_MONTHS = 12;

/**
 * Adds the goal date that applied before an announced extension, unless a planned event already has
 * this date. Our choice: if a text states only the length of the extension, the old date is the new
 * date minus this length. It is computed only if no other goal date is open.
 */
export function withExtension(plans: readonly Plan[], statement: Statement): readonly Plan[] {
  const { months } = statement.detail;
  const now = detailText(statement, 'new');
  const goals = plans.filter(({ kind }) => kind === 'pdufa');
  const isOfNow = ({ dates }: Plan) => dates.some(({ from }) => from === now);
  const isAlone = goals.every((plan) => plan.outcome !== null || isOfNow(plan));
  const isStated = typeof months === 'number' && months > 0 && months <= MAX_EXTENSION_MONTHS;
  const byMonths =
    isAlone && isStated && now && isCalendarDate(now) ? shiftMonths(now, -months) : null;
  const old = detailText(statement, 'old') ?? byMonths;
  if (old === null || now === null || now <= old) return plans;
  const period: Period = { from: old, to: old };
  if (goals.some(({ dates }) => dates.some((held) => overlaps(held, period)))) return plans;
  const held = { ...period, precision: 'day', since: statement.published, statement };
  const moved = goals.find(isOfNow);
  if (!moved) {
    const plan = { dates: [held], statements: [statement], stored: null, outcome: null };
    return [...plans, { kind: 'pdufa', ...plan }];
  }
  const [first] = moved.dates;
  if (moved.stored || moved.dates.length > 1 || !first) return plans;
  const dates = [{ ...held, since: first.since }, first];
  return replaced(plans, moved, { ...moved, dates, statements: [...moved.statements, statement] });
}
