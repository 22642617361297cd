import { isAhead } from '../../domain/catalysts/ahead.ts';
import { compareText } from '../../domain/compare-text.ts';
import type { Sourced } from '../../store/facts-store.ts';
import type { Collections } from '../collection.ts';
import type { Refresh } from '../computation.ts';
import type { Program } from './drug-program.ts';
import { type ProgramFinder, programFinder, programs, programTrials } from './programs.ts';

export const pipelineCollections = {
  pipeline: { from: ['programs', 'trials', 'catalysts'], rows: pipeline },
} satisfies Collections;

type Catalyst = Sourced<'catalysts'>;

/** Programs with their trials and the nearest catalyst dated today or later. */
export function pipeline(refresh: Refresh) {
  const ahead = refresh.memo(catalystsAhead);
  const trials = refresh.memo(programTrials).trials;
  return refresh.memo(programs).map((program) => {
    const catalyst = ahead.get(program)?.[0];
    const own = (trials.get(program) ?? []).map(({ nctId }) => nctId);
    return {
      ticker: program.ticker,
      company_name: refresh.universe.company(program.ticker)?.name ?? null,
      drug_name: program.drug_name,
      indication: program.indication,
      phase: program.phase ?? null,
      status: program.status ?? null,
      mechanism: program.mechanism ?? null,
      drugType: program.drugType ?? null,
      therapeuticArea: program.therapeuticArea ?? null,
      lead_program: program.lead_program ?? null,
      nctIds: [...new Set([...(program.nctIds ?? []), ...own])].sort(),
      next_catalyst: catalyst?.catalyst ?? null,
      next_catalyst_date: catalyst?.formattedDate ?? null,
    };
  });
}

/**
 * Maps programs to their future catalysts, nearest first. A program without future catalysts is
 * left out.
 */
export function catalystsAhead(refresh: Refresh): ReadonlyMap<Program, readonly Catalyst[]> {
  const owned = catalystsOfPrograms(refresh.memo(programFinder), refresh.facts.all('catalysts'));
  const ahead = [...owned].map(
    ([program, all]) => [program, all.filter((one) => isAhead(one, refresh.today))] as const,
  );
  return new Map(ahead.filter(([, catalysts]) => catalysts.length > 0));
}

/** Groups the given catalysts, past and future, by program, sorted by date. */
export function catalystsOfPrograms(find: ProgramFinder, catalysts: readonly Catalyst[]) {
  const owned = new Map<Program, Catalyst[]>();
  const sorted = catalysts.toSorted((a, b) => compareText(a.formattedDate, b.formattedDate));
  for (const catalyst of sorted) {
    const { ticker, drugname, treatment } = catalyst;
    const program = find(ticker, drugname, treatment, catalyst.catalyst);
    if (!program) continue;
    const own = owned.get(program);
    if (own) own.push(catalyst);
    else owned.set(program, [catalyst]);
  }
  return owned;
}
