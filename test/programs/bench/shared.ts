import { haveEngines } from '../../support/engines.ts';
import type { Bench } from './processes.ts';
import type { Figure } from './report.ts';
import { sharedAccountFigures } from './shared-accounts.ts';
import { sharedLimitFigures } from './shared-limits.ts';
import { sharedVersionFigures } from './shared-versions.ts';

/** Benchmarks of several machines. They are skipped if PostgreSQL or Redis is not installed. */
const parts: readonly ((bench: Bench) => Promise<Figure[]>)[] = [
  sharedLimitFigures,
  sharedAccountFigures,
  sharedVersionFigures,
];

export async function sharedFigures(bench: Bench): Promise<Figure[]> {
  if (!haveEngines) return [];
  const figures: Figure[] = [];
  for (const measure of parts) figures.push(...(await measure(bench)));
  return figures;
}
