import type { Fact } from '../../facts.ts';
import { isoOf } from './calendar.ts';
import type { Milestone, Story, World } from './model.ts';
import { randomOf } from './random.ts';
import { held, pressRelease } from './regulatory.ts';
import { resultBullets } from './text.ts';

/** Announcements of readouts and of data shown at congresses. */
export function trialResultsOf(world: World, story: Story): readonly Fact<'trial_results'>[] {
  return [...held(story, 'readout'), ...held(story, 'presentation')]
    .filter((one) => one.day >= world.today - 1250)
    .map((one) => announcement(world, story, one));
}

function announcement(world: World, story: Story, one: Milestone): Fact<'trial_results'> {
  const random = randomOf(world.seed, 'result', story.company.ticker, one.day);
  const program = one.program!;
  const run = one.run!;
  const { disease, rare } = program.indication;
  return {
    ticker: program.ticker,
    ...(random.chance(0.04) ? {} : { drug_name: random.chance(0.1) ? program.code : program.drug }),
    trial_title: headline(story, one),
    phase: run.phase === 'Phase 1' && random.chance(0.3) ? 'Phase 1/2' : run.phase,
    indications: rare ? [disease, 'Rare Diseases'] : [disease],
    results_summary: [...resultBullets(one, random)],
    published_date: isoOf(one.day),
    ...(random.chance(0.1) ? {} : { nctId: run.nctId }),
    outcome: one.result,
    source_url: pressRelease(story, one.day),
  };
}

/** The headline of a press release about data. */
export function headline(story: Story, one: Milestone): string {
  const { drug, indication } = one.program!;
  const phase = one.run!.phase;
  const company = story.company.name;
  const subject = `${drug} in ${indication.disease}`;
  if (one.kind === 'presentation') {
    return `${company} Presents ${phase} Data on ${subject} at Medical Congress`;
  }
  const word = { positive: 'Positive', negative: 'Negative', mixed: 'Mixed' }[one.result!];
  return `${company} Announces ${word} Topline Results From ${phase} Trial of ${subject}`;
}
