/** How a call reached the server. */
export type CallTransport = 'mcp' | 'rest' | 'page' | 'feed';

/**
 * Receives events about calls. Metrics are computed from these events, which contain no client text
 * and no keys.
 */
export interface Observer {
  /**
   * Reports the start of a call.
   *
   * @param tool a declared tool name, never text from the client
   * @returns a function to call once when the call ends. Its argument is the cause if the call was
   * refused or failed
   */
  began(transport: CallTransport, tool: string): (cause?: unknown) => void;
  /** Reports a request that was refused before the server knew which tool the request calls. */
  refused(transport: CallTransport, cause: unknown): void;
  /**
   * Reports that this process starts or stops using its own rate limits.
   * @param isInProcess true if the shared rate limits cannot be reached, so this process counts
   * only its own requests; false if the shared rate limits are used again
   */
  limitsInProcess(isInProcess: boolean): void;
  /** Reports that a published version could not be fetched, verified or opened. */
  pullFailed(): void;
}

export const noObserver: Observer = {
  began: () => () => {},
  refused() {},
  limitsInProcess() {},
  pullFailed() {},
};

/** Runs a call and reports its end to the observer. */
export async function observed<Result>(
  observer: Observer,
  transport: CallTransport,
  tool: string,
  call: () => Promise<Result>,
): Promise<Result> {
  const ended = observer.began(transport, tool);
  try {
    const result = await call();
    ended();
    return result;
  } catch (cause) {
    ended(cause);
    throw cause;
  }
}

/** The recurring jobs of the command `work`. */
export type JobName = 'refresh' | 'sync';
/** The outcome `busy` means that another machine holds the write lock. */
type JobOutcome = 'done' | 'not_due' | 'busy' | 'failed';

/** Receives events about the command `work`. Metrics are computed from these events. */
export interface WorkObserver {
  /**
   * Called before the command checks whether a job is due.
   * @returns a function that takes the outcome. Call the function once: after the job if the job
   * is due, otherwise after the check
   */
  began(job: JobName): (outcome: JobOutcome) => void;
  /** Reports the newest published version. Dates are `YYYY-MM-DD`. */
  published(version: { readonly made_at: Date; readonly derived_on: string | null }): void;
  /**
   * Reports the result of a sync: the numbers of new facts, refused requests, and hosts whose
   * requests are delayed.
   */
  synced(ran: { readonly facts: number; readonly refused: number; readonly waiting: number }): void;
}

export const noWorkObserver: WorkObserver = {
  began: () => () => {},
  published() {},
  synced() {},
};
