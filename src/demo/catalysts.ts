import type { Fact } from '../facts/fact-kinds.ts';
import { isoOf, monthDisplay, monthEnd, quarterDisplay, quarterEnd, slashedOf } from './days.ts';
import type { Milestone, Story, World } from './model.ts';
import { hash, randomOf } from './random.ts';
import { designationsOf } from './regulatory.ts';
import { catalystDescription } from './text.ts';

/** Days of past and of schedule that the calendar holds. */
const pastDays = 1650;
const futureDays = 450;

const scheduled = new Set(['readout', 'interim', 'presentation', 'filing', 'adcomm', 'decision']);

/** A company's dated events, past and to come. */
export function catalystsOf(world: World, story: Story): readonly Fact<'catalysts'>[] {
  const onDay = story.milestones.find((one) => isDue(world, story, one));
  const designations = new Map(
    story.programs.map((program) => [program, designationsOf(world, story, program)]),
  );
  return calendarOf(world, story).map((one) => {
    const known = isoOf(one.known);
    const names = designations
      .get(one.program!)!
      .filter(({ designation_date: granted }) => granted! <= known)
      .map(({ designation_type: type }) => type);
    return catalyst(world, story, one, one === onDay, names.join(', '));
  });
}

/** The moves of a company's catalysts since they were first known. */
export function catalystChangesOf(world: World, story: Story): readonly Fact<'catalyst_changes'>[] {
  return calendarOf(world, story)
    .filter((one) => one.slipped !== null && hasId(one))
    .map((one) => ({
      catalyst_id: catalystId(story, one),
      changed_date: isoOf(one.slipped!.on),
      field: 'formattedDate',
      previous_value: isoOf(one.slipped!.from),
      new_value: dates(world, one, false).formattedDate,
    }));
}

/** `PDUFA Date`, `NDA Filing`, `Phase 3 Readout` … */
function catalystName(milestone: Milestone): string {
  const { kind, run, program } = milestone;
  if (kind === 'readout') return `${run!.phase} Readout`;
  if (isCongress(milestone)) return 'Data presentation';
  if (kind === 'adcomm') return 'AdComm Meeting';
  return kind === 'decision' ? 'PDUFA Date' : program!.biologic ? 'BLA Filing' : 'NDA Filing';
}

function calendarOf(world: World, story: Story): readonly Milestone[] {
  const { today } = world;
  return story.milestones.filter(
    (one) =>
      scheduled.has(one.kind) &&
      one.planned >= today - pastDays &&
      one.planned <= today + futureDays &&
      one.known < today &&
      one.known <= one.planned,
  );
}

function catalyst(
  world: World,
  story: Story,
  milestone: Milestone,
  onToday: boolean,
  designations: string,
): Fact<'catalysts'> {
  const program = milestone.program!;
  const random = randomOf(world.seed, 'catalyst', catalystId(story, milestone));
  const description = catalystDescription(milestone, story.company.name);
  return {
    ...(hasId(milestone) ? { _id: catalystId(story, milestone) } : {}),
    ticker: story.company.ticker,
    drugname: program.drug,
    catalyst: catalystName(milestone),
    stage: stageOf(milestone),
    treatment: program.indication.disease,
    ...(random.chance(0.04) ? {} : { description }),
    ...dates(world, milestone, onToday),
    ...(random.chance(0.05) ? {} : { createdDate: slashedOf(milestone.known) }),
    ...(designations ? { regulatory_designations: designations } : {}),
    ...(random.chance(0.05) ? {} : { therapeuticArea: program.indication.area }),
    ...(random.chance(0.05) ? {} : { drugType: program.drugType }),
    ...outcomes(milestone),
    ...(milestone.run && random.chance(0.9) ? { nctId: milestone.run.nctId } : {}),
  };
}

function outcomes(milestone: Milestone): Partial<Fact<'catalysts'>> {
  const { kind, result, day } = milestone;
  if (result === null) return {};
  if (kind === 'decision') {
    return { decision: result === 'positive' ? 'Approved' : 'CRL', decision_date: isoOf(day) };
  }
  return kind === 'filing' || kind === 'interim' ? {} : { outcome: result };
}

/** Exact days for what is past or fixed by the FDA; months or quarters for much that is guided. */
function dates(world: World, milestone: Milestone, onToday: boolean) {
  const { kind, planned } = milestone;
  if (onToday) return { catdate: isoOf(world.today), formattedDate: isoOf(world.today) };
  const roll = hash(`${world.seed}/${kind}/${planned}/${milestone.program!.drug}`) % 100;
  const guided = milestone.result === null && (kind === 'readout' || kind === 'filing');
  if (guided && roll < 30) {
    return { catdate: quarterDisplay(planned), formattedDate: isoOf(quarterEnd(planned)) };
  }
  if (guided && roll < 55) {
    return { catdate: monthDisplay(planned), formattedDate: isoOf(monthEnd(planned)) };
  }
  return { catdate: isoOf(planned), formattedDate: isoOf(planned) };
}

/** Some companies' next congress is moved to today, so that "today" is never an empty day. */
function isDue(world: World, story: Story, milestone: Milestone): boolean {
  return (
    story.company.at % 6 === 4 &&
    isCongress(milestone) &&
    milestone.planned >= world.today &&
    milestone.planned < world.today + 90
  );
}

function catalystId(story: Story, milestone: Milestone): string {
  const { program, kind, planned } = milestone;
  const label = `${story.company.ticker}/${program!.at}/${kind}/${planned}`;
  return [hash(label), hash(`${label}/2`), hash(`${label}/3`)]
    .map((part) => part.toString(16).padStart(8, '0'))
    .join('');
}

/** A few records came without an identifier and are known by their other fields. */
function hasId(milestone: Milestone): boolean {
  return milestone.planned % 97 !== 0;
}

function stageOf(milestone: Milestone): string {
  const ofTrial = milestone.kind === 'readout' || isCongress(milestone);
  return ofTrial ? milestone.run!.phase : 'NDA/BLA';
}

function isCongress({ kind }: Milestone): boolean {
  return kind === 'interim' || kind === 'presentation';
}
