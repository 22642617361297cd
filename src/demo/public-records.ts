import type { Fact } from '../facts/fact-kinds.ts';
import { type Day, isoOf } from './days.ts';
import type { Program, TrialRun } from './programs.ts';
import { type Random, randomOf } from './random.ts';
import { trialsOf } from './trials.ts';
import type { Facts, Story, World } from './world.ts';

/**
 * Generates the label of each approved drug. The label states the number of the application for the
 * first indication.
 */
export function labelsOf(_: World, { company, programs }: Story): Facts<'drug_labels'> {
  const marketed = programs.filter(({ approved, expansion }) => approved !== null && !expansion);
  return marketed.map(({ approved, application, brand, drug, indication, drugType }) => {
    const has_boxed_warning = drugType === 'CAR-T' || approved! % 3 === 0;
    return {
      set_id: `label-${application}`,
      label_version: 1,
      effective_date: isoOf(approved!),
      application_numbers: [application],
      brand_names: [brand.toUpperCase()],
      generic_names: [drug.toUpperCase()],
      manufacturers: [company.name],
      indication: `${brand.toUpperCase()} is indicated for the treatment of ${indication.disease}.`,
      ...(has_boxed_warning ? { boxed_warning: 'Severe immune reactions may occur.' } : {}),
      warnings: 'Infections may occur. Stop treatment if an infection is serious.',
      contraindications: 'Known hypersensitivity to the drug.',
      adverse_reactions: 'The most common adverse reactions were headache and nausea.',
      pharmacokinetics: 'The half-life is 11 hours. Food has no effect on exposure.',
      pediatric_use: 'The safety in children is not established.',
      mechanism_of_action: 'The mechanism of action is unknown.',
      clinical_studies: 'The drug was better than placebo in one trial of adults.',
      pregnancy: 'Data on use in pregnancy are insufficient.',
      dosage: `The recommended dose of ${brand.toUpperCase()} is stated for each indication.`,
      source_url: `https://labels.example/${application}`,
    };
  });
}

/**
 * Generates announcements of advisory committee meetings. They name an application, not a company.
 */
export function meetingsOf({ today }: World, { milestones }: Story): Facts<'advisory_meetings'> {
  const announced = milestones.filter(({ kind, known }) => kind === 'adcomm' && known < today);
  return announced.map(({ program, planned, known }) => {
    const { application, drug, indication } = program!;
    const day = isoOf(planned);
    const committee = `${indication.area} Advisory Committee`;
    return {
      meeting_id: `/advisory-committees/${day}-${application.toLowerCase()}`,
      committee,
      start_date: day,
      title: `${day}: Meeting of the ${committee}`,
      discusses: `The committee will discuss ${application.slice(0, 3)} ${application.slice(3)}, ${drug}, for ${indication.disease}.`,
      application_numbers: [application],
      published_date: isoOf(known),
      source_url: `https://meetings.example/${application}`,
    };
  });
}

/** Generates the results that the registry posts for finished trials. */
export function postedResults(world: World, story: Story): Facts<'posted_results'> {
  const runs = new Map(story.programs.flatMap(({ runs }) => runs.map((run) => [run.nctId, run])));
  return trialsOf(world, story).flatMap((trial) => {
    const run = runs.get(trial.nctId);
    return run && trial.results_posted_date ? [resultsOf(world, run, trial)] : [];
  });
}

function resultsOf(
  world: World,
  { nctId, enrollment, result }: TrialRun,
  { LeadSponsorName, BriefTitle, primaryOutcomes, ...trial }: Fact<'trials'>,
): Fact<'posted_results'> {
  const random = randomOf(world.seed, 'posted', nctId);
  const participants = Math.floor(enrollment / 2);
  const isMet = result === 'positive';
  const p_value = isMet ? random.integer(1, 40) / 1_000 : random.integer(8, 80) / 100;
  const of = (low: number, high: number) => Math.round(participants * random.between(low, high));
  const arms = [
    { title: 'Treatment', met: isMet ? of(0.45, 0.5) : of(0.28, 0.33), harmed: of(0.07, 0.17) },
    { title: 'Placebo', met: of(0.26, 0.3), harmed: of(0.06, 0.14) },
  ];
  const not_completed = of(0.05, 0.2);
  const analysis = {
    groups: ['OG000', 'OG001'],
    method: 'Cochran-Mantel-Haenszel',
    test: 'SUPERIORITY',
    p_value_text: String(p_value),
    p_value,
    stated_level: 0.05,
    within_stated_level: p_value <= 0.05,
  };
  const outcome = {
    title: primaryOutcomes,
    time_frame: 'Week 24',
    unit: 'participants',
    measure: 'COUNT_OF_PARTICIPANTS',
    groups: arms.map(({ title }, at) => ({ id: `OG00${at}`, title, participants })),
    measurements: arms.map(({ met }, at) => ({ group: `OG00${at}`, value: met })),
    analyses: [analysis],
  };
  const flow = { period: 'Overall Study', group: 'FG000', title: 'Treatment', not_completed };
  return {
    nctId,
    LeadSponsorName,
    BriefTitle,
    posted_date: trial.results_posted_date,
    updatedAt: trial.results_posted_date,
    primary_outcomes: [outcome],
    secondary_results: 'Secondary outcome: relapses (Week 24)',
    safety_results: 'Safety outcome: adverse events related to treatment (Week 24)',
    adverse_events: arms.map(({ title, harmed }, at) => {
      return { group: `EG00${at}`, title, serious_affected: harmed, serious_at_risk: participants };
    }),
    discontinuations: [{ ...flow, started: participants }],
    source_url: `https://registry.example/${nctId}?tab=results`,
  };
}

const reactions = (
  'Nausea;Headache;Fatigue;Diarrhoea;Alanine aminotransferase increased;Neutropenia;Pneumonia;' +
  'Cytokine release syndrome;Hypertension;Rash maculo-papular;Sepsis;Drug ineffective'
).split(';');

const longOutcome =
  'Recovered after hospitalization of eleven days, during which treatment was interrupted, the ' +
  'dose was halved on rechallenge and laboratory values returned to baseline; the reporter ' +
  'considers a relation possible, the manufacturer considers it unlikely, and follow-up is closed.';

/**
 * Pairs of the severity and the outcome of an adverse event, most frequent first. Some words are
 * misspelled, as in real reports.
 */
const courses = [
  ['Non-Serious', 'Recovered'],
  ['Other Serious', 'Unknown'],
  ['Hospitalization', 'Hospitalization; recovered'],
  ['hospitalisation', 'Recovering'],
  ['Life-Threatening', 'Recovered with sequelae'],
  ['Disabling', 'Not recovered'],
  ['Death', 'Fatal'],
  ['serius', 'Unknown'],
  ['Hospitalization', longOutcome],
];

/**
 * Generates reports of adverse events: reports on marketed drugs, and reports of serious events in
 * a trial before a clinical hold.
 */
export function adverseEvents(world: World, story: Story): Facts<'adverse_events'> {
  const end = Math.min(world.today, story.company.last);
  return story.programs.flatMap((program) => {
    const random = randomOf(world.seed, 'adverse-events', program.ticker, program.at);
    // Spontaneous reports begin on the twentieth day after approval.
    const first = Math.max((program.approved ?? end) + 20, end - 1000);
    const count = program.expansion || first >= end ? 0 : random.integer(3, 9);
    const days = Array.from({ length: count }, () => random.integer(first, end - 1));
    const holds = program.runs.flatMap(({ hold }) => hold ?? []);
    const before = holds.flatMap(({ from }) => [from - 30, from - 15, from - 4]);
    const serious = { severity: 'Life-Threatening', outcome: 'Hospitalization' };
    const records = [
      ...days.flatMap((day) => report(program, day, 'Spontaneous', random)),
      ...before.flatMap((day) => ({ ...report(program, day, 'Study', random)[0]!, ...serious })),
    ];
    // If a reaction is reported twice on one day, only the second record is kept.
    const unique = records.map((one) => [`${one.event_date}/${one.adverse_event}`, one] as const);
    return [...new Map(unique).values()];
  });
}

/** Returns one record per reaction of a report. Drug names are in capitals, as in real reports. */
function report({ ticker, drug, indication }: Program, day: Day, type: string, random: Random) {
  const [severity, outcome] = courses[Math.floor(courses.length * random.unit() ** 2)]!;
  const start = random.integer(0, reactions.length - 3);
  const report_id = `9${random.integer(1e9, 9e9)}`;
  const patient = { patient_age_years: 30 + (day % 50), patient_sex: day % 2 ? 'female' : 'male' };
  const usual = { dose: '10 MG, QD', reporter_country: 'US', reporter_qualification: 'physician' };
  return reactions.slice(start, start + random.integer(1, 3)).map((adverse_event) => ({
    ticker,
    drug_name: drug.toUpperCase(),
    indication: indication.disease,
    event_date: isoOf(day),
    updated_date: isoOf(day),
    adverse_event,
    severity,
    outcome,
    ...patient,
    ...usual,
    report_type: type,
    report_id,
    report_version: 1 + (day % 2),
  }));
}
