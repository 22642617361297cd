import { dayOf } from '../domain/dates.ts';
import {
  companyUrl,
  filingUrl,
  orangeBookUrl,
  refusalLetterUrl,
  trialUrl,
} from '../domain/public-pages.ts';
import { type FactName, factKinds } from '../facts/fact-kinds.ts';
import { listPage, sourceName } from './source-names.ts';

/** Where a record comes from. */
export interface Origin {
  /** The source's display name: `SEC 10-Q`, `ClinicalTrials.gov`. */
  readonly source: string;
  /** Public URL of the document or of the registry's record; null if it is not known. */
  readonly source_url: string | null;
  /**
   * The date of the document or list. For a registry, the date of the record's last update. Null if
   * unknown.
   */
  readonly source_date: string | null;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * The connector of a list that states no date of its own. The dates in its records are not used as
 * the date of the list.
 */
const UNDATED = 'orphan-designations';

/** The origin of a fact, from the fact's own fields. */
export function originOf(kind: FactName, of: object): Origin {
  const fact = of as Fields;
  const source = wordAt(fact, 'source') ?? kind;
  const form = wordAt(fact, 'document_form') ?? wordAt(fact, 'form') ?? wordAt(fact, 'form_type');
  const url = wordAt(fact, 'source_url');
  return {
    source: sourceName(kind, source, form, url),
    source_url: url ?? (source === 'demo' ? null : urlOf(kind, fact, source)),
    source_date:
      dayOf(wordAt(fact, 'edition')) ??
      (source === UNDATED
        ? (dayOf(wordAt(fact, 'document_date')) ?? null)
        : sourceDate(kind, fact)),
  };
}

/**
 * Returns the origin of each given field that has a value. All of these fields come from the fact
 * that has the given origin.
 */
export function fieldOrigins(
  { source, source_url: url, source_date: known_from }: Origin,
  fields: Fields,
) {
  const stated = Object.keys(fields).filter((field) => (fields[field] ?? null) !== null);
  return stated.map((field) => ({ field, source, url, known_from }));
}

/** The origin of a field whose source differs from the source of its record. */
export type FieldOrigin = ReturnType<typeof fieldOrigins>[number];

/**
 * Fields that contain the day of a document, or the day on which a registry last updated a record.
 */
const DOCUMENT_DAYS = ['document_date', 'updatedAt', 'updated_date'];

/**
 * The day of a fact's document or of its last update. If the fact states neither, the day on which
 * it became known. The day on which a list first contained the document is ignored.
 */
export function sourceDate(kind: FactName, fact: Fields): string | null {
  const { knownFrom = [], earliest } = factKinds[kind];
  for (const field of [...DOCUMENT_DAYS, ...knownFrom.filter((one) => one !== earliest)]) {
    const day = dayOf(wordAt(fact, field));
    if (day !== undefined) return day;
  }
  return null;
}

/**
 * Whether a fact comes from a document that was published before a day. Such a document cannot
 * state what happened on that day.
 */
export function isFromBefore(
  day: string,
  { document_date }: { readonly document_date?: string | null | undefined },
): boolean {
  return (document_date ?? day) < day;
}

/** Kinds of facts that are read from a trial registration. */
const REGISTERED: ReadonlySet<FactName> = new Set(['trials', 'trial_versions', 'posted_results']);

/** The connector and the sync source of the FDA's list of complete response letters. */
const PUBLISHED_LETTERS: ReadonlySet<string> = new Set(['fda-crl', 'openfda-crl']);

/** An accession number of EDGAR, such as `0001234567-25-000123`. */
const ACCESSION = /^\d{10}-\d{2}-\d{6}$/;

/**
 * The URL for a fact that states none. It is built from the registry number or accession number of
 * the fact. If the fact has neither, it is the page of the list that contains the fact. Null if
 * there is no such page.
 */
function urlOf(kind: FactName, fact: Fields, source: string): string | null {
  const nctId = wordAt(fact, 'nctId');
  const cik = wordAt(fact, 'cik')?.replace(/^0+/, '');
  const accession = wordAt(fact, 'accession');
  if (REGISTERED.has(kind)) return nctId ? trialUrl(nctId) : null;
  if (kind === 'exclusivities') {
    return orangeBookUrl(wordAt(fact, 'application_number') ?? '') ?? null;
  }
  if (PUBLISHED_LETTERS.has(source)) {
    const [file, application] = ['file_name', 'application_number'].map((one) => wordAt(fact, one));
    return refusalLetterUrl(file ?? wordAt(fact, 'letter_id') ?? '', application ?? '') ?? null;
  }
  if (kind === 'companies' && cik) return companyUrl(cik);
  if (cik && ACCESSION.test(accession ?? '')) return filingUrl(cik, accession!);
  return listPage(source, wordAt(fact, 'ticker')) ?? null;
}

function wordAt(fact: Fields, field: string): string | undefined {
  const value = fact[field];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
