import { type Logger, pino } from 'pino';

/** What is said to the operator, on stderr; never a key, never a caller's text. */
export type Log = Pick<Logger, 'info' | 'warn' | 'error'>;

/** Bytes of lines that wait to be written; while nobody reads stderr, what comes after is lost. */
const MAX_WAITING_BYTES = 1024 * 1024;

/** Writes to stderr: stdout belongs to the protocol. */
export function createLog({
  instance,
  isAsync = false,
}: {
  /** Which of several servers speaks, in every line; in none where absent. */
  readonly instance?: string;
  /** Never holds up who logs; what waits is written before the process ends. */
  readonly isAsync?: boolean;
} = {}): Log {
  const redact = { paths: ['key', '*.key', 'apiKey', '*.apiKey', '*.authorization'], remove: true };
  const base = instance === undefined ? null : { instance };
  const stderr = isAsync
    ? pino.destination({ dest: 2, sync: false, maxLength: MAX_WAITING_BYTES })
    : pino.destination({ dest: 2, sync: true });
  return pino({ base, redact }, stderr);
}
