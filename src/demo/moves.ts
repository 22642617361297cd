import type { Company, Milestone } from './model.ts';
import type { Random } from './random.ts';

type Range = readonly [low: number, high: number];

/**
 * Logarithmic returns on the day of an event, for the lead program of a small company. Our choice:
 * the levels; the order follows the field (phase 3 above decisions above phase 1, failures larger
 * than successes, small companies above large ones; Singh et al. 2022, PLoS ONE e0272851).
 */
const readouts: Readonly<Record<string, { positive: Range; negative: Range }>> = {
  'Phase 1': { positive: [0.05, 0.2], negative: [0.08, 0.25] },
  'Phase 2': { positive: [0.14, 0.5], negative: [0.25, 0.75] },
  'Phase 3': { positive: [0.2, 0.6], negative: [0.4, 1.0] },
};
const others: Readonly<Record<string, { positive: Range; negative: Range }>> = {
  decision: { positive: [0.03, 0.16], negative: [0.2, 0.6] },
  adcomm: { positive: [0.08, 0.3], negative: [0.15, 0.4] },
  filing: { positive: [0.005, 0.03], negative: [0.005, 0.03] },
  interim: { positive: [0.015, 0.08], negative: [0.015, 0.07] },
  presentation: { positive: [0.015, 0.08], negative: [0.015, 0.07] },
  hold: { positive: [0.15, 0.4], negative: [0.15, 0.4] },
  hold_lifted: { positive: [0.06, 0.2], negative: [0.06, 0.2] },
};
const bySize = { micro: 1.2, small: 1, mid: 0.6, large: 0.18 } as const;

/** The signed logarithmic return of an event's day; 0 before it has happened. */
export function moveOf(milestone: Milestone, company: Company, random: Random): number {
  const { kind, result, run, program } = milestone;
  if (result === null) return 0;
  const ranges = kind === 'readout' ? readouts[run!.phase]! : others[kind]!;
  const good = result === 'positive';
  const size = random.between(...(good ? ranges.positive : ranges.negative));
  const share = (program?.lead ? 1 : 0.4) * (result === 'mixed' ? 0.35 : 1);
  return (good ? 1 : -1) * size * share * bySize[company.size];
}

/**
 * The standard deviation that the market expects of an event still to come, as a logarithmic
 * return; the option chains carry it.
 */
export function expectedMove(milestone: Milestone, company: Company): number {
  const ranges =
    milestone.kind === 'readout' ? readouts[milestone.run!.phase]! : others[milestone.kind]!;
  const up = (ranges.positive[0] + ranges.positive[1]) / 2;
  const down = (ranges.negative[0] + ranges.negative[1]) / 2;
  const share = milestone.program?.lead ? 1 : 0.4;
  // A binary event that is fair to both sides has this standard deviation.
  return Math.sqrt(up * down) * share * bySize[company.size];
}
