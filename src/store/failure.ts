/** Why a file of the data folder cannot be used, and what its owner does about it. */
interface Known {
  /** Whole words of ours, which callers may read. */
  readonly reason: string;
  readonly next: string;
}

const DAMAGED = 11;

/** By SQLite's primary result code. */
const known: Readonly<Record<number, Known>> = {
  5: {
    reason: 'another process holds its file',
    next: 'Wait until that process is done, or end it',
  },
  8: {
    reason: 'its file cannot be written',
    next: 'Let the user of this process write the file and its folder',
  },
  10: {
    reason: 'its disk cannot be read or written',
    next: 'Check the disk, and whether this process may write files of that size',
  },
  [DAMAGED]: {
    reason: 'its file is damaged',
    next: 'Move it away with its -wal and -shm files, then restore a copy or fill it anew',
  },
  13: { reason: 'the disk is full', next: 'Free some space' },
  14: {
    reason: 'its file cannot be opened',
    next: 'Check that the folder is there and that the user of this process may write it',
  },
  26: {
    reason: 'its file is no store',
    next: 'Move it away, then restore a copy or fill it anew',
  },
};
const newer: Known = {
  reason: 'it was written by a newer version of this program',
  next: 'Update this program, or name another folder in CATALYST_DATA_DIR',
};
/** Said of what several machines share; more is in the error (cluster/stored-parts.ts). */
export const DAMAGED_RECORDS = 'the shared records are damaged';
const unknownReason = 'its cause is in the log of the server';

/** Thrown for a file of the data folder: the message names it and the next step. */
export class StoreFailure extends Error {}

/** What SQLite said of a file, with the file and the next step; anything else as it is. */
export function storeFailure(cause: unknown, path: string): unknown {
  if (cause instanceof StoreFailure || !(cause instanceof Error)) return cause;
  const { errcode } = cause as { errcode?: number };
  const found = errcode === undefined ? undefined : known[errcode & 0xff];
  if (!found) return cause;
  return new StoreFailure(
    `${path}: ${found.reason}. ${found.next}. SQLite says: ${cause.message}`,
    {
      cause,
    },
  );
}

/** A file whose tables a newer version of this program has laid out. */
export function newerStore(path: string, found: number, newest: number): StoreFailure {
  return new StoreFailure(
    `${path}: ${newer.reason} (its tables are of version ${found}, this program knows up to ${newest}). ${newer.next}.`,
  );
}

/** A file that opens, and of which a check says that parts of it are wrong. */
export function damagedStore(path: string, said: string): StoreFailure {
  return storeFailure(Object.assign(new Error(said), { errcode: DAMAGED }), path) as StoreFailure;
}

/** The part of a failure that callers may read, whichever process told of it: words of ours alone. */
export function reasonOf(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : '';
  const reasons = [...Object.values(known), newer].map(({ reason }) => reason);
  return [...reasons, DAMAGED_RECORDS].find((one) => message.includes(one)) ?? unknownReason;
}
