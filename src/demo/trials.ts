import type { Fact } from '../facts/fact-kinds.ts';
import type { Company } from './companies.ts';
import { type Day, dayNumber, isoOf } from './days.ts';
import type { Indication, Phase, Program, TrialRun } from './programs.ts';
import { hash, type Random, randomOf } from './random.ts';
import { type Facts, nctIdOf, type Story, type World } from './world.ts';

/**
 * `nctIdOf` creates registry numbers from these numbers. `SIDE_TRIAL` is the first number of a
 * company's secondary trials. `ABANDONED_TRIAL` is the number of the trial of an abandoned drug.
 */
const [SIDE_TRIAL, ABANDONED_TRIAL] = [400, 900];
/** Some companies changed their names this number of days ago. */
const RENAMED_DAYS = 800;
/** Countries of trial sites, the most frequent first. */
const countries = 'United States;Germany;Canada;Japan;Spain;Australia;Poland'.split(';');
const universities = ['Universität Quellheim', 'Hôpital Saint-Orvain', 'Northmarch University'];

const designs: Readonly<Record<Phase, readonly string[]>> = {
  'Phase 1': ['A First-in-Human Dose-Escalation Study', 'A Safety and Pharmacokinetics Study'],
  'Phase 2': ['A Double-Blind, Dose-Ranging Study', 'An Open-Label, Multicenter Study'],
  'Phase 3': ['A Randomized, Placebo-Controlled Study', 'A Randomized, Active-Controlled Study'],
};

const weeks = [12, 16, 24, 26, 48, 52];

const secondaryMeasures = [
  'Number of participants with treatment-emergent adverse events and serious adverse events',
  'Change from baseline in the EQ-5D-5L visual analogue scale score',
  'Maximum observed plasma concentration (Cmax) and area under the curve (AUC0-24)',
  'Time to first response and duration of response among responders',
  'Change from baseline in the Patient Global Impression of Severity (PGI-S) score ≥1 point',
];

type Trial = Fact<'trials'>;

/** Generates the latest registration of each trial of a company. */
export function trialsOf(world: World, { company, programs }: Story): readonly Trial[] {
  const trials = programs.flatMap((program, at) => [
    ...program.runs.map((run) => trialOf(world, company, program, run)),
    sideTrial(world, company, program, 2 * at),
    sideTrial(world, company, program, 2 * at + 1),
  ]);
  const [first] = programs;
  if (company.isUnlisted && first) trials.push(abandonedTrial(world, company, first));
  return trials.filter(({ updatedAt }) => updatedAt);
}

/** Generates the registry versions of each main trial, oldest first. */
export function trialVersions(world: World, { programs }: Story): Facts<'trial_versions'> {
  return programs.flatMap((one) => one.runs.flatMap((run) => versionsOf(world, one, run)));
}

/**
 * Generates labels for the outcomes of university trials whose results are not announced. A user
 * could import such labels.
 */
export function trialLabels(world: World, story: Story): Facts<'trial_labels'> {
  const academic = trialsOf(world, story).filter((one) => one.lead_sponsor_class === 'OTHER');
  const over = academic.filter(({ status, Phase }) => status === 'COMPLETED' && Phase);
  const labels = over.map(({ nctId, updatedAt }) => {
    const label = hash(nctId) % 5 < 2 ? ('success' as const) : ('failure' as const);
    return { nctId, label, source: 'demo-labels/1', date: isoOf(dayNumber(updatedAt!) + 90) };
  });
  return labels.filter(({ date }) => date < isoOf(world.today));
}

function trialOf(world: World, company: Company, program: Program, run: TrialRun): Trial {
  const { nctId, phase, start, readout, result } = run;
  const random = randomOf(world.seed, 'trial', nctId);
  const newest = versionsOf(world, program, run).at(-1);
  const isPosted = result !== null && readout + 380 < world.today && random.chance(0.7);
  return {
    nctId,
    ...sponsorOf(company, random, start < world.today - RENAMED_DAYS),
    CompletionDate: newest?.primary_completion_date,
    ...treatmentOf(program, phase),
    BriefTitle: studyTitle(program, phase, random),
    ...(hash(nctId) % 2 ? { acronym: `DEMO-${nctId.slice(-4)}` } : {}),
    Phase: phase,
    primaryOutcomes: newest?.primary_outcomes,
    secondaryOutcomes: secondaryOutcomes(random),
    updatedAt: newest?.version_date,
    status: newest?.status,
    start_date: isoOf(start).slice(0, random.chance(0.2) ? 7 : 10),
    ...designOf(phase, start, random),
    countries: [...sitesOf(nctId, phase)],
    enrollment: newest?.enrollment,
    enrollment_type: readout < world.today ? 'ACTUAL' : 'ESTIMATED',
    ...(readout > world.today ? { dates: plannedDates(readout) } : {}),
    why_stopped: newest?.why_stopped,
    results_posted_date: isPosted ? isoOf(readout + 360) : null,
  };
}

/**
 * Returns the title of a study. It contains the name of the drug. If the title would then exceed
 * 120 characters, it contains the code of the drug instead.
 */
function studyTitle({ drug, code, indication }: Program, phase: Phase, random: Random) {
  const study = random.pick(designs[phase]);
  const title = (name: string) => `${study} of ${name} in Participants With ${indication.disease}`;
  return title(drug).length > 120 ? title(code) : title(drug);
}

function primaryOutcomes({ endpoint }: Indication, phase: Phase, random: Random): string {
  const week = random.pick(weeks);
  return phase === 'Phase 1'
    ? 'Number of participants with dose-limiting toxicities [Time Frame: up to day 28]; Number ' +
        `of participants with treatment-emergent adverse events [Time Frame: up to week ${week}]`
    : `${endpoint} at week ${week} compared with control [Time Frame: baseline to week ${week}]`;
}

function secondaryOutcomes(random: Random): string {
  const first = random.integer(0, 2);
  const measures = secondaryMeasures.slice(first, first + 3);
  return measures.map((one) => `${one} [Time Frame: week ${random.pick(weeks)}]`).join('; ');
}

function plannedDates(readout: Day): Trial['dates'] {
  const on = (day: Day) => ({ date: isoOf(day), precision: 'day', type: 'ESTIMATED' }) as const;
  return { primary_completion: on(readout - 35), completion: on(readout) };
}

/**
 * Generates the versions of a registration. There are up to seven: planned, recruiting, on hold,
 * resumed, delayed, fully enrolled and completed.
 */
function versionsOf({ seed, today }: World, { indication }: Program, run: TrialRun) {
  const { nctId, phase, start, readout, hold, result, enrollment } = run;
  const random = randomOf(seed, 'versions', nctId);
  const [planned, actual] = [run.planned - 35, readout - 35];
  const outcomes = primaryOutcomes(indication, phase, random);
  const [isRevised, isCut] = [random.chance(0.07), random.chance(0.09)];
  const versions: Fact<'trial_versions'>[] = [];
  const add = (day: Day, status: string, completion: Day, why_stopped?: string) => {
    const version_date = isoOf(day);
    if (day >= today || version_date <= (versions.at(-1)?.version_date ?? '')) return;
    const isLate = day > (start + readout) / 2;
    // A past completion date is exact. A planned date usually states only a month, and sometimes it
    // is invalid text.
    const isExact = completion <= day || hash(nctId) % 3 === 0;
    const date = isoOf(completion).slice(0, isExact ? 10 : 7);
    versions.push({
      nctId,
      version_date,
      status,
      phase,
      enrollment: isCut && isLate ? Math.round(enrollment * 0.7) : enrollment,
      primary_completion_date: nctId.endsWith('9401') ? 'To be determined' : date,
      primary_outcomes: isRevised && isLate ? `Revised: ${outcomes}` : outcomes,
      ...(why_stopped ? { why_stopped } : {}),
      countries: sitesOf(nctId, phase).length,
    });
  };
  const full = Math.round(start * 0.3 + readout * 0.7);
  const active = (day: Day) => (day < full ? 'RECRUITING' : 'ACTIVE_NOT_RECRUITING');
  add(start - 30, 'NOT_YET_RECRUITING', planned);
  add(start + 4, 'RECRUITING', planned);
  if (hold) add(hold.from + 2, 'SUSPENDED', planned, 'FDA clinical hold pending safety review');
  if (hold?.until === null) return versions;
  if (hold) add(hold.until! + 5, active(hold.until! + 5), actual);
  if (planned < actual) add(run.slippedOn, active(run.slippedOn), actual);
  add(full, 'ACTIVE_NOT_RECRUITING', actual);
  const isStopped = result === 'negative' && enrollment % 5 < 2;
  if (isStopped) add(readout + 9, 'TERMINATED', actual, 'Lack of efficacy');
  else if (result !== null) add(readout - 6, 'COMPLETED', actual);
  return versions;
}

/** Creates a trial whose result is never announced. */
function quietRun({ today }: World, nctId: string, phase: Phase, start: Day, readout: Day) {
  const result = readout < today ? ('mixed' as const) : null;
  const plan = { planned: readout, slippedOn: readout, hold: null, result };
  return { nctId, phase, start, readout, enrollment: 12 + (hash(nctId) % 150), ...plan };
}

const sideTitles = [
  'A Single and Multiple Ascending Dose Study',
  'A Long-Term, Open-Label Extension Study',
  'An Investigator-Initiated Biomarker Study',
  'An Observational Registry of the Use',
];

/**
 * Generates a secondary trial: a study in healthy volunteers, an extension, a university study or a
 * registry.
 */
function sideTrial(world: World, company: Company, program: Program, number: number): Trial {
  const { failed, code, runs, indication } = program;
  const nctId = nctIdOf(company.at, SIDE_TRIAL + number);
  const random = randomOf(world.seed, 'side-trial', nctId);
  const title = random.pick(sideTitles);
  const [isHealthy, , isAcademic, isRegistry] = sideTitles.map((one) => one === title);
  const start = runs[0]!.start + random.integer(30, 300);
  const readout = Math.min(start + random.integer(300, 800), failed ?? Number.MAX_VALUE);
  const phase = isHealthy ? 'Phase 1' : random.pick(runs).phase;
  const run = quietRun(world, nctId, phase, start, Math.max(readout, start + 60));
  const { Phase, ticker, ...trial } = trialOf(world, company, program, run);
  const isStopped = readout === failed && !isAcademic && trial.status === 'COMPLETED';
  const people = isHealthy ? 'Healthy Volunteers' : `Patients With ${indication.disease}`;
  const academic = { LeadSponsorName: random.pick(universities), lead_sponsor_class: 'OTHER' };
  const collaborators = [{ name: company.name, class: 'INDUSTRY' }];
  return {
    ...trial,
    ...(isAcademic ? { ...academic, collaborators } : { ticker: ticker ?? null }),
    ...(isRegistry ? { study_type: 'OBSERVATIONAL' } : { Phase }),
    ...(isStopped ? { status: 'TERMINATED', why_stopped: 'Business decision by the sponsor' } : {}),
    ...(isHealthy ? { Condition: people, conditions: [people] } : {}),
    BriefTitle: `${title} of ${code} in ${people}`,
    brief_summary: `This study tests ${code}.`,
    official_title: `A ${title} of ${code} Given Once a Day in ${people}`,
  };
}

/**
 * Generates a trial of a drug that the company abandoned many years ago without an announcement.
 */
function abandonedTrial(world: World, company: Company, program: Program): Trial {
  const readout = world.today - 2_200 - company.at;
  const nctId = nctIdOf(company.at, ABANDONED_TRIAL);
  const run = quietRun(world, nctId, 'Phase 2', readout - 500, readout);
  const drug = `${company.ticker.slice(0, 3)}-9${company.at}`;
  return trialOf(world, { ...company, formerName: null }, { ...program, drug }, run);
}

/**
 * Returns the sponsor fields of a trial. Trials of a subsidiary state the name of the subsidiary,
 * and some trials state no ticker.
 */
function sponsorOf(company: Company, random: Random, isOld: boolean) {
  const { name, formerName, subsidiary } = company;
  const current = subsidiary && random.chance(0.35) ? subsidiary : name;
  const LeadSponsorName = formerName && isOld ? formerName : current;
  const isMapped = LeadSponsorName === name || (!formerName && random.chance(0.7));
  const ticker = isMapped ? { ticker: company.ticker } : {};
  return { LeadSponsorName, lead_sponsor_class: 'INDUSTRY', ...ticker };
}

function treatmentOf({ drug, code, indication: { disease, rare } }: Program, phase: Phase) {
  const conditions = rare ? [disease, 'Rare Diseases'] : [disease];
  const other_names = phase === 'Phase 1' && code !== drug ? [code] : [];
  const controls = ['Placebo', 'Standard of Care'].slice(0, Number(phase.slice(-1)) - 1);
  const interventions = [drug, ...controls].map((name) => ({
    name,
    type: name === drug ? 'DRUG' : 'OTHER',
    arm_roles: [name === drug ? 'EXPERIMENTAL' : 'PLACEBO_COMPARATOR'],
    other_names: name === drug ? other_names : [],
  }));
  const InterventionName = [drug, ...other_names, ...controls].join(', ');
  const Condition = conditions.join(', ');
  return { study_type: 'INTERVENTIONAL', Condition, conditions, InterventionName, interventions };
}

function designOf(phase: Phase, start: Day, random: Random): Partial<Trial> {
  const isControlled = phase !== 'Phase 1' && random.chance(0.75);
  const control = random.pick(['PLACEBO_COMPARATOR', 'ACTIVE_COMPARATOR']);
  const roles = isControlled ? ['EXPERIMENTAL', control] : ['EXPERIMENTAL'];
  return {
    first_posted_date: isoOf(start - random.integer(5, 60)),
    allocation: isControlled ? 'RANDOMIZED' : 'NA',
    masking: isControlled ? random.pick(['DOUBLE', 'QUADRUPLE']) : 'NONE',
    intervention_model: isControlled ? 'PARALLEL' : 'SINGLE_GROUP',
    primary_purpose: 'TREATMENT',
    arms: roles.map((role, at) => ({ label: `Arm ${at + 1}`, role, description: 'Once a day.' })),
  };
}

function sitesOf(nctId: string, phase: Phase): readonly string[] {
  const most = { 'Phase 1': 2, 'Phase 2': 5, 'Phase 3': countries.length }[phase];
  return countries.slice(0, 1 + (hash(`sites/${nctId}`) % most)).sort();
}
