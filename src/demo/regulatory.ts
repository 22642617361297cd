import type { Fact } from '../facts/fact-kinds.ts';
import { type Day, isoOf } from './days.ts';
import type { Milestone, Program, Story, World } from './model.ts';
import { type Random, randomOf } from './random.ts';

/** The FDA's answers to a company's applications, one record a PDUFA date that is past. */
export function decisionsOf(world: World, story: Story): readonly Fact<'decisions'>[] {
  return decided(story).map((one) => {
    const program = one.program!;
    const random = randomOf(world.seed, 'decision', program.application, one.planned);
    return {
      ...(random.chance(0.04) ? {} : { _id: `${program.application}-${one.planned}` }),
      Ticker: program.ticker,
      Drug: program.drug,
      Indication: program.indication.disease,
      'PDUFA Date': isoOf(one.planned),
      Decision: one.result === 'positive' ? 'Approved' : 'CRL',
      decision_date: isoOf(one.day),
      application_type: applicationType(program),
      ...(random.chance(0.3) ? {} : { source_url: pressRelease(story, one.day) }),
    };
  });
}

/** Original approvals of a company's drugs, and label supplements to them. */
export function approvalsOf(world: World, story: Story): readonly Fact<'approvals'>[] {
  return decided(story)
    .filter((one) => one.result === 'positive')
    .flatMap((one) => [approval(story, one), ...supplements(world, story, one)]);
}

export function adcommVotesOf(world: World, story: Story): readonly Fact<'adcomm_votes'>[] {
  return held(story, 'adcomm').map((one) => {
    const program = one.program!;
    const random = randomOf(world.seed, 'votes', program.application, one.day);
    const members = random.integer(9, 16);
    const majority = random.integer(Math.floor(members / 2) + 1, members);
    const abstain = majority < members && random.chance(0.2) ? 1 : 0;
    const minority = members - majority - abstain;
    const favourable = one.result === 'positive';
    return {
      ticker: program.ticker,
      drug_name: program.drug,
      indication: program.indication.disease,
      meeting_date: isoOf(one.day),
      votes_yes: favourable ? majority : minority,
      votes_no: favourable ? minority : majority,
      votes_abstain: abstain,
    };
  });
}

/** One letter a rejected application; its reasons are named where the company disclosed them. */
export function lettersOf(
  world: World,
  story: Story,
): readonly Fact<'complete_response_letters'>[] {
  return decided(story)
    .filter((one) => one.result === 'negative')
    .map((one) => {
      const program = one.program!;
      const random = randomOf(world.seed, 'letter', program.application, one.day);
      const reasons = random.pick([
        ['manufacturing'],
        ['efficacy'],
        ['efficacy', 'safety'],
        ['manufacturing', 'labeling'],
        ['safety'],
      ]);
      return {
        ticker: program.ticker,
        drug_name: program.drug,
        indication: program.indication.disease,
        letter_date: isoOf(one.day),
        ...(random.chance(0.1) ? {} : { reasons }),
        application_number: program.application,
        source_url: pressRelease(story, one.day),
      };
    });
}

/** The designations of one program, each granted while its trials were running. */
export function designationsOf(
  world: World,
  story: Story,
  program: Program,
): readonly Fact<'designations'>[] {
  const random = randomOf(world.seed, 'designations', story.company.at, program.at);
  const first = program.runs[0]!;
  const filing = story.milestones.find((one) => one.kind === 'filing' && one.program === program);
  const designations: Fact<'designations'>[] = [];
  const grant = (type: string, day: Day, status = 'Designated') => {
    if (day >= Math.min(world.today, story.company.last)) return;
    designations.push({
      ticker: program.ticker,
      drug_name: program.drug,
      designation_type: type,
      designation_date: isoOf(day),
      indication: program.indication.disease,
      ...(random.chance(0.5) ? { nctId: first.nctId } : {}),
      status: program.failed !== null && random.chance(0.2) ? 'Withdrawn' : status,
      sponsor_name: story.company.name,
    });
  };
  const during = () => first.start + random.integer(20, 320);
  const approved = program.approved === null ? 'Designated' : 'Designated/Approved';
  if (program.indication.rare && random.chance(0.5)) grant('Orphan Drug', during(), approved);
  if (random.chance(0.25)) grant('Fast Track', during());
  if (random.chance(0.14)) grant('Breakthrough Therapy', during());
  if (/CAR-T|Gene/.test(program.drugType) && random.chance(0.5)) grant('RMAT', during());
  if (program.indication.rare && random.chance(0.1)) grant('Rare Pediatric Disease', during());
  if (program.priority && filing) grant('Priority Review', filing.day + 60);
  return designations;
}

/** Milestones of a kind that have taken place. */
export function held(story: Story, kind: Milestone['kind']): readonly Milestone[] {
  return story.milestones.filter((one) => one.kind === kind && one.result !== null);
}

export function pressRelease(story: Story, day: Day): string {
  return `https://${story.company.stem.toLowerCase()}.example/press/${isoOf(day)}`;
}

function decided(story: Story): readonly Milestone[] {
  return held(story, 'decision');
}

function applicationType(program: Program): string {
  const type = program.biologic ? 'BLA' : 'NDA';
  return program.expansion ? `s${type}` : type;
}

/** As Drugs@FDA has it: in capitals, with what it is made of, and often without an indication. */
function approval(story: Story, { program, day }: Milestone): Fact<'approvals'> {
  const { application, drug, indication, expansion, biologic, priority, ticker } = program!;
  return {
    ticker,
    drug_name: drug.toUpperCase(),
    active_ingredients: [drug.toUpperCase()],
    approval_date: isoOf(day),
    ...(story.company.unlisted ? {} : { indication: indication.disease }),
    application_type: biologic ? 'BLA' : 'NDA',
    submission_type: expansion ? 'SUPPL (Efficacy)' : 'ORIG',
    review_designation: priority ? 'Priority Review' : 'Standard',
    application_number: application,
    sponsor_name: story.company.name,
  };
}

/** Later changes of the label; their review class is not always recorded. */
function supplements(world: World, story: Story, one: Milestone): readonly Fact<'approvals'>[] {
  const random = randomOf(world.seed, 'supplements', one.program!.application, one.day);
  const end = Math.min(world.today, story.company.last);
  const found: Fact<'approvals'>[] = [];
  for (let day = later(one.day, random); day < end; day = later(day, random)) {
    const { review_designation: review, ...rest } = approval(story, one);
    found.push({
      ...rest,
      approval_date: isoOf(day),
      submission_type: 'SUPPL (Labeling)',
      ...(random.chance(0.4) ? {} : { review_designation: review }),
    });
  }
  return found;
}

function later(day: Day, random: Random): Day {
  return day + random.integer(500, 1800);
}
