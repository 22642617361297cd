import type { FactName } from '../facts/fact-kinds.ts';
import { type Cut, type Problem, recordChecker } from './formats/records.ts';
import { webPage } from './formats/untrusted.ts';

/** A pure parser of one public source. It converts text to facts. */
export interface Connector {
  readonly name: string;
  readonly title: string;
  /** A description of the files that the connector reads. */
  readonly reads: string;
  /** How a large file is split into chunks. If absent, the file is read as a whole. */
  readonly cut?: Cut;
  /**
   * @param fileName the name of the file; it may contain the ticker or accession number if the text
   * does not
   * @param before the number of items or lines of the file that precede this chunk
   * @param today the day of the import, `YYYY-MM-DD`, for files that do not state their own day
   */
  parse(text: string, fileName: string, before?: number, today?: string): Parsed;
}

export interface Parsed {
  readonly batches: readonly Batch[];
  readonly problems: readonly Problem[];
  /** Texts from which statements must still be extracted. */
  readonly texts?: readonly PlacedText[];
}

/** The original text of a company's filing or press release, with its metadata. */
export interface ReleasedText {
  /** HTML or plain text. */
  readonly text: string;
  /** Publication date, `YYYY-MM-DD`. */
  readonly published: string;
  readonly address?: string | undefined;
  readonly cik?: string | undefined;
  readonly ticker?: string | undefined;
  readonly company?: string | undefined;
  /** Type of the document, such as `8-K`, `EX-99.1` or `news`. */
  readonly form?: string | undefined;
  readonly title?: string | undefined;
}

/** A text and its location (a line of a file, or a URL) for error messages. */
export interface PlacedText extends ReleasedText {
  readonly where: string;
  /** Whether another record, such as a headline, already shows the title of the text. */
  readonly isServed?: true;
}

/** Records of one kind that match the schema of the kind. */
export interface Batch {
  readonly kind: FactName;
  readonly records: readonly Readonly<Record<string, unknown>>[];
  /**
   * Set if the records have `cik` or `company_name` instead of `ticker`. A refresh looks up their
   * current tickers. Records for which it finds no ticker are ignored.
   */
  readonly needsTicker?: true;
}

export interface Collector {
  /**
   * Adds a record, or reports why it is invalid. Undefined fields are omitted. A null field means
   * that the source states no value.
   */
  add(kind: FactName, where: string, record: object, more?: { needsTicker: true }): void;
  problem(where: string, reason: string): void;
  parsed(): Parsed;
}

/** Maximum number of problems to report per file. Further problems are only counted. */
export const MAX_PROBLEMS = 1_000;

/** Collects the records and problems of one file. */
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

/** Returns the connector with an additional check that refuses a web page in place of data. */
export function dataConnector(connector: Connector): Connector {
  return {
    ...connector,
    parse(text, ...more) {
      const page = webPage(text);
      return page ? refused(page) : connector.parse(text, ...more);
    },
  };
}

/** The result for a file that the connector cannot read. */
export function refused(reason: string): Parsed {
  return { batches: [], problems: [{ where: 'file', reason }] };
}

type OpenBatch = Omit<Batch, 'records'> & { readonly records: Record<string, unknown>[] };
