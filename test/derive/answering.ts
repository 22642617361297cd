import type { Computation, Refresh } from '../../src/derive/computation.ts';

type Answer = readonly [compute: Computation<unknown>, result: unknown];

/** Pairs a computation with its fixed result. */
export function answer<Result>(compute: Computation<Result>, result: Result): Answer {
  return [compute, result];
}

/** Builds a refresh that can run only the given computations. */
export function answering(today: string, ...answers: readonly Answer[]): Refresh {
  const results = new Map(answers);
  const memo = (compute: Computation<unknown>) => {
    if (!results.has(compute)) throw new Error(`${compute.name} was asked for`);
    return results.get(compute);
  };
  return { today, memo } as Refresh;
}
