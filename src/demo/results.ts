import type { Fact } from '../facts/fact-kinds.ts';
import { isoOf } from './days.ts';
import type { Milestone, Story, TrialRun, World } from './model.ts';
import { hash, randomOf } from './random.ts';
import { held, pressRelease } from './regulatory.ts';
import { resultBullets } from './text.ts';

/** Announcements of readouts and of data shown at congresses. */
export function trialResultsOf(world: World, story: Story): readonly Fact<'trial_results'>[] {
  return (['readout', 'interim', 'presentation'] as const)
    .flatMap((kind) => held(story, kind))
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
    phase: phaseText(run),
    indications: rare ? [disease, 'Rare Diseases'] : [disease],
    results_summary: [...resultBullets(one, randomOf(world.seed, 'endpoint', run.nctId))],
    published_date: isoOf(one.day),
    ...(random.chance(0.1) ? {} : { nctId: run.nctId }),
    ...(one.kind === 'interim' ? {} : { outcome: one.result }),
    source_url: pressRelease(story, one.day),
  };
}

/** The headline of a press release about data. */
export function headline(story: Story, one: Milestone): string {
  const { drug, indication } = one.program!;
  const phase = phaseText(one.run!);
  const company = story.company.name;
  const subject = `${drug} in ${indication.disease}`;
  if (one.kind !== 'readout') {
    const data = one.kind === 'interim' ? `Interim ${phase} Data` : `${phase} Data`;
    return `${company} Presents ${data} on ${subject} at Medical Congress`;
  }
  const word = { positive: 'Positive', negative: 'Negative', mixed: 'Mixed' }[one.result!];
  return `${company} Announces ${word} Topline Results From ${phase} Trial of ${subject}`;
}

/** Companies call some of their first trials phase 1/2; the registry has the earlier phase. */
function phaseText({ phase, nctId }: TrialRun): string {
  return phase === 'Phase 1' && hash(nctId) % 10 < 3 ? 'Phase 1/2' : phase;
}
