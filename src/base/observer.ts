/** How a call came in. */
export type CallTransport = 'mcp' | 'rest' | 'page' | 'feed';

/** Told what happens, for whoever operates the server; it hears no caller's text and no key. */
export interface Observer {
  /**
   * A call begins.
   *
   * @param tool a name that this server gives, never a caller's word
   * @returns what is called once at its end, with the cause where it was refused or failed
   */
  began(transport: CallTransport, tool: string): (cause?: unknown) => void;
  /** A request was refused before it named a tool that there is. */
  refused(transport: CallTransport, cause: unknown): void;
  /** Whether requests are counted by this process alone, since it cannot reach what is shared. */
  limitsInProcess(isSo: boolean): void;
  /** A published version could not be pulled, checked or opened. */
  pullFailed(): void;
}

export const noObserver: Observer = {
  began: () => () => {},
  refused() {},
  limitsInProcess() {},
  pullFailed() {},
};

/** Runs a call and tells how it ended. */
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

/** What a process that works does, again and again. */
export type JobName = 'refresh' | 'sync';
/** `busy`: another machine writes. */
type JobOutcome = 'done' | 'not_due' | 'busy' | 'failed';

/** Told what a process that works does, for whoever operates it. */
export interface WorkObserver {
  /** It looks whether a job is due, and does it. @returns what is called once at its end */
  began(job: JobName): (outcome: JobOutcome) => void;
  /** The newest published version; days are `YYYY-MM-DD`. */
  published(version: { readonly made_at: Date; readonly derived_on: string | null }): void;
  /** What a sync came to: requests that failed or were refused, and hosts that hold others. */
  synced(ran: { readonly facts: number; readonly refused: number; readonly waiting: number }): void;
}

export const noWorkObserver: WorkObserver = {
  began: () => () => {},
  published() {},
  synced() {},
};
