import type { Fact, FactName } from '../facts/fact-kinds.ts';
import { companyEvents, quartersOf, raisesOf, salesPlansOf } from './books.ts';
import { type Company, companyOf, type Setting, stemsOf, tickerOf } from './companies.ts';
import { type Day, tradingDays } from './days.ts';
import { closesOf } from './prices.ts';
import { expansionOf, newProgram, type Program, type Stage, stages } from './programs.ts';
import { type Quota, quotaOf, randomOf } from './random.ts';
import { addHistory, type Milestone, reviewDays } from './timeline.ts';

/** Number of days for which there are prices. */
const BAR_DAYS = 760;
/** Maximum age of a program in days, for each stage in which programs start. */
const ages = { 'Phase 1': 900, 'Phase 2': 1150, 'Phase 3': 1300, 'NDA/BLA': 1500, Approved: 2600 };

/**
 * For each company size: how often programs start in each stage (relative frequencies), and the
 * range of the number of programs.
 */
const pipelines = {
  micro: { mix: [2, 2, 1, 0, 0], programs: [1, 2] },
  small: { mix: [2, 2, 2, 3, 0], programs: [2, 3] },
  mid: { mix: [1, 2, 1, 4, 1], programs: [2, 4] },
  large: { mix: [1, 1, 2, 3, 1], programs: [4, 6] },
} as const;

export type World = ReturnType<typeof worldOf>;
export type Story = World['stories'][number];
export type Facts<Name extends FactName> = readonly Fact<Name>[];

/**
 * Simulates all events of the fictional companies. The input records of the demo are generated from
 * the result.
 */
export function worldOf(seed: number, today: Day, companies: number) {
  const sessions = tradingDays(today - BAR_DAYS, today - 1);
  const setting = { seed, today, sessions };
  const quota = quotaOf(randomOf(seed, 'quotas'));
  const taken = new Set<string>();
  const stems = stemsOf(seed).slice(0, companies);
  const all = stems.map((stem, at) => {
    const company = companyOf(setting, at, stem, tickerOf(stem, taken));
    const { programs, milestones } = historyOf(setting, company, quota, taken);
    milestones.push(...companyEvents(setting, company, programs, milestones));
    milestones.sort((a, b) => a.day - b.day);
    const closes = closesOf(setting, company, milestones);
    /**
     * Returns the latest close of the five trading days up to and including `day`. Null if none of
     * them has a price.
     */
    const closeOn = (day: Day) => {
      const at = sessionAt(sessions, day) + 1;
      return closes.slice(Math.max(at - 5, 0), at).findLast((close) => close > 0) ?? null;
    };
    const raises = raisesOf(company, milestones, closeOn);
    /** Returns the number of shares outstanding on a day, adjusted for splits. */
    const sharesOn = (day: Day) => {
      const issued = raises.filter(({ milestone }) => milestone.day <= day);
      return issued.reduce((sum, { shares }) => sum + shares, company.shares);
    };
    const value_usd = (closeOn(company.last) ?? 0) * sharesOn(today);
    const sales = salesPlansOf(setting, programs, value_usd);
    const quarters = quartersOf(setting, company, raises, sales);
    return { company, programs, milestones, closes, closeOn, sharesOn, raises, sales, quarters };
  });
  /** Companies that appear in records but not in the list of companies. */
  const unknown = all.filter(({ company }) => company.isUnknown);
  const stories = all.filter(({ company }) => !company.isUnknown);
  return { ...setting, stories, unknown };
}

function historyOf({ seed, today }: Setting, company: Company, quota: Quota, taken: Set<string>) {
  const { at, size, delisted, last } = company;
  const random = randomOf(seed, 'programs', at);
  const milestones: Milestone[] = [];
  const programs: Program[] = [];
  let trials = 0;
  const nextNctId = () => nctIdOf(at, trials++);
  const end = delisted === 'acquired' ? last - 80 : delisted === 'failed' ? last : today;
  const add = (program: Program, stage: Stage, start: Day) => {
    programs.push(program);
    const stream = randomOf(seed, 'timeline', at, program.at);
    const ladder = { company, program, end, random: stream, quota, milestones, nextNctId };
    addHistory(ladder, stage, start);
  };
  const { mix, programs: counts } = pipelines[size];
  const openings = stages.flatMap((stage, number) => Array<Stage>(mix[number]!).fill(stage));
  // Some companies sell tools and have no drug programs.
  const wanted = at % 27 === 13 ? 0 : random.integer(counts[0], counts[1]);
  for (let number = 0; number < wanted; number++) {
    const stage = random.pick(openings);
    const program = newProgram(company, number, random, taken);
    // For some companies, the review of the first program ends within a few months.
    const isSoon = number === 0 && stage === 'NDA/BLA' && company.at % 3 < 2;
    const oldest = isSoon ? reviewDays(program) - 5 : ages[stage];
    const newest = isSoon ? oldest - 85 : stage === 'Approved' ? 1500 : 60;
    add(program, stage, end - random.integer(newest, oldest));
    const expansion = expansionOf(program, wanted + number);
    if (!expansion || program.approved === null || program.approved > end - 500) continue;
    add(expansion, 'Phase 3', program.approved + random.integer(60, 400));
  }
  const active = programs.filter((program) => !isOver(company, program));
  const [lead] = active.sort((a, b) => stages.indexOf(b.phase) - stages.indexOf(a.phase));
  for (const program of programs) program.lead = program === lead;
  return { programs, milestones: milestones.filter(({ day }) => !delisted || day < end) };
}

/**
 * Whether a program has ended. If a company failed, all its programs have ended, except marketed
 * drugs.
 */
export function isOver({ delisted }: Company, { failed, approved }: Program): boolean {
  return failed !== null || (delisted === 'failed' && approved === null);
}

/** Creates a fictional registry number. The registry has not assigned numbers that begin with 9. */
export function nctIdOf(company: number, trial: number): string {
  return `NCT9${String(company * 1000 + trial).padStart(7, '0')}`;
}

/** Index of the last trading day on or before `day`; -1 if there is none. */
export function sessionAt(sessions: readonly Day[], day: Day): number {
  return sessions.findLastIndex((session) => session <= day);
}

export function held({ milestones }: Story, kind: Milestone['kind']): readonly Milestone[] {
  return milestones.filter((one) => one.kind === kind && one.result !== null);
}
