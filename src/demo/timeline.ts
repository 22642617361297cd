import type { Day } from './days.ts';
import type {
  Company,
  Milestone,
  MilestoneKind,
  Phase,
  Program,
  Result,
  TrialRun,
} from './model.ts';
import { moveOf } from './moves.ts';
import type { Random } from './random.ts';

/**
 * Shares of programs that advance: phase 1, 2 and 3 as published in BIO/QLS/Informa, "Clinical
 * Development Success Rates 2011–2020" (2021), Figure 1. The two review cycles together come to
 * its 90.6 % of applications approved in the end. Our choice: the split between the cycles.
 */
const advances: Readonly<Record<Phase, number>> = {
  'Phase 1': 0.52,
  'Phase 2': 0.289,
  'Phase 3': 0.578,
};
const approvedAtReview = { 1: 0.895, 2: 0.75 } as const;

/** Days from the first patient to the readout, shortest and longest. */
const trialDays: Readonly<Record<Phase, readonly [number, number]>> = {
  'Phase 1': [260, 520],
  'Phase 2': [330, 640],
  'Phase 3': [420, 820],
};
const enrolled: Readonly<Record<Phase, readonly [number, number]>> = {
  'Phase 1': [18, 90],
  'Phase 2': [60, 280],
  'Phase 3': [220, 1400],
};

interface Ladder {
  readonly company: Company;
  readonly program: Program;
  /** What happens on or after this day is still to come. */
  readonly end: Day;
  readonly random: Random;
  readonly milestones: Milestone[];
  /** The first session from a day on that no other event of the company has. */
  reserve(day: Day): Day;
  nextNctId(): string;
}

/**
 * Begins a program's history at a phase and takes it as far as it has come by the ladder's end.
 * One that begins with its filing, or as a product that was approved, has its trials behind it.
 */
export function enter(ladder: Ladder, phase: Phase | 'NDA/BLA' | 'Approved', start: Day): void {
  if (phase !== 'NDA/BLA' && phase !== 'Approved') {
    climb(ladder, phase, start);
    return;
  }
  const { random, program } = ladder;
  const readout = start - random.integer(90, 200);
  program.runs.push({
    phase: 'Phase 3',
    nctId: ladder.nextNctId(),
    start: readout - random.integer(...trialDays['Phase 3']),
    readout,
    plannedReadout: readout,
    slippedOn: readout,
    enrollment: random.integer(...enrolled['Phase 3']),
    hold: null,
    ended: 'completed',
    result: 'positive',
  });
  program.phase = 'Phase 3';
  program.since = start;
  submit(ladder, start, 1, phase === 'Approved');
}

function climb(ladder: Ladder, phase: Phase, start: Day): void {
  const { program, random, end } = ladder;
  program.phase = phase;
  program.since = start;
  const run = startTrial(ladder, phase, start);
  if (run.hold && run.hold.until === null) return;
  lookIn(ladder, run);
  if (run.readout >= end) {
    record(ladder, 'readout', run.readout, {
      run,
      known: Math.min(readoutKnown(run, random), end - 3),
    });
    return;
  }
  const advanced = random.chance(advances[phase]);
  const result = resultOf(advanced, random);
  run.result = result;
  record(ladder, 'readout', run.readout, { run, result, known: readoutKnown(run, random) });
  run.ended = advanced || random.chance(0.6) ? 'completed' : 'terminated';
  present(ladder, run, advanced);
  if (!advanced) {
    program.failed = run.readout;
    return;
  }
  const next = run.readout + random.integer(70, 210);
  if (phase === 'Phase 3') submit(ladder, next, 1, false);
  else if (next < end) climb(ladder, phase === 'Phase 1' ? 'Phase 2' : 'Phase 3', next);
}

function startTrial(ladder: Ladder, phase: Phase, start: Day): TrialRun {
  const { random, program } = ladder;
  const days = random.integer(...trialDays[phase]);
  const readout = ladder.reserve(start + days);
  const slip = random.chance(0.3) ? random.integer(45, Math.min(200, days - 150)) : 0;
  const slippedOn = Math.round(start + (days - slip) * random.between(0.6, 0.95));
  const run: TrialRun = {
    phase,
    nctId: ladder.nextNctId(),
    start,
    readout,
    plannedReadout: slippedOn < ladder.end ? readout - slip : readout,
    slippedOn,
    enrollment: random.integer(...enrolled[phase]),
    hold: null,
    ended: 'running',
    result: null,
  };
  program.runs.push(run);
  if (random.chance(0.09)) holdTrial(ladder, run);
  return run;
}

/** A clinical hold in the middle of a trial, lifted before the readout or still in force. */
function holdTrial(ladder: Ladder, run: TrialRun): void {
  const { random, end } = ladder;
  const from = ladder.reserve(
    run.start + Math.round((run.readout - run.start) * random.between(0.3, 0.55)),
  );
  if (from >= end || from < end - 1400) return;
  record(ladder, 'hold', from, { run, known: from, result: 'negative' });
  const until = Math.min(from + random.integer(80, 200), run.readout - 40);
  run.hold = { from, until: until < end ? ladder.reserve(until) : null };
  if (run.hold.until === null) return;
  if (run.hold.until >= end) run.hold = { from, until: null };
  else record(ladder, 'hold_lifted', run.hold.until, { run, known: until, result: 'positive' });
}

/** Interim data at a congress while the trial is running: they say nothing of how it ends. */
function lookIn(ladder: Ladder, run: TrialRun): void {
  const { random, end } = ladder;
  const share = random.between(0.45, 0.8);
  if (!random.chance(0.6) || run.hold) return;
  const day = ladder.reserve(Math.round(run.start + (run.readout - run.start) * share));
  const known = Math.max(run.start, Math.min(day - random.integer(20, 80), end - 1));
  const result = day < end ? (random.chance(0.6) ? 'positive' : 'mixed') : null;
  record(ladder, 'interim', day, { run, known, result });
}

/** The detailed data at a congress, a few weeks to months after a readout. */
function present(ladder: Ladder, run: TrialRun, advanced: boolean): void {
  const { random, end } = ladder;
  if (!advanced || !random.chance(0.85)) return;
  const day = ladder.reserve(run.readout + random.integer(25, 130));
  const known = Math.max(run.readout, Math.min(day - random.integer(20, 80), end - 1));
  record(ladder, 'presentation', day, { run, known, result: day < end ? run.result : null });
}

/** Filing, committee and decision; a complete response letter may be followed by a resubmission. */
function submit(ladder: Ladder, earliest: Day, cycle: 1 | 2, certain: boolean): void {
  const { program, random, end } = ladder;
  const filing = ladder.reserve(earliest);
  const readout = program.runs.at(-1)!.readout;
  const known = Math.max(readout, filing - random.integer(15, 90));
  if (filing >= end) {
    record(ladder, 'filing', filing, { cycle, known: Math.min(known, end - 2) });
    return;
  }
  record(ladder, 'filing', filing, { cycle, known, result: 'positive' });
  program.phase = 'NDA/BLA';
  program.since = filing;
  const accepted = filing + (cycle === 1 ? 60 : 21);
  if (accepted >= end) return;
  const goal = filing + reviewDays(program, cycle, random);
  const approved = certain || random.chance(approvedAtReview[cycle]);
  if (cycle === 1 && random.chance(0.33)) convene(ladder, goal, accepted, approved);
  decide(ladder, goal, accepted, cycle, approved);
}

/** An advisory committee; most votes foretell the decision (Daval 2023, JAMA Health Forum). */
function convene(ladder: Ladder, goal: Day, accepted: Day, approved: boolean): void {
  const { random, end } = ladder;
  const day = ladder.reserve(goal - random.integer(40, 95));
  const known = Math.max(accepted, day - random.integer(40, 150));
  if (known >= end) return;
  const favourable = random.chance(approved ? 0.93 : 0.2);
  const result = day < end ? (favourable ? 'positive' : 'negative') : null;
  record(ladder, 'adcomm', day, { known, result });
}

function decide(ladder: Ladder, goal: Day, accepted: Day, cycle: 1 | 2, approved: boolean): void {
  const { program, random, end } = ladder;
  const early = random.chance(0.14) ? random.integer(1, 12) : 0;
  const planned = ladder.reserve(goal);
  const day = early ? ladder.reserve(goal - early) : planned;
  if (planned >= end || day >= end) {
    record(ladder, 'decision', planned, { cycle, known: accepted });
    return;
  }
  const result = approved ? 'positive' : 'negative';
  record(ladder, 'decision', day, { cycle, known: accepted, result, planned });
  if (approved) {
    program.phase = 'Approved';
    program.since = day;
    program.approved = day;
    followUp(ladder, day);
  } else if (cycle === 1 && random.chance(0.65)) {
    submit(ladder, day + random.integer(120, 330), 2, false);
  } else {
    program.failed = day;
  }
}

/** Long-term data of a marketed drug, about once a year; only the next one is announced. */
function followUp(ladder: Ladder, approved: Day): void {
  const { program, random, end } = ladder;
  const run = program.runs.at(-1)!;
  let day = approved;
  while (random.chance(0.8)) {
    day = ladder.reserve(day + random.integer(220, 430));
    if (day >= end + 80) return;
    const known = Math.min(day - random.integer(20, 80), end - 1);
    record(ladder, 'presentation', day, { run, known, result: day < end ? run.result : null });
  }
}

/** Six or ten months from the 60-day filing date, or the class 2 clock of a resubmission. */
function reviewDays(program: Program, cycle: 1 | 2, random: Random): number {
  if (cycle === 2) return random.chance(0.3) ? 61 : 183;
  return program.priority ? 243 : program.expansion ? 304 : 365;
}

function resultOf(advanced: boolean, random: Random): Result {
  if (random.chance(0.1)) return 'mixed';
  return advanced ? 'positive' : 'negative';
}

/** Companies guide to a readout some months before it, never before the trial's start. */
function readoutKnown(run: TrialRun, random: Random): Day {
  return Math.max(run.start + 5, run.plannedReadout - random.integer(60, 330));
}

function record(
  ladder: Ladder,
  kind: MilestoneKind,
  day: Day,
  more: Partial<Pick<Milestone, 'planned' | 'run' | 'result' | 'cycle'>> & { known: Day },
): void {
  const run = more.run ?? null;
  const known = Math.min(more.known, day);
  const slips = kind === 'readout' && run !== null && run.plannedReadout < day;
  const milestone: Milestone = {
    kind,
    day,
    planned: day,
    program: ladder.program,
    result: null,
    cycle: 1,
    ...more,
    run,
    known,
    slipped:
      slips && run.slippedOn > known ? { from: run.plannedReadout, on: run.slippedOn } : null,
    move: 0,
  };
  ladder.milestones.push({ ...milestone, move: moveOf(milestone, ladder.company, ladder.random) });
}
