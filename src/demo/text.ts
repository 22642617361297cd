import type { Indication } from './medicine.ts';
import type { Phase, Program, TrialRun } from './programs.ts';
import { hash, type Random, randomOf } from './random.ts';
import type { Milestone } from './timeline.ts';

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

/** Study title with the drug's name, or with its code if the title would exceed 120 characters. */
export function studyTitle({ drug, code, indication }: Program, phase: Phase, random: Random) {
  const study = random.pick(designs[phase]);
  const title = (name: string) => `${study} of ${name} in Participants With ${indication.disease}`;
  return title(drug).length > 120 ? title(code) : title(drug);
}

export function primaryOutcomes({ endpoint }: Indication, phase: Phase, random: Random): string {
  const week = random.pick(weeks);
  return phase === 'Phase 1'
    ? 'Number of participants with dose-limiting toxicities [Time Frame: up to day 28]; Number ' +
        `of participants with treatment-emergent adverse events [Time Frame: up to week ${week}]`
    : `${endpoint} at week ${week} compared with control [Time Frame: baseline to week ${week}]`;
}

export function secondaryOutcomes(random: Random): string {
  const first = random.integer(0, 2);
  const measures = secondaryMeasures.slice(first, first + 3);
  return measures.map((one) => `${one} [Time Frame: week ${random.pick(weeks)}]`).join('; ');
}

export function catalystDescription(milestone: Milestone, company: string): string {
  const { kind, run, program, cycle } = milestone;
  const { drug, drugType, mechanism, indication, priority } = program!;
  const subject = `${drug} (${drugType}, ${mechanism}) for ${indication.disease}`;
  const application = `the ${cycle === 2 ? 'resubmitted ' : ''}application for ${subject}`;
  switch (kind) {
    case 'readout':
      return (
        `Topline data from the ${run!.phase} trial (${run!.nctId}) of ${subject}. Its primary ` +
        `endpoint: ${indication.endpoint}. About ${run!.enrollment} participants are enrolled.`
      );
    case 'filing':
      return `Submission of ${application}, which is based on the pivotal trials and the safety database.`;
    case 'adcomm':
      return `An FDA advisory committee discusses ${application} and votes on benefits and risks.`;
    case 'decision':
      return (
        `The FDA's target action date for ${application}, which is under ` +
        `${priority ? 'priority' : 'standard'} review. A decision may come earlier.`
      );
    default:
      return (
        `${company} plans to present ${kind === 'interim' ? 'interim ' : ''}${run!.phase} data on ` +
        `${subject} at a medical congress, with detail on efficacy by subgroup and safety.`
      );
  }
}

/**
 * Bullet points of a results announcement. All announcements of one trial state the same figures.
 */
export function resultBullets(seed: number, milestone: Milestone): string[] {
  const { kind, result, program, run } = milestone;
  const { drug, indication } = program!;
  const random = randomOf(seed, 'endpoint', run!.nctId);
  const met = `p=${random.between(0.0002, 0.04).toPrecision(2)}`;
  const missed = `p=${random.between(0.08, 0.7).toPrecision(2)}`;
  const safety = `Serious adverse events in ${random.integer(2, 14)}% of treated participants`;
  const treated = `participants with ${indication.disease} received ${drug} or control`;
  const looked = Math.round(run!.enrollment * random.between(0.3, 0.6));
  const first = {
    positive: `Met the primary endpoint: ${indication.endpoint} (${met})`,
    mixed: `Primary endpoint met at the high dose (${met}) and missed at the low dose (${missed})`,
    negative: `Did not meet the primary endpoint: ${indication.endpoint} (${missed})`,
  };
  return kind === 'interim'
    ? [`Interim look: ${looked} ${treated} so far`, `${safety} so far`, 'The trial continues']
    : [first[result!], `${run!.enrollment} ${treated}`, safety];
}

export function dataHeadline(company: string, { kind, result, program, run }: Milestone): string {
  const phase = announcedPhase(run!);
  const subject = `${program!.drug} in ${program!.indication.disease}`;
  const data = kind === 'interim' ? `Interim ${phase} Data` : `${phase} Data`;
  if (kind !== 'readout') return `${company} Presents ${data} on ${subject} at Medical Congress`;
  const word = { positive: 'Positive', negative: 'Negative', mixed: 'Mixed' }[result!];
  return `${company} Announces ${word} Topline Results From ${phase} Trial of ${subject}`;
}

/**
 * Phase as the company announces it. Some companies call a first trial phase 1/2 while the registry
 * states phase 1.
 */
export function announcedPhase({ phase, nctId }: TrialRun): string {
  return phase === 'Phase 1' && hash(nctId) % 10 < 3 ? 'Phase 1/2' : phase;
}
