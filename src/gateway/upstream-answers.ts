import type { Envelope } from './upstream-envelope.ts';

/** An answer of the upstream and when it was given: milliseconds since 1970. */
export interface UpstreamAnswer {
  readonly envelope: Envelope;
  readonly at: number;
}

/** Answers that several machines keep together. */
export interface SharedAnswers {
  /**
   * The kept answer to a question; else what `ask` brings, which one machine at a time does while
   * the others wait for it.
   *
   * @param question names the question and all that its answer depends on
   * @param fresh how long an answer is kept, milliseconds; where that is none, it is asked for
   * @param patience how long to wait for another machine, milliseconds
   * @returns the answer and its age, milliseconds
   * @throws UpstreamFailure timeout, uncounted, or what `ask` throws
   */
  join(
    question: string,
    bounds: { readonly fresh: number; readonly patience: number },
    ask: () => Promise<UpstreamAnswer>,
  ): Promise<{ readonly answer: UpstreamAnswer; readonly age: number }>;
}

/** For a machine alone, whose own memory is enough. */
export const noSharedAnswers: SharedAnswers = {
  join: async (_question, _bounds, ask) => ({ answer: await ask(), age: 0 }),
};
