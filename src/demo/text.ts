import type { Indication } from './medicine.ts';
import type { Milestone, Phase, Program } from './model.ts';
import type { Random } from './random.ts';

/** The prose of the records, of the lengths that registries and press releases have. */

const designs: Readonly<Record<Phase, readonly string[]>> = {
  'Phase 1': [
    'A First-in-Human Dose-Escalation Study',
    'A Safety, Tolerability and Pharmacokinetics Study',
  ],
  'Phase 2': ['A Randomized, Double-Blind, Dose-Ranging Study', 'An Open-Label, Multicenter Study'],
  'Phase 3': [
    'A Randomized, Double-Blind, Placebo-Controlled Study',
    'A Randomized, Active-Controlled Study',
  ],
};

const weeks = [12, 16, 24, 26, 48, 52];

const secondaryMeasures = [
  'Number of participants with treatment-emergent adverse events and serious adverse events',
  'Change from baseline in the EQ-5D-5L visual analogue scale score',
  'Maximum observed plasma concentration (Cmax) and area under the curve (AUC0-24)',
  'Time to first response and duration of response among responders',
  'Proportion of participants with anti-drug antibodies at any post-baseline visit',
  'Change from baseline in the Patient Global Impression of Severity (PGI-S) score ≥1 point',
  'Overall survival or all-cause mortality through the end of study',
  'Proportion of participants who discontinue treatment because of an adverse event',
];

/** 60–120 characters. */
export function briefTitle(program: Program, phase: Phase, random: Random): string {
  const patients = `Participants With ${program.indication.disease}`;
  return fittedTitle(random.pick(designs[phase]), program, patients);
}

/** A title with the drug's name, or with its code where the name would make it too long. */
export function fittedTitle(study: string, program: Program, people: string): string {
  const whole = `${study} of ${program.drug} in ${people}`;
  const short = people.replace('Participants With ', '');
  return whole.length > 120 ? `${study} of ${program.code} in ${short}` : whole;
}

/** 80–300 characters. */
export function primaryOutcomes(indication: Indication, phase: Phase, random: Random): string {
  const week = random.pick(weeks);
  if (phase === 'Phase 1') {
    return (
      'Number of participants with dose-limiting toxicities [Time Frame: up to day 28]; Number ' +
      `of participants with treatment-emergent adverse events [Time Frame: up to week ${week}]`
    );
  }
  return (
    `${indication.endpoint} at week ${week} compared with control ` +
    `[Time Frame: baseline to week ${week}, assessed by a blinded rater]`
  );
}

/** 150–600 characters. */
export function secondaryOutcomes(random: Random): string {
  const start = random.integer(0, secondaryMeasures.length - 1);
  const count = random.integer(3, 5);
  return Array.from(
    { length: count },
    (_, at) =>
      `${secondaryMeasures[(start + at) % secondaryMeasures.length]} ` +
      `[Time Frame: baseline to week ${weeks[(start + at) % weeks.length]}]`,
  ).join('; ');
}

/** What a catalyst is about, 150–350 characters, as known before the event. */
export function catalystDescription(milestone: Milestone, company: string): string {
  const { kind, run, program } = milestone;
  const { drug, drugType, mechanism, indication } = program!;
  // `CD19-directed CAR-T` says already what it is.
  const type = mechanism.toLowerCase().endsWith(drugType.toLowerCase()) ? '' : ` (${drugType})`;
  const subject = `${drug}, ${withArticle(mechanism)}${type}, for ${indication.disease}`;
  switch (kind) {
    case 'readout':
      return (
        `Topline data from the ${run!.phase} trial (${run!.nctId}) of ${subject}. Its primary ` +
        `endpoint is the ${lowered(indication.endpoint)}. About ${run!.enrollment} participants ` +
        'are enrolled.'
      );
    case 'interim':
      return (
        `${company} is to present interim ${run!.phase} data on ${subject} at a medical congress, ` +
        'from participants treated so far. The trial goes on to its primary endpoint.'
      );
    case 'presentation':
      return (
        `${company} is to present ${run!.phase} data on ${subject} at a medical congress, with ` +
        'detail on efficacy by subgroup, the durability of response and the safety profile.'
      );
    case 'adcomm':
      return (
        `An FDA advisory committee discusses the application for ${subject}, and votes on ` +
        'whether the benefits outweigh the risks for the proposed population. The FDA is not ' +
        'bound by the vote.'
      );
    default:
      return applicationDescription(milestone, subject);
  }
}

function applicationDescription({ kind, cycle, program }: Milestone, subject: string): string {
  const review = `under ${program!.priority ? 'priority' : 'standard'} review`;
  if (kind !== 'filing') {
    return (
      `The FDA's target action date for the application for ${subject}, which is ${review}` +
      `${cycle === 2 ? ' after its resubmission' : ''}. A decision may come earlier than this date.`
    );
  }
  return cycle === 2
    ? `Resubmission of the marketing application for ${subject}. It answers the deficiencies ` +
        'that the FDA named in its complete response letter.'
    : `Submission of the marketing application for ${subject}. It rests on the pivotal program ` +
        'and on the long-term safety database.';
}

/**
 * The bullets of a results announcement.
 *
 * @param random the trial's stream: each announcement of its results has the same figures
 */
export function resultBullets(milestone: Milestone, random: Random): readonly string[] {
  const { kind, result, program, run } = milestone;
  const { drug, indication } = program!;
  const met = `p=${random.between(0.0002, 0.04).toPrecision(2)}`;
  const missed = `p=${random.between(0.08, 0.7).toPrecision(2)}`;
  const [serious, stopped] = [random.integer(2, 14), random.integer(1, 9)];
  const safety = `Serious adverse events in ${serious}% of treated participants`;
  const treated = `participants with ${indication.disease} received ${drug} or control`;
  if (kind === 'interim') {
    // What a trial that is still going can tell: who was treated and what they bore.
    return [
      `Interim look: ${Math.round(run!.enrollment * random.between(0.3, 0.6))} ${treated} so far`,
      `${safety} so far`,
      'The trial continues as planned; its primary endpoint has not been analysed',
    ];
  }
  const endpoint = lowered(indication.endpoint);
  const first = {
    positive: `Met the primary endpoint: ${endpoint} (${met})`,
    mixed: `Primary endpoint met at the high dose (${met}) and missed at the low dose (${missed})`,
    negative: `Did not meet the primary endpoint: ${endpoint} (${missed})`,
  }[result!];
  return [first, `${run!.enrollment} ${treated}`, `${safety}; ${stopped}% discontinued`];
}

/** Letters whose names begin with a vowel, where a word is spelled: `an NLRP3 inhibitor`. */
const spelled = /^(?:[FHLMNRSX](?=[A-Z\d])|FcRn|siRNA|mRNA)/;
/** Abbreviations that are read as words. */
const read = /^(?:HER|HIF|LAG|MEK|RIPK|ROR|STAT)/;

/** `a BTK degrader`, `an IL-23-blocking antibody`, `an FcRn blocker`. */
export function withArticle(phrase: string): string {
  const vowel = /^[AEIOaeioα]/.test(phrase) || (spelled.test(phrase) && !read.test(phrase));
  return `${vowel ? 'an' : 'a'} ${phrase}`;
}

function lowered(sentence: string): string {
  return /^[A-Z][a-z]/.test(sentence) ? sentence[0]!.toLowerCase() + sentence.slice(1) : sentence;
}
