import { type Logger, pino } from 'pino';

/** The operator's log. It contains no API keys and no text from clients. */
export type Log = Pick<Logger, 'info' | 'warn' | 'error'>;

/**
 * Maximum number of bytes that wait to be written to the log. If stderr is blocked and the buffer
 * is full, log lines are lost.
 */
const MAX_WAITING_BYTES = 1024 * 1024;

/** The log is written to stderr, because stdout is for the protocol. */
export function createLog({
  instance,
  isAsync = false,
}: {
  /** Name of this server, which is added to every log line. If undefined, lines contain no name. */
  readonly instance?: string;
  /**
   * If true, writing to the log never blocks. Buffered lines are written before the process exits.
   */
  readonly isAsync?: boolean;
} = {}): Log {
  const redact = { paths: ['key', '*.key', 'apiKey', '*.apiKey', '*.authorization'], remove: true };
  const base = instance === undefined ? null : { instance };
  const stderr = isAsync
    ? pino.destination({ dest: 2, sync: false, maxLength: MAX_WAITING_BYTES })
    : pino.destination({ dest: 2, sync: true });
  return pino({ base, redact }, stderr);
}
