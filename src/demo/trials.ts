import type { Fact } from '../facts/fact-kinds.ts';
import { type Day, isoOf, monthOf } from './days.ts';
import type { Company, Phase, Program, Story, TrialRun, World } from './model.ts';
import { type Random, randomOf } from './random.ts';
import { nctIdOf } from './story.ts';
import { briefTitle, fittedTitle, primaryOutcomes, secondaryOutcomes } from './text.ts';
import { countriesOf, designOf } from './trial-design.ts';

/** Registry numbers below this one belong to the trials on which a company's phases rest. */
const firstSideTrial = 400;
/** And from this one on, to drugs that were given up. */
const firstDroppedTrial = 900;

/** Days ago on which the companies that have a former name gave it up. */
const formerNameDays = 800;

const universities = [
  'Universität Quellheim',
  'Northmarch University Hospital',
  'Hôpital Saint-Orvain',
  'Tessaly Cancer Center',
  'University of West Ardenvale',
];

const stops = {
  failed: 'Lack of efficacy; the trial did not meet its primary endpoint',
  hold: 'FDA clinical hold pending review of a serious adverse event',
  business: 'Business decision; not related to safety',
};

/** The newest registration of every trial of a company: those with a story and those beside. */
export function trialsOf(world: World, story: Story): readonly Fact<'trials'>[] {
  const { company } = story;
  const main = story.programs.flatMap((program) =>
    program.runs.map((run) => registered(world, company, program, run)),
  );
  const known = [...main, ...sideTrials(world, story)];
  return company.unlisted ? [...known.map(inFull), ...droppedTrials(world, company)] : known;
}

/**
 * A trial as the registry has it in full, which alone tells of the company's programs: its conditions
 * one by one, its interventions with their kinds and other names.
 */
function inFull(trial: Fact<'trials'>): Fact<'trials'> {
  const names = (trial.InterventionName ?? '').split(', ');
  return {
    ...trial,
    study_type: trial.Phase ? 'INTERVENTIONAL' : 'OBSERVATIONAL',
    conditions: (trial.Condition ?? '').split(', '),
    interventions: names
      .filter((name) => !isCode(name))
      .map((name) => {
        const isOwn = name !== 'Placebo' && name !== 'Standard of Care';
        const codes = isOwn ? names.filter(isCode) : [];
        return {
          name,
          type: isOwn ? 'DRUG' : 'OTHER',
          arm_roles: [isOwn ? 'EXPERIMENTAL' : 'PLACEBO_COMPARATOR'],
          ...(codes.length > 0 ? { other_names: codes } : {}),
        };
      }),
  };
}

function isCode(name: string): boolean {
  return /^[A-Z]{3}-\d+$/.test(name);
}

/** Trials of a drug that its company gave up many years ago and never said so. */
function droppedTrials(world: World, { at, name, ticker }: Company): readonly Fact<'trials'>[] {
  const end = world.today - 2_200 - at;
  const code = `${ticker.slice(0, 3)}-9${String(at).padStart(2, '0')}`;
  return [0, 1].map((number) => ({
    nctId: nctIdOf(at, firstDroppedTrial + number),
    LeadSponsorName: name,
    lead_sponsor_class: 'INDUSTRY',
    ticker,
    study_type: 'INTERVENTIONAL',
    Phase: `Phase ${number + 1}`,
    status: 'COMPLETED',
    Condition: 'Psoriasis',
    conditions: ['Psoriasis'],
    InterventionName: code,
    interventions: [{ name: code, type: 'DRUG', arm_roles: ['EXPERIMENTAL'] }],
    BriefTitle: `A Randomized Study of the Safety and Efficacy of ${code} in Participants With Psoriasis`,
    CompletionDate: isoOf(end - 300 * (1 - number)),
    updatedAt: isoOf(end),
    enrollment: 40 + 60 * number,
  }));
}

/** What each trial with a story said at each of its updates, oldest first. */
export function trialVersionsOf(world: World, story: Story): readonly Fact<'trial_versions'>[] {
  return story.programs.flatMap((program) =>
    program.runs.flatMap((run) => versionsOf(world, program, run)),
  );
}

function registered(
  world: World,
  company: Company,
  program: Program,
  run: TrialRun,
): Fact<'trials'> {
  const random = randomOf(world.seed, 'trial', run.nctId);
  const newest = versionsOf(world, program, run).at(-1)!;
  const sponsor = sponsorOf(company, random, run.start < world.today - formerNameDays);
  const done = run.ended !== 'running';
  return {
    nctId: run.nctId,
    ...sponsor,
    CompletionDate: newest.primary_completion_date,
    Condition: conditionOf(program),
    InterventionName: interventions(program, run.phase),
    BriefTitle: briefTitle(program, run.phase, random),
    Phase: run.phase,
    primaryOutcomes: newest.primary_outcomes,
    ...(random.chance(0.06) ? {} : { secondaryOutcomes: secondaryOutcomes(random) }),
    updatedAt: newest.version_date,
    status: newest.status,
    start_date: random.chance(0.2) ? monthOf(run.start) : isoOf(run.start),
    ...designOf(world, run.nctId, run.phase, run.start),
    enrollment: newest.enrollment,
    ...(newest.why_stopped ? { why_stopped: newest.why_stopped } : {}),
    ...(done && run.readout + 380 < world.today && random.chance(0.7)
      ? { results_posted_date: isoOf(run.readout + 360) }
      : {}),
  };
}

/** Two to seven versions: planned, recruiting, held, resumed, delayed, fully enrolled, over. */
function versionsOf(
  world: World,
  program: Program,
  run: TrialRun,
): readonly Fact<'trial_versions'>[] {
  const random = randomOf(world.seed, 'versions', run.nctId);
  const planned = run.plannedReadout - 35;
  const actual = run.readout - 35;
  const outcomes = primaryOutcomes(program.indication, run.phase, random);
  const changed = random.chance(0.05);
  const cut = random.chance(0.07);
  const sites = countriesOf(world, run.nctId, run.phase).length;
  const versions: Fact<'trial_versions'>[] = [];
  const add = (day: Day, status: string, completion: Day, why: string | null = null) => {
    if (day >= world.today || (versions.length > 0 && isoOf(day) <= versions.at(-1)!.version_date))
      return;
    const late = day > run.start + (run.readout - run.start) * 0.5;
    versions.push({
      nctId: run.nctId,
      version_date: isoOf(day),
      status,
      phase: run.phase,
      enrollment: cut && late ? Math.round(run.enrollment * 0.7) : run.enrollment,
      primary_completion_date: completionText(completion, day, run.nctId),
      primary_outcomes: changed && late ? `Revised: ${outcomes}` : outcomes,
      ...(why ? { why_stopped: why } : {}),
      countries: sites,
    });
  };
  const full = Math.round(run.start * 0.3 + run.readout * 0.7);
  const underWay = (day: Day) => (day < full ? 'RECRUITING' : 'ACTIVE_NOT_RECRUITING');
  add(run.start - 30, 'NOT_YET_RECRUITING', planned);
  add(run.start + 4, 'RECRUITING', planned);
  if (run.hold) {
    add(run.hold.from + 2, 'SUSPENDED', planned, stops.hold);
    if (run.hold.until === null) return versions;
    add(run.hold.until + 5, underWay(run.hold.until + 5), actual);
  } else if (run.plannedReadout < run.readout) {
    add(run.slippedOn, underWay(run.slippedOn), actual);
  }
  add(full, 'ACTIVE_NOT_RECRUITING', actual);
  if (run.ended === 'completed') add(run.readout - 6, 'COMPLETED', actual);
  if (run.ended === 'terminated') add(run.readout + 9, 'TERMINATED', actual, stops.failed);
  return versions;
}

/** A day once it is past, mostly a month while it is a plan; now and then nothing that parses. */
function completionText(completion: Day, day: Day, nctId: string): string {
  if (nctId.endsWith('09401')) return 'To be determined';
  if (completion <= day) return isoOf(completion);
  return Number(nctId.slice(-2)) % 3 === 0 ? isoOf(completion) : monthOf(completion);
}

/** Trials without a story of their own: pharmacokinetics, extensions, university studies. */
function sideTrials(world: World, story: Story): readonly Fact<'trials'>[] {
  const { company } = story;
  const random = randomOf(world.seed, 'side-trials', company.at);
  const trials: Fact<'trials'>[] = [];
  for (const program of story.programs) {
    const count = random.integer(2, 4);
    for (let at = 0; at < count; at++) {
      trials.push(sideTrial(world, company, program, firstSideTrial + trials.length, random));
    }
  }
  return trials;
}

function sideTrial(
  world: World,
  company: Company,
  program: Program,
  number: number,
  random: Random,
): Fact<'trials'> {
  const first = program.runs[0]!;
  const phase = random.pick(program.runs).phase;
  const stop = program.failed !== null;
  const latest = Math.min(world.today, company.last, program.failed ?? world.today) - 30;
  const start = Math.min(first.start + random.integer(30, 500), latest);
  const end = stop ? Math.min(start + 300, program.failed! + 20) : start + random.integer(200, 800);
  const over = end < world.today;
  const kind = random.pick(sideKinds);
  const academic = kind.academic;
  const patients = `Participants With ${program.indication.disease}`;
  const people = kind.healthy ? 'Healthy Adult Volunteers' : patients;
  const nctId = nctIdOf(company.at, number);
  const updated = over ? end + 25 : world.today - random.integer(1, 170);
  return {
    nctId,
    ...(academic
      ? { LeadSponsorName: random.pick(universities), lead_sponsor_class: 'OTHER' }
      : sponsorOf(company, random)),
    ...(kind.registry && random.chance(0.1)
      ? {}
      : { CompletionDate: completionText(end, world.today, nctId) }),
    Condition: kind.healthy ? 'Healthy Volunteers' : conditionOf(program),
    InterventionName: kind.healthy ? program.code : program.drug,
    BriefTitle: fittedTitle(kind.title, program, people),
    ...(kind.registry ? {} : { Phase: kind.healthy ? 'Phase 1' : phase }),
    primaryOutcomes: primaryOutcomes(program.indication, kind.healthy ? 'Phase 1' : phase, random),
    ...(random.chance(0.15) ? {} : { secondaryOutcomes: secondaryOutcomes(random) }),
    updatedAt: isoOf(Math.max(Math.min(updated, world.today - 1), start)),
    status: over ? (stop ? 'TERMINATED' : 'COMPLETED') : 'RECRUITING',
    start_date: monthOf(start),
    ...(kind.registry ? {} : designOf(world, nctId, kind.healthy ? 'Phase 1' : phase, start)),
    enrollment: random.integer(12, kind.registry ? 900 : 160),
    ...(stop && over ? { why_stopped: stops.business } : {}),
  };
}

const sideKinds = [
  { title: 'A Drug-Drug Interaction and Pharmacokinetics Study', healthy: true },
  { title: 'A Single and Multiple Ascending Dose Study', healthy: true },
  { title: 'A Long-Term, Open-Label Extension Study', healthy: false },
  { title: 'A Study of the Safety and Efficacy of Pediatric Dosing', healthy: false },
  { title: 'An Investigator-Initiated Biomarker Study', healthy: false, academic: true },
  {
    title: 'A Multicenter Observational Registry of the Use',
    healthy: false,
    registry: true,
  },
] as readonly { title: string; healthy: boolean; academic?: boolean; registry?: boolean }[];

/** Subsidiaries stand in a company's aliases; a few of their trials are mapped to no ticker. */
function sponsorOf(company: Company, random: Random, isOld = false) {
  if (company.formerName && isOld) {
    return { LeadSponsorName: company.formerName, lead_sponsor_class: 'INDUSTRY' };
  }
  const bySubsidiary = company.subsidiary !== null && random.chance(0.35);
  return {
    LeadSponsorName: bySubsidiary ? company.subsidiary : company.name,
    ...(bySubsidiary && random.chance(0.3) ? {} : { ticker: company.ticker }),
    lead_sponsor_class: 'INDUSTRY',
  };
}

function conditionOf(program: Program): string {
  const { disease, rare } = program.indication;
  return rare ? `${disease}, Rare Diseases` : disease;
}

function interventions(program: Program, phase: Phase): string {
  if (phase === 'Phase 1') return `${program.drug}, ${program.code}`;
  return phase === 'Phase 2'
    ? `${program.drug}, Placebo`
    : `${program.drug}, Placebo, Standard of Care`;
}
