import type { LearnedPhase } from './labelled-trial.ts';
import type { OutcomeModel } from './outcome-model.ts';
import type { PhaseModel } from './phase-model.ts';

/** The state of the model: what it was fitted to, and how it was judged; without its coefficients. */
export interface OutcomeModelSummary extends Pick<OutcomeModel, 'fitted_on' | 'labels'> {
  readonly phases: Readonly<Record<LearnedPhase, Omit<PhaseModel, 'judged' | 'final'>>>;
}

export function modelSummary({ fitted_on, labels, phases }: OutcomeModel): OutcomeModelSummary {
  const told = ({ judged: _, final: __, ...phase }: PhaseModel) => phase;
  const { phase1, phase2, phase3 } = phases;
  return {
    fitted_on,
    labels,
    phases: { phase1: told(phase1), phase2: told(phase2), phase3: told(phase3) },
  };
}
