import type { LearnedPhase } from './labelled-trial.ts';
import type { OutcomeModel } from './outcome-model.ts';
import type { PhaseModel } from './phase-model.ts';

/** A model without its coefficients. */
export interface OutcomeModelSummary extends Pick<OutcomeModel, 'fitted_on' | 'labels'> {
  readonly phases: Readonly<Record<LearnedPhase, Omit<PhaseModel, 'judged' | 'final'>>>;
}

export function modelSummary({ fitted_on, labels, phases }: OutcomeModel): OutcomeModelSummary {
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
