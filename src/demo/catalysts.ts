import { isoOf, monthEnd, partsOf, quarterEnd } from './days.ts';
import { hash } from './random.ts';
import { designationsOf } from './regulatory.ts';
import type { Milestone } from './timeline.ts';
import type { Facts, Story, World } from './world.ts';

/** Number of days before today that the demo calendar covers. */
const PAST_DAYS = 1650;
/** Number of days after today that the demo calendar covers. */
const SCHEDULE_DAYS = 450;

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** Generates the past and the scheduled catalysts of a company. */
export function catalystsOf(world: World, story: Story): Facts<'catalysts'> {
  const { company } = story;
  const calendar = calendarOf(world, story);
  const designations = designationsOf(world, story);
  // For some companies, the next presentation at a congress is moved to today, so that the demo has
  // an event every day.
  const due = calendar.find(
    ({ kind, planned }) => /interim|presentation/.test(kind) && planned >= world.today,
  );
  return calendar.map((one) => {
    const { kind, program, run, planned, known, day, result } = one;
    const { drug, indication, drugType } = program!;
    const own = designations.filter(
      ({ drug_name, designation_date }) => drug_name === drug && designation_date! <= isoOf(known),
    );
    const types = new Set(own.map(({ designation_type }) => designation_type));
    const decision = result === 'positive' ? 'Approved' : 'CRL';
    const isDecided = result !== null && kind === 'decision';
    const hasOutcome = result !== null && /readout|presentation|adcomm/.test(kind);
    return {
      // As in real data, a few records have no identifier.
      ...(kind === 'readout' || planned % 29 > 0 ? { _id: catalystId(one) } : {}),
      ticker: company.ticker,
      drugname: drug,
      catalyst: catalystName(one),
      stage: run?.phase ?? 'NDA/BLA',
      treatment: indication.disease,
      description: catalystDescription(one, company.name),
      ...datesOf(world, one, one === due && company.at % 2 === 0 ? world.today : planned),
      createdDate: isoOf(known).replaceAll('-', '/'),
      ...(types.size > 0 ? { regulatory_designations: [...types].join(', ') } : {}),
      therapeuticArea: indication.area,
      drugType,
      ...(isDecided ? { decision, decision_date: isoOf(day) } : {}),
      ...(hasOutcome ? { outcome: result } : {}),
      ...(run ? { nctId: run.nctId } : {}),
    };
  });
}

function catalystDescription(milestone: Milestone, company: string): string {
  const { kind, run, program, cycle } = milestone;
  const { drug, drugType, mechanism, indication, priority } = program!;
  const subject = `${drug} (${drugType}, ${mechanism}) for ${indication.disease}`;
  const application = `the ${cycle === 2 ? 'resubmitted ' : ''}application for ${subject}`;
  if (kind === 'readout') {
    return (
      `Topline data from the ${run!.phase} trial (${run!.nctId}) of ${subject}. Its primary ` +
      `endpoint: ${indication.endpoint}. About ${run!.enrollment} participants are enrolled.`
    );
  }
  const goal = `which is under ${priority ? 'priority' : 'standard'} review`;
  const texts: Partial<Record<Milestone['kind'], string>> = {
    filing: `Submission of ${application}, which is based on the pivotal trials and the safety database.`,
    adcomm: `An FDA advisory committee discusses ${application} and votes on benefits and risks.`,
    decision: `The FDA's target action date for ${application}, ${goal}. A decision may come earlier.`,
  };
  const data = `${kind === 'interim' ? 'interim ' : ''}${run?.phase} data on ${subject}`;
  const presented = `at a medical congress, with detail on efficacy by subgroup and safety.`;
  return texts[kind] ?? `${company} plans to present ${data} ${presented}`;
}

/** Number of days by which the goal date of some reviews is extended (21 CFR 314.60). */
const EXTENSION_DAYS = 91;

/** Generates changes to catalyst dates: delayed readouts and extended goal dates. */
export function catalystChanges(world: World, story: Story): Facts<'catalyst_changes'> {
  const change = (one: Milestone, changed: number, previous: number) => ({
    catalyst_id: catalystId(one),
    changed_date: isoOf(changed),
    field: 'formattedDate',
    previous_value: isoOf(previous),
    new_value: datesOf(world, one, one.planned).formattedDate,
  });
  const calendar = calendarOf(world, story);
  const delayed = calendar.filter(
    ({ kind, run, known }) =>
      kind === 'readout' && run!.planned < run!.readout && run!.slippedOn > known,
  );
  const extended = calendar.filter(
    ({ kind, planned, known }) =>
      kind === 'decision' &&
      planned % 8 === 3 &&
      known < Math.min(planned - 2 * EXTENSION_DAYS, world.today - 30),
  );
  return [
    ...delayed.map((one) => change(one, one.run!.slippedOn, one.run!.planned)),
    ...extended.map((one) => change(one, one.known + 30, one.planned - EXTENSION_DAYS)),
  ];
}

function calendarOf({ today }: World, { milestones }: Story): readonly Milestone[] {
  return milestones.filter(
    ({ kind, planned, known }) =>
      /readout|interim|presentation|filing|adcomm|decision/.test(kind) &&
      planned >= today - PAST_DAYS &&
      planned <= today + SCHEDULE_DAYS &&
      known < today,
  );
}

function catalystName({ kind, run, program }: Milestone): string {
  if (kind === 'readout') return `${run!.phase} Readout`;
  if (kind === 'filing') return program!.biologic ? 'BLA Filing' : 'NDA Filing';
  if (kind === 'adcomm') return 'AdComm Meeting';
  return kind === 'decision' ? 'PDUFA Date' : 'Data presentation';
}

/**
 * Returns the date fields of a catalyst. Past dates and dates that the FDA set are exact. Most
 * dates that companies announce state only a month or a quarter.
 */
function datesOf({ seed }: World, { kind, result, program }: Milestone, day: number) {
  const { year, month, quarter } = partsOf(day);
  const roll = hash(`${seed}/${kind}/${program!.application}`) % 100;
  const isGuidance = result === null && (kind === 'readout' || kind === 'filing');
  if (!isGuidance || roll > 55) return { catdate: isoOf(day), formattedDate: isoOf(day) };
  return roll < 30
    ? { catdate: `Q${quarter} ${year}`, formattedDate: isoOf(quarterEnd(day)) }
    : { catdate: `${months[month - 1]} ${year}`, formattedDate: isoOf(monthEnd(day)) };
}

function catalystId({ kind, planned, program }: Milestone): string {
  const label = `${program!.ticker}/${program!.at}/${kind}/${planned}`;
  const parts = [label, `${label}/2`, `${label}/3`];
  return parts.map((part) => hash(part).toString(16).padStart(8, '0')).join('');
}
