import type { Plan } from '../base/plans.ts';
import type { EventType } from './event-types.ts';
import { type Field, provenance } from './fields.ts';
import type { Filter, Parameter } from './parameter.ts';
import { page } from './params.ts';

/** The groups of endpoints, in the order of the specification. */
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

/** A rate limit: at most `requests` in any period of `windowSeconds` seconds. */
export interface Limit {
  readonly requests: number;
  readonly windowSeconds: number;
}

export interface Order {
  readonly field: string;
  readonly direction: 'ascending' | 'descending';
  /**
   * How two values are compared: as they are stored, by the calendar day in the text, or by the
   * stage of development in the text.
   */
  readonly by?: 'value' | 'date' | 'stage';
}

/**
 * A condition that every record of the endpoint meets. It compares a date field with today, or
 * lists the permitted values of a field.
 */
export type Constraint =
  | { readonly field: string; readonly is: 'today or earlier' | 'today or later' | 'before today' }
  | { readonly field: string; readonly is: 'one of'; readonly values: readonly string[] };

/**
 * The tool for records of one kind. A caller may see records of this kind only if the caller may
 * use this tool.
 */
export interface Kind extends Pick<Endpoint, 'name' | 'group' | 'plan'> {
  /** Other tools whose answers are based on records of this kind. */
  readonly also?: readonly string[];
}

type Row = Readonly<Record<string, unknown>>;

/**
 * Values that a combined record takes from another endpoint. By default, the values come from the
 * ticker's first record in the default order of the other endpoint. A caller sees the values only
 * if the caller's plan and bundle include the other endpoint.
 */
export interface Join {
  readonly endpoint: Endpoint;
  /** Maps each field of the combined record to a field of the other endpoint. */
  readonly fields: Readonly<Record<string, string>>;
  /** Selects which records of the other endpoint are combined. Default: all records. */
  readonly only?: (row: Row, today: string) => boolean;
  /**
   * `last` takes the values of the ticker's last record. `count` sets every field of `fields` to
   * the number of records of the ticker.
   */
  readonly take?: 'last' | 'count';
}

/**
 * Computes records from stored records at each request. For example, one stored record per company
 * becomes one record per week.
 */
export interface Expansion {
  /** The stored field that this computation reads. Responses do not contain this field. */
  readonly stored: string;
  /**
   * A phrase for the period of the records. It completes the message that a company has no records.
   */
  readonly period: string;
  /**
   * Computes the records from a stored record and the options of the request. The records are in
   * the order of the endpoint.
   */
  readonly rows: (
    stored: Row,
    given: Readonly<Record<string, string>>,
    today: string,
  ) => readonly Row[];
}

/**
 * Declares records that combine the records of several other endpoints. There is one combined
 * record per ticker.
 */
export interface Joined {
  /** The endpoints to combine. The result has one record for each ticker in the first endpoint. */
  readonly from: readonly [Join, ...Join[]];
  /**
   * Fields that are computed from other fields of the combined record. A field is null if one of
   * its inputs is null.
   */
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
  /**
   * The word for the records in messages, usually a plural. For example, "signals" is used in "it
   * has no signals in the last 30 days".
   */
  readonly noun: string;
  /**
   * Description in at most three sentences: what the endpoint answers, when to use it, and when
   * another tool is better.
   */
  readonly description: string;
  /** The parameters by name. They include `page` if the records are divided into pages. */
  readonly parameters: Readonly<Record<string, Parameter>>;
  /**
   * Additional filters that only tools accept, because the specification fixes the REST parameters
   * of the endpoint.
   */
  readonly added?: Readonly<Record<string, Filter>>;
  /** The caller must give at least one of these parameters. */
  readonly oneOfRequired?: readonly string[];
  /**
   * The advice in the error for a request without a required parameter, such as "For all companies
   * use insider_transactions."
   */
  readonly otherwise?: string;
  /** Fields that a dossier can use to select records, in addition to the parameters. */
  readonly keys?: readonly string[];
  /**
   * Maps a field to another endpoint that also serves it. A caller sees such a field only if the
   * caller's plan and bundle include the other endpoint.
   */
  readonly servedBy?: Readonly<Record<string, Endpoint>>;
  /**
   * Maps the name of a value in the field `known` to another endpoint, which returns the source
   * document of the value. A caller sees the document only if the caller's plan and bundle include
   * the other endpoint.
   */
  readonly documentedBy?: Readonly<Record<string, Endpoint>>;
  /** A stored field with search words. Responses do not contain this field. */
  readonly wording?: string;
  readonly record: Readonly<Record<string, Field>>;
  /**
   * Fields that tools return on request. REST records do not have these fields, because the
   * specification fixes the columns of REST records.
   */
  readonly beside?: Readonly<Record<string, Field>>;
  /** All fields of the records: those in `record` and those in `beside`. */
  readonly fields: Readonly<Record<string, Field>>;
  /** The collection of computed records that the endpoint serves. */
  readonly collection: string;
  /** The computation of the records. Absent if stored records are returned unchanged. */
  readonly expanded?: Expansion;
  /** The endpoints whose records are combined by ticker. Set instead of `collection`. */
  readonly joined?: Joined;
  readonly constraints?: readonly Constraint[];
  /** The endpoint with past records, if this endpoint has only records dated today or later. */
  readonly past?: Endpoint;
  /**
   * The order of the records. If the caller can choose an order, this object contains the orders by
   * name. The first of them is the default.
   */
  readonly sort: readonly Order[] | Readonly<Record<string, readonly Order[]>>;
  /**
   * How records are divided. `pages`: 50 records per page. `whole`: all records in one answer.
   * `single`: one record, or 404.
   */
  readonly paging: 'pages' | 'whole' | 'single';
  /**
   * Number of records in an answer of the tool if `limit` is not given. Default: all records of a
   * page.
   */
  readonly shows?: number;
  /**
   * If set, a text answer leaves out records in which all fields of `unless` are empty, and states
   * how many it leaves out. If the caller requests fields or full records, the answer shows all
   * records. `lack` completes the sentence "Records not shown because they …".
   */
  readonly sparse?: { readonly unless: readonly string[]; readonly lack: string };
  /** A note for the reader, added to each answer with records. */
  readonly notice?: string;
  /**
   * For an endpoint with several kinds of records. `field` contains the kind of a record. `values`
   * lists all kinds. `of` contains the tool of a kind, if there is one. A caller sees the records
   * of this kind only if the caller's plan and bundle include the tool.
   */
  readonly kinds?: {
    readonly field: string;
    readonly values: readonly string[];
    readonly of: Readonly<Record<string, Kind | undefined>>;
  };
  /**
   * Other endpoints to try for a company without records in this endpoint. `because` is a sentence
   * that states why this endpoint may have no records of a company.
   */
  readonly elsewhere?: { readonly endpoints: readonly Endpoint[]; readonly because: string };
  /**
   * A type of timeline events. An answer without records states how many events of this type exist.
   */
  readonly related?: EventType;
  /**
   * Notices by flag, for flags that explain empty fields. A notice is added to an answer if a
   * record in the answer has the flag. `{count}` is replaced with the number of records that have
   * the flag.
   */
  readonly flagNotices?: Readonly<Record<string, string>>;
  /**
   * Notices by text. A notice is added to an answer if a record in the answer contains the text.
   */
  readonly wordNotices?: Readonly<Record<string, string>>;
  /**
   * Notices for an answer without records. A notice is added if an argument of the request matches
   * `asked`.
   */
  readonly emptyNotices?: readonly { readonly asked: RegExp; readonly text: string }[];
  /** Who defines the endpoint: the specification, or this server (`extension`). */
  readonly origin: 'specification' | 'extension';
}

/** Default values of the properties that a declaration can omit. */
const usual = {
  limit: { requests: 60, windowSeconds: 60 },
  paging: 'pages',
  origin: 'extension',
} as const;

type Complete = Omit<Endpoint, 'fields'>;
type Declaration = Omit<Complete, keyof typeof usual> & Partial<Pick<Complete, keyof typeof usual>>;

/**
 * Completes a declaration. Adds the defaults, and the source, source URL and source date of every
 * record. If the records are divided into pages, also adds the parameter `page`.
 */
export function endpoint(declaration: Declaration): Endpoint {
  const definition = withSources(withPage({ ...usual, ...declaration }));
  return { ...definition, fields: { ...definition.record, ...definition.beside } };
}

function withSources(definition: Complete): Complete {
  const { record, beside, origin, joined } = definition;
  // A combined record has no source fields. Other tools serve the original records and state their
  // sources.
  if (joined) return definition;
  if (origin === 'specification') return { ...definition, beside: { ...provenance, ...beside } };
  const own = Object.entries(record).filter(([name]) => !(name in provenance));
  const origins = Object.entries(provenance).map(([name, field]) => [
    name,
    record[name] ? { ...record[name], joined: true } : field,
  ]);
  return { ...definition, record: Object.fromEntries([...own, ...origins]) };
}

/**
 * Adds the parameter `page` if the records are divided into pages and the declaration lacks it. In
 * endpoints of the specification, `page` is the first parameter. In other endpoints, it is the
 * last.
 */
function withPage(definition: Complete): Complete {
  const { paging, origin, parameters: own } = definition;
  if (paging !== 'pages' || own.page) return definition;
  const isFirst = origin === 'specification';
  const parameters = isFirst ? { page: page(), ...own } : { ...own, page: page() };
  return { ...definition, parameters };
}

export const pageSize = 50;

/** Marks a field as long. Only answers with `detail=full` contain the field. */
export function long(field: Field): Field {
  return { ...field, long: true };
}

/**
 * Marks a field that is copied into a computed record. The formula of the record does not compute
 * this field.
 */
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

/** The orders of an endpoint by name. The first order is the default. */
export function ordersOf(endpoint: Endpoint): readonly (readonly [string, readonly Order[]])[] {
  return isOrderList(endpoint.sort) ? [['default', endpoint.sort]] : Object.entries(endpoint.sort);
}

function isOrderList(sort: Endpoint['sort']): sort is readonly Order[] {
  return Array.isArray(sort);
}
