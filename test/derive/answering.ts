import type { Computation, Refresh } from '../../src/derive/computation.ts';

type Answer = readonly [compute: Computation<unknown>, result: unknown];

/** A computation with what it came to. */
export function answer<Result>(compute: Computation<Result>, result: Result): Answer {
  return [compute, result];
}

/** A refresh of which nothing but these computations is asked. */
export function answering(today: string, ...answers: readonly Answer[]): Refresh {
  const results = new Map(answers);
  const memo = (compute: Computation<unknown>) => {
    if (!results.has(compute)) throw new Error(`${compute.name} was asked for`);
    return results.get(compute);
  };
  return { today, memo } as Refresh;
}
