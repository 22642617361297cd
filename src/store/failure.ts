/** A known reason why a data file cannot be used, and what the operator can do. */
interface Known {
  /** A fixed description of the reason that may be shown to clients. */
  readonly reason: string;
  readonly next: string;
}

const DAMAGED = 11;

/** The known failures. The key is SQLite's primary result code. */
const known: Readonly<Record<number, Known>> = {
  5: {
    reason: 'another process has locked the database file',
    next: 'Wait until that process finishes, or stop it',
  },
  8: {
    reason: 'the database file is not writable',
    next: 'Give the user of this process write permission for the file and its folder',
  },
  10: {
    reason: 'the disk cannot be read or written',
    next: 'Check the disk and the file size limit of this process',
  },
  [DAMAGED]: {
    reason: 'the database file is damaged',
    next: 'Move the file and its -wal and -shm files to another folder, then restore a backup or start with a new store',
  },
  13: { reason: 'the disk is full', next: 'Free some space' },
  14: {
    reason: 'the database file cannot be opened',
    next: 'Check that the folder exists and that the user of this process may write to it',
  },
  26: {
    reason: 'the file is not a SQLite database',
    next: 'Move the file to another folder, then restore a backup or start with a new store',
  },
};
const newer: Known = {
  reason: 'the database file was written by a newer version of this program',
  next: 'Update this program, or set CATALYST_DATA_DIR to another folder',
};
/**
 * Start of the error message for damaged shared records. Details follow it (see
 * cluster/stored-parts.ts).
 */
export const DAMAGED_RECORDS = 'the shared records are damaged';
const unknownReason = 'see the server log for the cause';

/**
 * Thrown if a file in the data folder cannot be used. The message names the file and what the
 * operator can do.
 */
export class StoreFailure extends Error {}

/**
 * Converts a known SQLite error to a StoreFailure that names the file. Other errors are returned
 * unchanged.
 */
export function storeFailure(cause: unknown, path: string): unknown {
  if (cause instanceof StoreFailure || !(cause instanceof Error)) return cause;
  const { errcode } = cause as { errcode?: number };
  const found = errcode === undefined ? undefined : known[errcode & 0xff];
  if (!found) return cause;
  const message = `${path}: ${found.reason}. ${found.next}. SQLite says: ${cause.message}`;
  return new StoreFailure(message, { cause });
}

/** The error for a file with tables from a newer release of this software. */
export function newerStore(path: string, found: number, newest: number): StoreFailure {
  return new StoreFailure(
    `${path}: ${newer.reason} (its table version is ${found}, this program supports up to ${newest}). ${newer.next}.`,
  );
}

/** The error for a file that can be opened but fails an integrity check. */
export function damagedStore(path: string, result: string): StoreFailure {
  return storeFailure(Object.assign(new Error(result), { errcode: DAMAGED }), path) as StoreFailure;
}

/** The part of a failure message that clients may see. It contains no external text. */
export function reasonOf(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : '';
  const reasons = [...Object.values(known), newer].map(({ reason }) => reason);
  return [...reasons, DAMAGED_RECORDS].find((one) => message.includes(one)) ?? unknownReason;
}
