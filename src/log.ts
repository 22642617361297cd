import { type Logger, pino } from 'pino';

/** What is said to the operator, on stderr; never a key, never a caller's text. */
export type Log = Pick<Logger, 'info' | 'warn' | 'error'>;

/** Writes to stderr at once: stdout belongs to the protocol. */
export function createLog(): Log {
  const redact = { paths: ['key', '*.key', 'apiKey', '*.apiKey', '*.authorization'], remove: true };
  return pino({ base: null, redact }, pino.destination({ dest: 2, sync: true }));
}
