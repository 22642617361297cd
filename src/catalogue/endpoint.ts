import type { Plan } from '../base/plans.ts';
import { type Field, provenance } from './fields.ts';
import type { Filter, Parameter } from './parameter.ts';
import { page } from './params.ts';

/** The groups of endpoints in the spec, in the same order. */
export const groups = [
  'FDA Intelligence',
  'Clinical Pipeline',
  'Financial Health',
  'Smart Money',
  'Market Signals',
  'Company Data',
  'Scoring & Valuation',
  'Clinical Intelligence',
  'Competitive Intelligence',
  'M&A Tracker',
  'Model Portfolio',
] as const;
type Group = (typeof groups)[number];

/** A limit of `requests` in any window of `windowSeconds`. */
export interface Limit {
  readonly requests: number;
  readonly windowSeconds: number;
}

export interface Order {
  readonly field: string;
  readonly direction: 'ascending' | 'descending';
  /** How values are compared: unchanged, or by the calendar day or the stage in the text. */
  readonly by?: 'value' | 'date' | 'stage';
}

/** A constraint relative to today, which applies to every request. */
export type Constraint =
  | { readonly field: string; readonly is: 'today or earlier' | 'today or later' | 'before today' }
  | { readonly field: string; readonly is: 'one of'; readonly values: readonly string[] };

/**
 * The tool that serves only records of one kind, with the properties that determine who may use it.
 */
export interface Kind extends Pick<Endpoint, 'name' | 'group' | 'plan'> {
  /** Other tools whose answers depend on such records. */
  readonly also?: readonly string[];
}

type Row = Readonly<Record<string, unknown>>;

/**
 * Values from another endpoint, by default from the ticker's first record in the order of that
 * endpoint. A caller sees them only if the plan and bundle include that endpoint.
 */
export interface Join {
  readonly endpoint: Endpoint;
  /** Names of the fields in the other endpoint, by their names in this one. */
  readonly fields: Readonly<Record<string, string>>;
  /** Selects the records to use. Default: all. */
  readonly only?: (row: Row, today: string) => boolean;
  /**
   * `last` takes the ticker's last record. `count` takes the number of its records for each of
   * `fields`.
   */
  readonly take?: 'last' | 'count';
}

/** Computes records from stored ones, such as a record per week from one per company. */
export interface Expansion {
  /** The stored field that only this computation reads. */
  readonly stored: string;
  /**
   * Returns the records that are computed from a stored record with the requested options, in the
   * endpoint's order.
   */
  readonly rows: (
    stored: Row,
    given: Readonly<Record<string, string>>,
    today: string,
  ) => readonly Row[];
}

/** Records that combine those of other endpoints. */
export interface Joined {
  /** The endpoints to combine. Each ticker of the first endpoint has one record. */
  readonly from: readonly [Join, ...Join[]];
  /** Fields that are computed from other fields. A result is null if an input is null. */
  readonly computed: Readonly<Record<string, ComputedField>>;
}

export interface ComputedField {
  readonly of: readonly string[];
  readonly value: (values: readonly unknown[], today: string) => number | null;
}

/** The declaration of an endpoint. */
export interface Endpoint {
  /** Name of the tool. */
  readonly name: string;
  /** Path below `/api/v2`. A path parameter is in braces. */
  readonly path: string;
  readonly group: Group;
  readonly plan: Plan;
  readonly limit: Limit;
  readonly title: string;
  /** The noun for the records in the plural, as in "it has no signals in the last 30 days". */
  readonly noun: string;
  /**
   * Description in at most three sentences: what the endpoint answers, when to use it, and when
   * another tool is better.
   */
  readonly description: string;
  /** Includes `page` if the records are divided into pages. */
  readonly parameters: Readonly<Record<string, Parameter>>;
  /** Additional filters that only tools accept. The endpoint itself is from the specification. */
  readonly added?: Readonly<Record<string, Filter>>;
  /** Parameters of which a caller must give at least one. */
  readonly oneOfRequired?: readonly string[];
  /**
   * Advice for a request without a required parameter: "Across companies use insider_transactions."
   */
  readonly otherwise?: string;
  /** Additional fields by which dossiers select records. */
  readonly keys?: readonly string[];
  /** Fields that a caller sees only with these endpoints in the plan and bundle. */
  readonly servedBy?: Readonly<Record<string, Endpoint>>;
  /** Values in `known` whose documents a caller sees only with these endpoints. */
  readonly documentedBy?: Readonly<Record<string, Endpoint>>;
  /** A stored field that only the name search reads. It is not served. */
  readonly wording?: string;
  readonly record: Readonly<Record<string, Field>>;
  /**
   * Fields that tools serve on request and that REST records do not have, because the
   * specification fixes their columns.
   */
  readonly beside?: Readonly<Record<string, Field>>;
  /** The derived collection that it serves. */
  readonly collection: string;
  /** Set if records are computed from stored ones on request. */
  readonly expanded?: Expansion;
  /** Set if records combine those of other endpoints by ticker. Replaces `collection`. */
  readonly joined?: Joined;
  readonly constraints?: readonly Constraint[];
  /** The tool with past records, if this endpoint has only records from today on. */
  readonly past?: string;
  /** The order of the records. If the caller can choose, the orders by name, the default first. */
  readonly sort: readonly Order[] | Readonly<Record<string, readonly Order[]>>;
  /**
   * How records are divided. `pages`: 50 records per page. `whole`: all records in one answer.
   * `single`: one record, or 404.
   */
  readonly paging: 'pages' | 'whole' | 'single';
  /** Records in an answer of the tool unless `limit` is given. Absent: a page. */
  readonly shows?: number;
  /** A note for the reader, added to each answer with records. */
  readonly notice?: string;
  /**
   * For records of several kinds: the field that names the kind, its values, and the tools of the
   * kinds that have one. A caller sees a kind only if its plan and bundle include that tool.
   */
  readonly kinds?: {
    readonly field: string;
    readonly values: readonly string[];
    readonly of: Readonly<Record<string, Kind | undefined>>;
  };
  /**
   * Other endpoints that may have records of a company without records in this one. `why` is the
   * reason, as a sentence.
   */
  readonly elsewhere?: { readonly endpoints: readonly Endpoint[]; readonly because: string };
  /**
   * Notices for flags that leave fields empty. A notice is added to answers in which records have
   * the flag. `{count}` becomes the number of these records.
   */
  readonly flagNotices?: Readonly<Record<string, string>>;
  /** Notes for the reader, each added if the text of a record contains certain words. */
  readonly wordNotices?: Readonly<Record<string, string>>;
  /** Whether the spec or this server defines the endpoint. */
  readonly origin: 'specification' | 'extension';
}

/** Defaults that a declaration may omit. */
const usual = {
  limit: { requests: 60, windowSeconds: 60 },
  paging: 'pages',
  origin: 'extension',
} as const;

type Declaration = Omit<Endpoint, keyof typeof usual> & Partial<Pick<Endpoint, keyof typeof usual>>;

/**
 * Completes a declaration. Adds the defaults, `page` if the records are divided into pages, and the
 * source, source URL and source date of every record.
 */
export function endpoint(declaration: Declaration): Endpoint {
  const definition = withPage({ ...usual, ...declaration });
  const { record, beside, origin, joined } = definition;
  // A joined endpoint needs no source fields, because the tools that it joins state their sources.
  if (joined) return definition;
  if (origin === 'specification') {
    return { ...definition, beside: { ...provenance, ...beside } };
  }
  const own = Object.entries(record).filter(([name]) => !(name in provenance));
  const origins = Object.entries(provenance).map(([name, field]) => [
    name,
    record[name] ? { ...record[name], joined: true } : field,
  ]);
  return { ...definition, record: Object.fromEntries([...own, ...origins]) };
}

/**
 * Adds `page`, first for endpoints of the specification and last for others, unless the declaration
 * contains it.
 */
function withPage(definition: Endpoint): Endpoint {
  const { paging, origin, parameters: own } = definition;
  if (paging !== 'pages' || own.page) return definition;
  const isFirst = origin === 'specification';
  const parameters = isFirst ? { page: page(), ...own } : { ...own, page: page() };
  return { ...definition, parameters };
}

/** All fields of an endpoint's records. */
export function fieldsOf({ record, beside }: Endpoint): Endpoint['record'] {
  return { ...record, ...beside };
}

export const pageSize = 50;

/** A field that only full answers contain. */
export function long(field: Field): Field {
  return { ...field, long: true };
}

/** A field that is added to the result of the formula. */
export function joined(field: Field): Field {
  return { ...field, joined: true };
}

export function noted(field: Field, note: string): Field {
  return { ...field, note };
}

export function ascending(field: string): Order {
  return { field, direction: 'ascending' };
}

export function descending(field: string): Order {
  return { field, direction: 'descending' };
}

export function ascendingDate(field: string): Order {
  return { field, direction: 'ascending', by: 'date' };
}

/** The orders of an endpoint by name, the default first. */
export function ordersOf(endpoint: Endpoint): readonly (readonly [string, readonly Order[]])[] {
  return isOrderList(endpoint.sort) ? [['default', endpoint.sort]] : Object.entries(endpoint.sort);
}

function isOrderList(sort: Endpoint['sort']): sort is readonly Order[] {
  return Array.isArray(sort);
}
