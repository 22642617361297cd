import type { Envelope } from './upstream-envelope.ts';

/** An answer of the upstream. `at` is the time of the answer, in milliseconds since 1970. */
export interface UpstreamAnswer {
  readonly envelope: Envelope;
  readonly at: number;
}

/** A cache of answers that several machines share. */
export interface SharedAnswers {
  /**
   * Returns the cached answer to a question, or calls `ask`. If several machines ask the same
   * question, one of them calls `ask`, and the others wait for its answer.
   * @param question identifies the request and everything else that the answer depends on
   * @param fresh milliseconds for which an answer is cached; 0 disables the cache
   * @param patience maximum milliseconds to wait for another machine's answer
   * @returns the answer and its age in milliseconds
   * @throws UpstreamFailure `timeout` or `uncounted`; also throws the errors of `ask`
   */
  join(
    question: string,
    bounds: { readonly fresh: number; readonly patience: number },
    ask: () => Promise<UpstreamAnswer>,
  ): Promise<{ readonly answer: UpstreamAnswer; readonly age: number }>;
}

/** No shared cache, for a single machine. */
export const noSharedAnswers: SharedAnswers = {
  join: async (_question, _bounds, ask) => ({ answer: await ask(), age: 0 }),
};
