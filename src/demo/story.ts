import type { Fact } from '../facts/fact-kinds.ts';
import { type Day, isoOf } from './days.ts';
import { type Indication, indications, modalityAt } from './medicine.ts';
import type { Company, Milestone, Phase, Program } from './model.ts';
import { brandName, drugName } from './names.ts';
import { type Random, randomOf } from './random.ts';
import { enter } from './timeline.ts';

/** Where a program stood when its history begins, and how long ago (days, least and most). */
interface Opening {
  readonly phase: Phase | 'NDA/BLA' | 'Approved';
  readonly ago: readonly [number, number];
}

const openings: Readonly<Record<string, Opening>> = {
  early: { phase: 'Phase 1', ago: [20, 900] },
  middle: { phase: 'Phase 2', ago: [30, 1150] },
  late: { phase: 'Phase 3', ago: [60, 1300] },
  filed: { phase: 'NDA/BLA', ago: [60, 1500] },
  marketed: { phase: 'Approved', ago: [1500, 3300] },
};

const openingsBySize = {
  micro: ['early', 'early', 'middle', 'middle', 'middle', 'late'],
  small: ['early', 'early', 'middle', 'middle', 'late', 'late', 'filed', 'filed', 'filed'],
  mid: ['early', 'middle', 'middle', 'late', 'late', 'filed', 'filed', 'filed', 'marketed'],
  large: ['early', 'middle', 'late', 'late', 'filed', 'filed', 'filed', 'marketed'],
} as const;

const ranks = { 'Phase 1': 1, 'Phase 2': 2, 'Phase 3': 3, 'NDA/BLA': 4, Approved: 5 } as const;

const programCounts = {
  micro: [1, 2],
  small: [2, 3],
  mid: [2, 4],
  large: [4, 7],
} as const;

export interface History {
  readonly programs: readonly Program[];
  readonly milestones: readonly Milestone[];
  /** Takes the first session from a day on that no event of the company has. */
  reserve(day: Day): Day;
}

/**
 * The programs of a company and what happened to them, or will.
 *
 * @param open sessions of the exchanges, from the oldest history to the last scheduled event
 * @param taken names of drugs that exist already
 */
export function historyOf(
  seed: number,
  company: Company,
  today: Day,
  open: ReadonlySet<Day>,
  taken: Set<string>,
): History {
  const random = randomOf(seed, 'programs', company.at);
  const milestones: Milestone[] = [];
  const programs: Program[] = [];
  const reserve = reserver(open);
  // A few companies sell tools and have no program of their own.
  const [least, most] = company.at % 27 === 13 ? ([0, 0] as const) : programCounts[company.size];
  const wanted = random.integer(least, most);
  let trials = 0;
  const nextNctId = () => nctIdOf(company.at, trials++);
  const end = endOf(company, today);
  const run = (program: Program, phase: Opening['phase'], start: Day) => {
    programs.push(program);
    const stream = randomOf(seed, 'timeline', company.at, program.at);
    const ladder = { company, program, end, random: stream, milestones, reserve, nextNctId };
    enter(ladder, phase, start);
  };
  for (let at = 0; at < wanted; at++) {
    const opening = openings[random.pick(openingsBySize[company.size])]!;
    const program = newProgram(company, at, random, taken);
    run(program, opening.phase, today - random.integer(...opening.ago));
    const since = program.approved;
    const others = othersOf(program.indication);
    if (since !== null && since < end - 500 && others.length > 0 && random.chance(0.7)) {
      const expansion = expansionOf(program, wanted + at, random.pick(others));
      run(expansion, 'Phase 3', since + random.integer(60, 400));
    }
  }
  const lead = leadOf(company, programs);
  for (const program of programs) program.lead = program === lead;
  return {
    programs,
    milestones: company.delisted ? milestones.filter((m) => m.day < end) : milestones,
    reserve,
  };
}

/** The furthest program that goes on, the first of them; none where all have ended. */
function leadOf(company: Company, programs: readonly Program[]): Program | undefined {
  const going = programs.filter((program) => !isOver(company, program));
  return going.sort((a, b) => ranks[b.phase] - ranks[a.phase] || a.at - b.at)[0];
}

/** A failed company's drugs in trials end with it; those on the market find another seller. */
function isOver({ delisted }: Company, { failed, approved }: Program): boolean {
  return failed !== null || (delisted === 'failed' && approved === null);
}

/** Fictional registry numbers: the registry has not come to those that begin with a 9. */
export function nctIdOf(company: number, trial: number): string {
  return `NCT9${String(company * 1000 + trial).padStart(7, '0')}`;
}

function reserver(open: ReadonlySet<Day>): (day: Day) => Day {
  const used = new Set<Day>();
  return (day) => {
    let free = day;
    while (!open.has(free) || used.has(free)) free++;
    used.add(free);
    return free;
  };
}

function newProgram(company: Company, at: number, random: Random, taken: Set<string>): Program {
  const share = random.unit();
  const indication = random.pick(indications);
  const modality = modalityAt(share, indication);
  return {
    ticker: company.ticker,
    at,
    drug: drugName(modality.stems, taken, random),
    code: `${company.ticker.slice(0, 3)}-${100 * (at + 1) + random.integer(1, 60)}`,
    brand: brandName(taken, random),
    indication,
    drugType: modality.drugType,
    mechanism: random.pick(indication.mechanisms.get(modality.drugType)!),
    biologic: modality.biologic,
    biomarker: indication.area === 'Oncology' && random.chance(0.4),
    priority: random.chance(indication.rare || indication.area === 'Oncology' ? 0.6 : 0.2),
    lead: at === 0,
    expansion: false,
    application: `${modality.biologic ? 'BLA' : 'NDA'}${900_000 + company.at * 10 + at}`,
    runs: [],
    phase: 'Phase 1',
    since: 0,
    approved: null,
    failed: null,
  };
}

/** Other diseases that a drug with its mechanism may treat. */
function othersOf({ family, disease }: Indication): readonly Indication[] {
  return indications.filter((one) => one.family === family && one.disease !== disease);
}

/** The same drug in another disease. */
function expansionOf(program: Program, at: number, indication: Indication): Program {
  return {
    ...program,
    at,
    indication,
    lead: false,
    expansion: true,
    biomarker: false,
    runs: [],
    approved: null,
    failed: null,
  };
}

/** The first day whose events are still to come, or never came since the company was sold. */
function endOf(company: Company, today: Day): Day {
  if (company.delisted === 'acquired') return company.last - 80;
  return company.delisted === 'failed' ? company.last : today;
}

/** A program as it stands now. */
export function programFact(company: Company, program: Program): Fact<'programs'> {
  const held = program.runs.some((run) => run.hold !== null && run.hold.until === null);
  return {
    ticker: program.ticker,
    drug_name: program.drug,
    indication: program.indication.disease,
    phase: program.phase,
    status: isOver(company, program) ? 'Terminated' : held ? 'On hold' : 'Active',
    mechanism: program.mechanism,
    drugType: program.drugType,
    therapeuticArea: program.indication.area,
    lead_program: program.lead,
    nctIds: program.runs.map((run) => run.nctId),
    biomarker_selected: program.biomarker,
    rare_disease: program.indication.rare,
    updated_date: isoOf(program.failed ?? program.since),
  };
}
