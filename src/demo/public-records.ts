import type { Fact } from '../facts/fact-kinds.ts';
import { isoOf } from './days.ts';
import type { Program, Story, TrialRun, World } from './model.ts';
import { hash, randomOf } from './random.ts';

/** What the FDA and the registry publish of a company's drugs beside approvals and registrations. */

/** The label of each approved drug, under the application of its first indication. */
export function labelsOf(world: World, story: Story): readonly Fact<'drug_labels'>[] {
  return story.programs
    .filter(({ approved, expansion }) => approved !== null && approved < world.today && !expansion)
    .map(({ approved, application, brand, drug, indication, drugType }) => ({
      set_id: `label-${application}`,
      label_version: 1,
      effective_date: isoOf(approved!),
      application_numbers: [application],
      brand_names: [brand.toUpperCase()],
      generic_names: [drug.toUpperCase()],
      manufacturers: [story.company.name],
      is_original_packager: true,
      indication: `${brand.toUpperCase()} is indicated for the treatment of adults with ${indication.disease}.`,
      has_boxed_warning: drugType === 'CAR-T',
      source_url: `https://labels.example/${application}`,
    }));
}

/** Meetings of advisory committees as the FDA announces them: by application, not by company. */
export function meetingsOf(world: World, story: Story): readonly Fact<'advisory_meetings'>[] {
  return story.milestones
    .filter(({ kind, known }) => kind === 'adcomm' && known < world.today)
    .map(({ program, planned, known }) => {
      const { application, drug, indication, biologic } = program!;
      const [type, number] = [application.slice(0, 3), application.slice(3)];
      return {
        meeting_id: `/advisory-committees/${isoOf(planned)}-${application.toLowerCase()}`,
        committee: `${indication.area} Advisory Committee`,
        center: biologic
          ? 'Center for Biologics Evaluation and Research'
          : 'Center for Drug Evaluation and Research',
        start_date: isoOf(planned),
        end_date: isoOf(planned),
        status: 'scheduled',
        title: `${isoOf(planned)}: Meeting of the ${indication.area} Advisory Committee`,
        discusses: `The committee will discuss ${type} ${number}, ${drug}, for ${indication.disease}.`,
        application_numbers: [application],
        published_date: isoOf(known),
        source_url: `https://meetings.example/${application}`,
      };
    });
}

/** One in so many trials with posted results has them here in full. */
const POSTED_ONE_IN = 3;

/** The numbers that the registry posts of some trials: what was measured, and who was harmed. */
export function postedResultsOf(
  world: World,
  story: Story,
  trials: readonly Fact<'trials'>[],
): readonly Fact<'posted_results'>[] {
  const posted = new Map(trials.map((trial) => [trial.nctId, trial]));
  return story.programs.flatMap((program) =>
    program.runs.flatMap((run) => {
      const trial = posted.get(run.nctId);
      const isChosen = hash(run.nctId) % POSTED_ONE_IN === 0;
      return trial?.results_posted_date && isChosen ? [resultsOf(world, program, run, trial)] : [];
    }),
  );
}

function resultsOf(
  world: World,
  program: Program,
  run: TrialRun,
  trial: Fact<'trials'>,
): Fact<'posted_results'> {
  const random = randomOf(world.seed, 'posted', run.nctId);
  const half = Math.floor(run.enrollment / 2);
  const groups = [
    { id: 'OG000', title: program.drug, participants: half },
    { id: 'OG001', title: 'Placebo', participants: half },
  ];
  const isMet = run.result === 'positive';
  const p_value = isMet ? random.integer(1, 40) / 1_000 : random.integer(8, 80) / 100;
  const serious = (part: number) => Math.round(half * part * random.between(0.6, 1.4));
  const left = Math.round(half * random.between(0.05, 0.2));
  return {
    nctId: run.nctId,
    LeadSponsorName: trial.LeadSponsorName,
    BriefTitle: trial.BriefTitle,
    posted_date: trial.results_posted_date,
    updatedAt: trial.results_posted_date,
    primary_outcomes: [
      {
        title: program.indication.endpoint,
        time_frame: 'Week 24',
        unit: 'participants',
        measure: 'COUNT_OF_PARTICIPANTS',
        groups,
        measurements: [
          { group: 'OG000', value: Math.round(half * (isMet ? 0.48 : 0.31)) },
          { group: 'OG001', value: Math.round(half * 0.28) },
        ],
        analyses: [
          {
            groups: ['OG000', 'OG001'],
            method: 'Cochran-Mantel-Haenszel',
            test: 'SUPERIORITY',
            p_value_text: String(p_value),
            p_value,
            p_relation: '=',
            stated_level: 0.05,
            within_stated_level: p_value <= 0.05,
          },
        ],
      },
    ],
    adverse_events: [
      harm('EG000', program.drug, serious(0.12), half),
      harm('EG001', 'Placebo', serious(0.1), half),
    ],
    discontinuations: [
      {
        period: 'Overall Study',
        group: 'FG000',
        title: program.drug,
        started: half,
        completed: half - left,
        not_completed: left,
      },
    ],
    source_url: `https://registry.example/${run.nctId}?tab=results`,
  };
}

function harm(group: string, title: string, serious_affected: number, at_risk: number) {
  return { group, title, serious_affected, serious_at_risk: at_risk };
}
