import { randomOf } from '../../src/demo/random.ts';
import { shiftDays } from '../../src/domain/dates.ts';
import type { Fact } from '../../src/facts/fact-kinds.ts';

export interface SimulatedFacts {
  readonly trials: Fact<'trials'>[];
  readonly trial_versions: Fact<'trial_versions'>[];
  readonly posted_results: Fact<'posted_results'>[];
}

const PHASES = ['Phase 1', 'Phase 2', 'Phase 3'] as const;
const MASKINGS = ['NONE', 'DOUBLE', 'QUADRUPLE'] as const;
const CONDITIONS = [
  'Melanoma',
  'Asthma',
  'Epilepsy',
  'Psoriasis',
  'Heart Failure',
  'Gout',
] as const;
const DAYS = { 'Phase 1': 300, 'Phase 2': 500, 'Phase 3': 700 } as const;

/**
 * Generates a registry as a sync would store it: programs of fictional sponsors that advance to the
 * next phase after a success and stop after a failure. Phase 3 trials have posted results. The
 * outcome depends on masking, in log odds: 0 for NONE, `effect` for DOUBLE, and twice that for
 * QUADRUPLE.
 *
 * @param programs number of programs, about half the number of trials
 *
 * @param effect 0 for noise only
 */
export function simulatedTrials(options: {
  readonly programs: number;
  readonly seed: number;
  readonly today: string;
  readonly effect: number;
}): SimulatedFacts {
  const facts: SimulatedFacts = { trials: [], trial_versions: [], posted_results: [] };
  for (let program = 0; program < options.programs; program += 1)
    addProgram(facts, program, options);
  return facts;
}

function addProgram(
  facts: SimulatedFacts,
  program: number,
  { seed, today, effect, programs }: Parameters<typeof simulatedTrials>[0],
): void {
  const random = randomOf(seed, 'program', program);
  const sponsors = Math.max(5, Math.round(programs / 20));
  const named = {
    LeadSponsorName: `Simulated Bio ${program % sponsors}`,
    lead_sponsor_class: 'INDUSTRY',
    study_type: 'INTERVENTIONAL',
    conditions: [random.pick(CONDITIONS)],
    interventions: [{ name: `SIM-${10_000 + program}`, type: 'DRUG', arm_roles: ['EXPERIMENTAL'] }],
  };
  let start = shiftDays(today, -random.integer(100, 15 * 365));
  for (const [at, phase] of PHASES.entries()) {
    const masking = random.integer(0, 2);
    const end = shiftDays(start, DAYS[phase] + random.integer(-100, 100));
    if (start > today) return;
    const isOver = end < today;
    const nctId = `NCT9${String(program * 3 + at).padStart(7, '0')}`;
    const status = isOver ? 'COMPLETED' : 'RECRUITING';
    const updatedAt = isOver ? shiftDays(end, 20) : shiftDays(start, 30);
    if (updatedAt > today) return;
    const enrollment = Math.round(Math.exp(3 + at + random.normal()));
    facts.trials.push({
      nctId,
      ...named,
      BriefTitle: `A Study of SIM-${10_000 + program} in ${named.conditions[0]}`,
      Phase: phase,
      status,
      first_posted_date: shiftDays(start, -20),
      start_date: start,
      CompletionDate: end,
      dates: {
        primary_completion: { date: end, precision: 'day', type: isOver ? 'ACTUAL' : 'ESTIMATED' },
      },
      updatedAt,
      enrollment,
      masking: MASKINGS[masking]!,
      allocation: masking > 0 ? 'RANDOMIZED' : 'NON_RANDOMIZED',
      primary_purpose: 'TREATMENT',
      primaryOutcomes: random.pick([
        'Overall survival',
        'Objective response rate',
        'Adverse events',
      ]),
      arms: [{ label: 'A', role: 'EXPERIMENTAL' }],
      countries: ['United States'],
    });
    const version = { nctId, phase, primary_completion_date: end, countries: 1 };
    for (const day of [start, updatedAt]) {
      const own = { version_date: day, status: day === start ? 'RECRUITING' : status, enrollment };
      facts.trial_versions.push({ ...version, ...own });
    }
    const odds = Math.exp(effect * masking - 0.4 - effect);
    const succeeded = random.unit() < odds / (1 + odds);
    if (isOver && phase === 'Phase 3') facts.posted_results.push(posted(nctId, end, succeeded));
    if (!succeeded || !isOver) return;
    start = shiftDays(end, random.integer(60, 250));
  }
}

function posted(nctId: string, end: string, succeeded: boolean): Fact<'posted_results'> {
  const analysis = { p_value_text: '', p_value: succeeded ? 0.01 : 0.4, p_relation: '=' };
  return {
    nctId,
    posted_date: shiftDays(end, 365),
    primary_outcomes: [{ title: 'Primary', analyses: [analysis] }],
  };
}
