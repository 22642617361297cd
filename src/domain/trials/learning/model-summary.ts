import type { OutcomeModel } from './outcome-model.ts';
import type { PhaseModel } from './phase-model.ts';

/** A model without its coefficients. */
export function modelSummary({ fitted_on, labels, phases }: OutcomeModel) {
  const withoutFits = ({ judged: _, final: __, ...phase }: PhaseModel) => phase;
  return {
    fitted_on,
    labels,
    phases: {
      phase1: withoutFits(phases.phase1),
      phase2: withoutFits(phases.phase2),
      phase3: withoutFits(phases.phase3),
    },
  };
}

export type OutcomeModelSummary = ReturnType<typeof modelSummary>;
