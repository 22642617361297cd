import type { Fact } from '../facts/fact-kinds.ts';
import { type Day, isoOf } from './days.ts';
import type { Program, Story, World } from './model.ts';
import { type Random, randomOf } from './random.ts';

const reactions = [
  'Nausea',
  'Headache',
  'Fatigue',
  'Diarrhoea',
  'Alanine aminotransferase increased',
  'Neutropenia',
  'Pneumonia',
  'Injection site reaction',
  'Cytokine release syndrome',
  'Hypertension',
  'Rash maculo-papular',
  'Sepsis',
  'Acute kidney injury',
  'Drug ineffective',
];

/** Severity with what usually came of it; some words stand as reporters typed them. */
const courses = [
  { severity: 'Death', outcome: 'Fatal', share: 0.04 },
  { severity: 'Life-Threatening', outcome: 'Recovered with sequelae', share: 0.06 },
  { severity: 'Hospitalization', outcome: 'Hospitalization; recovered', share: 0.2 },
  { severity: 'hospitalisation', outcome: 'Recovering', share: 0.02 },
  { severity: 'Disabling', outcome: 'Not recovered', share: 0.04 },
  { severity: 'Other Serious', outcome: 'Unknown', share: 0.2 },
  { severity: 'serius', outcome: 'Unknown', share: 0.01 },
  { severity: 'Non-Serious', outcome: 'Recovered', share: 0.43 },
] as const;

const longOutcome =
  'Recovered after hospitalization of eleven days, during which treatment was interrupted, the ' +
  'dose was halved on rechallenge and laboratory values returned to baseline; the reporter held ' +
  'the event to be possibly related, the manufacturer unlikely related, and follow-up is closed.';

/** Reports on marketed drugs, and on those in trials where a clinical hold was put on them. */
export function adverseEventsOf(world: World, story: Story): readonly Fact<'adverse_events'>[] {
  return story.programs.flatMap((program) => {
    const random = randomOf(world.seed, 'adverse-events', program.ticker, program.at);
    const end = Math.min(world.today, story.company.last);
    const reports = [
      ...spontaneous(program, end, random, world.seed),
      ...beforeHolds(program, random, world.seed),
    ];
    return unlike(reports);
  });
}

/** Reports from the twentieth day on the market on; none where that day has not come. */
function spontaneous(
  program: Program,
  end: Day,
  random: Random,
  seed: number,
): readonly Fact<'adverse_events'>[] {
  if (program.approved === null || program.expansion) return [];
  const first = Math.max(program.approved + 20, end - 1400);
  if (first >= end) return [];
  return Array.from({ length: random.integer(3, 12) }, () =>
    report(program, random.integer(first, end - 1), 'Spontaneous', random, seed),
  ).flat();
}

/** The records without those of a reaction that another report has on the same day. */
function unlike(records: readonly Fact<'adverse_events'>[]): readonly Fact<'adverse_events'>[] {
  const seen = new Set<string>();
  return records.filter(({ event_date, adverse_event }) => {
    const label = `${event_date}/${adverse_event}`;
    return !seen.has(label) && seen.add(label);
  });
}

/** The serious reports in the weeks before a hold that explain it. */
function beforeHolds(
  program: Program,
  random: Random,
  seed: number,
): readonly Fact<'adverse_events'>[] {
  return program.runs.flatMap((run) =>
    run.hold === null
      ? []
      : Array.from({ length: random.integer(2, 4) }, () =>
          report(program, run.hold!.from - random.integer(4, 45), 'Study', random, seed).slice(
            0,
            1,
          ),
        )
          .flat()
          .map((one) => ({ ...one, severity: 'Life-Threatening', outcome: 'Hospitalization' })),
  );
}

/** One report: a record a reaction, one to three of them. */
function report(
  program: Program,
  day: number,
  type: string,
  random: Random,
  seed: number,
): readonly Fact<'adverse_events'>[] {
  const course = courseOf(random);
  const start = random.integer(0, reactions.length - 1);
  const number = (program.at + 1) * 10_000_000 + (random.bits() % 10_000_000);
  const id = `9${String(number).padStart(9, '0')}`;
  return Array.from({ length: random.pick([1, 1, 2, 2, 3]) }, (_, at) => ({
    ticker: program.ticker,
    // As reports have it: in capitals.
    drug_name: program.drug.toUpperCase(),
    event_date: isoOf(day),
    adverse_event: reactions[(start + at) % reactions.length]!,
    ...(random.chance(0.03) ? {} : { severity: course.severity }),
    outcome: random.chance(0.01) ? longOutcome : course.outcome,
    report_type: random.chance(0.03) ? 'Not available' : type,
    report_id: `${id}${seed % 10}`,
    report_version: random.chance(0.15) ? 2 : 1,
  }));
}

function courseOf(random: Random): (typeof courses)[number] {
  let left = random.unit();
  for (const course of courses) {
    left -= course.share;
    if (left < 0) return course;
  }
  return courses.at(-1)!;
}
