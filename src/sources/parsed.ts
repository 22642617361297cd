import type { FactName } from '../facts/fact-kinds.ts';
import { type Cut, type Problem, recordChecker } from './formats/records.ts';

/** A reader of one public source: recorded text in, facts out. Pure: no I/O and no clock. */
export interface Connector {
  readonly name: string;
  readonly title: string;
  /** What file it reads. */
  readonly reads: string;
  /** How a large file may be cut; a source without it reads its files whole. */
  readonly cut?: Cut;
  /**
   * @param fileName names the ticker or the accession number where the text itself does not.
   * @param before items or lines of a large file that stand before those of this part
   */
  parse(text: string, fileName: string, before?: number): Parsed;
}

export interface Parsed {
  readonly batches: readonly Batch[];
  readonly problems: readonly Problem[];
  /** Texts that are still to be read for what they state. */
  readonly texts?: readonly PlacedText[];
}

/** A text that a company filed or released, as it came, with what is known of it. */
export interface ReleasedText {
  /** HTML or plain text. */
  readonly text: string;
  /** The day on which it appeared, `YYYY-MM-DD`. */
  readonly published: string;
  readonly address?: string | undefined;
  readonly cik?: string | undefined;
  readonly ticker?: string | undefined;
  readonly company?: string | undefined;
  /** `8-K`, `EX-99.1`, `news` … */
  readonly form?: string | undefined;
  readonly title?: string | undefined;
}

/** A text with its place, by which a problem names it: its line in a file, or its address. */
export interface PlacedText extends ReleasedText {
  readonly where: string;
}

/** Records of one kind, each valid by the kind's schema. */
export interface Batch {
  readonly kind: FactName;
  readonly records: readonly Readonly<Record<string, unknown>>[];
  /**
   * The records carry `cik` or `company_name` instead of `ticker`: they are stored so, and a refresh
   * finds the ticker that the company bears by then. Until it has one they are not served.
   */
  readonly needsTicker?: true;
}

export interface Collector {
  /**
   * Keeps a record, or notes why it cannot be kept. Absent (undefined) fields are left out and say
   * nothing; null says that the source knows there is none.
   */
  add(kind: FactName, where: string, record: object, more?: { needsTicker: true }): void;
  problem(where: string, reason: string): void;
  parsed(): Parsed;
}

/** Problems kept of one file; of the others only the number is told. */
export const MAX_PROBLEMS = 1_000;

/** Gathers the records and the problems of one file. */
export function collector(): Collector {
  const batches = new Map<string, { check: ReturnType<typeof recordChecker>; batch: OpenBatch }>();
  const problems: Problem[] = [];
  let unkept = 0;
  const problem = (where: string, reason: string) => {
    if (problems.length < MAX_PROBLEMS) problems.push({ where, reason });
    else unkept += 1;
  };
  return {
    problem,
    add(kind, where, record, more) {
      const key = more ? `${kind} without ticker` : kind;
      const known = batches.get(key) ?? {
        check: recordChecker(kind, more),
        batch: { kind, records: [], ...more },
      };
      batches.set(key, known);
      const checked = known.check(record);
      if (checked.record) known.batch.records.push(checked.record);
      else problem(where, checked.reason);
    },
    parsed: () => ({
      batches: [...batches.values()].map(({ batch }) => batch).filter((b) => b.records.length > 0),
      problems:
        unkept === 0
          ? problems
          : [...problems, { where: 'file', reason: `has ${unkept} more problems` }],
    }),
  };
}

/** The answer to a file that is not what the connector reads. */
export function refused(reason: string): Parsed {
  return { batches: [], problems: [{ where: 'file', reason }] };
}

type OpenBatch = Omit<Batch, 'records'> & { readonly records: Record<string, unknown>[] };

/**
 * What a file that is no fact was read as: lists of filings and companies, by which more is found.
 * A reader is pure, as a connector is: recorded text in, typed value out.
 */
export type Reading<Value> = Read<Value> | Unreadable;

export interface Read<Value> {
  readonly value: Value;
  /** Rows that could not be read; the others landed. */
  readonly problems: readonly Problem[];
}

interface Unreadable {
  /** Completes "the file …". */
  readonly reason: string;
}
