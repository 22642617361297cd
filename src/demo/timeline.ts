import { isTradingDay } from '../domain/market/exchange-days.ts';
import type { Company } from './companies.ts';
import { type Day, isoOf } from './days.ts';
import type { Phase, Program, Result, Stage, TrialRun } from './programs.ts';
import { stages } from './programs.ts';
import type { Quota, Random } from './random.ts';

type Range = readonly [least: number, most: number];

// For each phase: the range of days until the readout, the range of enrolled participants, and the
// fraction of programs that advance. The fractions are from BIO/QLS/Informa, "Clinical Development
// Success Rates 2011–2020", 2021, Figure 1.
const phases: Readonly<Record<Phase, { days: Range; enrolled: Range; advances: number }>> = {
  'Phase 1': { days: [260, 520], enrolled: [18, 90], advances: 0.52 },
  'Phase 2': { days: [330, 640], enrolled: [60, 280], advances: 0.289 },
  'Phase 3': { days: [420, 820], enrolled: [220, 1400], advances: 0.578 },
};
// Fraction of applications that are approved in each review cycle. About 90.6% are approved within
// two cycles (BIO/QLS/Informa 2021). Our choice: how these approvals are divided between the
// cycles.
const approvedInCycle = { 1: 0.85, 2: 0.75 } as const;

// Typical logarithmic return of a small company's stock on the day of a good or a bad event of its
// lead program. Our choice: the values. Only their order is taken from Singh et al. 2022, PLoS ONE
// e0272851.
const returns: Readonly<Record<string, readonly [good: number, bad: number]>> = {
  'Phase 1': [0.12, 0.16],
  'Phase 2': [0.32, 0.5],
  'Phase 3': [0.4, 0.7],
  decision: [0.1, 0.4],
  adcomm: [0.19, 0.27],
  filing: [0.03, 0.03],
  interim: [0.05, 0.05],
  presentation: [0.05, 0.05],
  hold: [0.27, 0.27],
  hold_lifted: [0.13, 0.13],
};
const factorBySize = { micro: 1.2, small: 1, mid: 0.6, large: 0.18 } as const;

type DatedEvent = 'readout' | 'interim' | 'presentation' | 'filing' | 'adcomm' | 'decision';
type OtherEvent = 'hold' | 'hold_lifted' | 'offering' | 'acquisition';

/** A past or future event of a company. All facts about the event are generated from it. */
export interface Milestone {
  readonly kind: DatedEvent | OtherEvent;
  /** Trading day on which the event becomes public. */
  readonly day: Day;
  /**
   * The announced day of the event. `day` can be earlier, because the FDA may decide before the
   * goal date.
   */
  readonly planned: Day;
  /** Day on which the planned date was announced. */
  readonly known: Day;
  /** The program that the event is about. Null for an event of the company, such as an offering. */
  readonly program: Program | null;
  readonly run: TrialRun | null;
  /** Result of the event; null before the event happens. */
  readonly result: Result | null;
  /** Review cycle: 2 for a resubmitted application, otherwise 1. */
  readonly cycle: number;
  /** Logarithmic return of the stock on the event day. */
  readonly move: number;
}

/**
 * An event of a program. It has a result even if the event is in the future. `notice` is the number
 * of days by which the event is announced in advance.
 */
type Step = Pick<Milestone, 'kind' | 'day'> &
  Partial<Pick<Milestone, 'planned' | 'run' | 'cycle'>> &
  Readonly<{ notice: number; result: Result }>;

export interface Ladder {
  readonly company: Company;
  readonly program: Program;
  /** Events on or after this day have not happened yet. */
  readonly end: Day;
  readonly random: Random;
  readonly quota: Quota;
  readonly milestones: Milestone[];
  nextNctId(): string;
}

/**
 * Adds the past events of a program, and its future events that have been announced, to the
 * milestones of the company.
 */
export function addHistory(ladder: Ladder, opening: Stage, start: Day): void {
  const { company, program, end, random, milestones } = ladder;
  let passed = start;
  for (const step of stepsOf(ladder, opening, start)) {
    const { kind, planned = step.day, notice, run = null, cycle = 1 } = step;
    const isPast = step.day < end && planned < end;
    const day = isPast ? step.day : planned;
    const known = Math.min(Math.max(passed, Math.min(planned - notice, end - 2)), day);
    const result = isPast ? step.result : null;
    const [good, bad] = usualReturns({ kind, run, program }, company);
    const moves = { positive: good, negative: -bad, mixed: -0.35 * bad };
    const move = result ? moves[result] * random.between(0.5, 1.5) : 0;
    milestones.push({ kind, day, planned, known, program, run, result, cycle, move });
    // No events are generated after a pending readout, filing or decision, because later events
    // depend on its outcome.
    if (kind !== 'readout' && kind !== 'filing' && kind !== 'decision') continue;
    if (!isPast) return;
    passed = day;
  }
}

type Event = Pick<Milestone, 'kind' | 'run' | 'program'>;

function usualReturns({ kind, run, program }: Event, { size }: Company) {
  const [good, bad] = returns[kind === 'readout' ? run!.phase : kind]!;
  const weight = (program?.lead ? 1 : 0.4) * factorBySize[size];
  return [good * weight, bad * weight] as const;
}

/**
 * Returns the standard deviation of the return on the day of an event. It assumes two outcomes and
 * an expected return of zero.
 */
export function expectedMove(event: Event, company: Company): number {
  const [good, bad] = usualReturns(event, company);
  return Math.sqrt(good * bad);
}

function* stepsOf(ladder: Ladder, opening: Stage, start: Day): Generator<Step> {
  const { program, random } = ladder;
  let next = start;
  for (const phase of stages.slice(stages.indexOf(opening), 3) as Phase[]) {
    const readout = yield* trialSteps(ladder, phase, next);
    if (readout === null) return;
    next = readout + random.integer(70, 210);
    if (next >= ladder.end && phase !== 'Phase 3') return;
  }
  if (program.runs.length === 0) {
    const run = newRun(ladder, 'Phase 3', start - random.integer(600, 900), start - 120);
    program.runs.push({ ...run, result: 'positive' });
  }
  yield* reviewSteps(ladder, next, 1, opening === 'Approved');
}

function newRun({ random, nextNctId }: Ladder, phase: Phase, start: Day, readout: Day): TrialRun {
  const enrollment = random.integer(...phases[phase].enrolled);
  const plan = { planned: readout, slippedOn: readout, hold: null, result: null };
  return { nctId: nextNctId(), phase, start, readout, enrollment, ...plan };
}

/** @returns the day of the readout if the result advances the program; otherwise null */
function* trialSteps(ladder: Ladder, phase: Phase, start: Day): Generator<Step, Day | null> {
  const { program, random, quota, end } = ladder;
  const length = random.integer(...phases[phase].days);
  const readout = reserve(ladder, start + length);
  const slip = quota('slip', 0.3) ? random.integer(45, 110) : 0;
  const slippedOn = Math.round(start + (length - slip) * random.between(0.6, 0.95));
  const plan = slippedOn < end ? { slippedOn, planned: readout - slip } : {};
  const hold = slip === 0 && quota('hold', 0.13) ? holdOf(ladder, start, length) : null;
  const run = { ...newRun(ladder, phase, start, readout), ...plan, hold };
  program.runs.push(run);
  Object.assign(program, { phase, since: start });
  if (hold) yield { kind: 'hold', day: hold.from, notice: 0, result: 'negative', run };
  if (hold?.until === null) return null;
  if (hold) yield { kind: 'hold_lifted', day: hold.until!, notice: 0, result: 'positive', run };
  else if (quota('interim', 0.6)) {
    yield congress(ladder, 'interim', start + length * random.between(0.45, 0.8), run);
  }
  const isAdvancing = quota(phase, phases[phase].advances);
  const result = quota('mixed', 0.1) ? 'mixed' : isAdvancing ? 'positive' : 'negative';
  const notice = Math.min(random.integer(60, 330), length - 5);
  yield { kind: 'readout', day: readout, notice, result, run };
  run.result = result;
  if (!isAdvancing) program.failed = readout;
  else yield congress(ladder, 'presentation', readout + random.integer(25, 130), run);
  return isAdvancing ? readout : null;
}

/**
 * Creates a clinical hold in the middle of a trial. Either the hold is lifted before the readout,
 * or it is still in force.
 */
function holdOf(ladder: Ladder, start: Day, length: number): TrialRun['hold'] {
  const from = reserve(ladder, start + length * ladder.random.between(0.3, 0.5));
  const until = reserve(ladder, from + length * ladder.random.between(0.2, 0.35));
  return from < ladder.end ? { from, until: until < ladder.end ? until : null } : null;
}

/**
 * Creates a presentation at a congress. It shows either interim data, which do not predict the
 * result of the trial, or details of a known result.
 */
function congress(ladder: Ladder, kind: 'interim' | 'presentation', day: Day, run: TrialRun): Step {
  const interim = ladder.quota('good interim', 0.6) ? 'positive' : 'mixed';
  const notice = ladder.random.integer(20, 80);
  return { kind, day: reserve(ladder, day), notice, result: run.result ?? interim, run };
}

/**
 * Returns the review time in days from the submission. A priority review takes six months from the
 * filing date, and a standard review ten months. The filing date is 60 days after the submission. A
 * standard review of an additional indication takes ten months from the submission. The review of a
 * class 2 resubmission takes six months.
 */
export function reviewDays({ priority, expansion }: Program, cycle: 1 | 2 = 1): number {
  if (cycle === 2) return 183;
  return priority ? 243 : expansion ? 304 : 365;
}

/**
 * Generates the steps of a review: application, advisory committee and decision. A rejected
 * application may be resubmitted.
 */
function* reviewSteps(ladder: Ladder, from: Day, cycle: 1 | 2, isSure = false): Generator<Step> {
  const { program, random, quota, end } = ladder;
  const filing = reserve(ladder, from);
  yield { kind: 'filing', day: filing, notice: random.integer(15, 90), result: 'positive', cycle };
  Object.assign(program, { phase: 'NDA/BLA', since: filing });
  const accepted = filing + (cycle === 1 ? 60 : 21);
  if (accepted >= end) return;
  const goal = reserve(ladder, filing + reviewDays(program, cycle));
  const isApproved = isSure || quota(`review ${cycle}`, approvedInCycle[cycle]);
  const result = isApproved ? 'positive' : 'negative';
  if (cycle === 1 && quota('adcomm', 0.33)) {
    // Most votes of advisory committees agree with the decision of the FDA (Daval 2023, JAMA Health
    // Forum).
    const vote = quota(`vote ${result}`, isApproved ? 0.93 : 0.2) ? 'positive' : 'negative';
    const day = reserve(ladder, goal - random.integer(40, 95));
    const notice = Math.min(random.integer(40, 150), day - accepted);
    yield { kind: 'adcomm', day, notice, result: vote };
  }
  const day = quota('early', 0.14) ? reserve(ladder, goal - random.integer(5, 12)) : goal;
  yield { kind: 'decision', day, planned: goal, notice: goal - accepted, result, cycle };
  if (isApproved) Object.assign(program, { phase: 'Approved', since: day, approved: day });
  else if (cycle === 2 || quota('abandoned', 0.35)) program.failed = day;
  else yield* reviewSteps(ladder, day + random.integer(120, 330), 2);
}

/** Returns the first trading day on or after `from` on which the company has no other event. */
export function reserve({ milestones }: Pick<Ladder, 'milestones'>, from: Day): Day {
  const isTaken = (day: Day) => milestones.some((one) => one.day === day || one.planned === day);
  let day = Math.round(from);
  while (isTaken(day) || !isTradingDay(isoOf(day))) day++;
  return day;
}
