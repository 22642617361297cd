import type { Plan } from '../base/plans.ts';
import type { Parameter } from './parameter.ts';
import type { UnitName } from './units.ts';

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

/** A field of a record, with its type and unit, and whether it is too long for concise answers. */
export interface Field {
  readonly type:
    | 'text'
    | 'day'
    | 'number'
    | 'integer'
    | 'boolean'
    | 'texts'
    | 'object'
    | 'objects'
    | 'any';
  /** The unit of a number, which determines how the store rounds it (see units.ts). */
  readonly unit?: UnitName;
  /** The fields of the objects in a list, if they have units. */
  readonly fields?: Readonly<Record<string, Field>>;
  readonly long?: true;
  /** Whether the field is added to the result of the formula and not part of its version. */
  readonly joined?: true;
  readonly note?: string;
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
  readonly parameters: Readonly<Record<string, Parameter>>;
  /** Parameters of which the caller must give at least one. */
  readonly oneOfRequired?: readonly string[];
  /** Advice if a required parameter is missing: "Across companies use insider_transactions." */
  readonly otherwise?: string;
  /** Additional fields by which dossiers select records. */
  readonly keys?: readonly string[];
  /** A field that only the name search reads. It is stored but not served. */
  readonly wording?: string;
  readonly record: Readonly<Record<string, Field>>;
  /** Name of the derived collection of the records. */
  readonly collection: string;
  readonly constraints?: readonly Constraint[];
  /**
   * The order of the records. If the caller can choose, these are the orders by name, with the
   * default first.
   */
  readonly sort: readonly Order[] | Readonly<Record<string, readonly Order[]>>;
  /**
   * How records are divided. `pages`: 50 records per page. `whole`: all records in one answer.
   * `single`: one record, or 404.
   */
  readonly paging: 'pages' | 'whole' | 'single';
  /** A note for the reader, added to each answer with records. */
  readonly notice?: string;
  /**
   * Endpoints that may have records of a company without records here, and the reason as a
   * sentence.
   */
  readonly elsewhere?: { readonly endpoints: readonly Endpoint[]; readonly because: string };
  /** The meaning of flags that leave fields empty, added to answers whose records have the flag. */
  readonly flagNotices?: Readonly<Record<string, string>>;
  /** Notes for the reader, each added if the text of a record contains certain words. */
  readonly wordNotices?: Readonly<Record<string, string>>;
  /** Whether the spec or this server defines the endpoint. */
  readonly origin: 'specification' | 'extension';
}

export function endpoint(definition: Endpoint): Endpoint {
  return definition;
}

export const pageSize = 50;

export const text: Field = { type: 'text' };
/** The name of the record's company, looked up by ticker when the record is written. */
export const companyName: Field = { type: 'text', joined: true };
export const prose: Field = { type: 'text', long: true };
/** A calendar day, `YYYY-MM-DD`. */
export const day: Field = { type: 'day' };
export const money: Field = numberOf('money');
export const price: Field = numberOf('price');
export const percent: Field = numberOf('percent');
export const periodReturn: Field = numberOf('periodReturn');
export const weight: Field = numberOf('weight');
export const score: Field = numberOf('score');
export const months: Field = numberOf('months');
export const average: Field = numberOf('average');
export const ratio: Field = numberOf('ratio');
export const fraction: Field = numberOf('fraction');
export const number: Field = numberOf('number');
export const count: Field = numberOf('count');
export const quantity: Field = numberOf('quantity');
export const integer: Field = { type: 'integer' };
export const flag: Field = { type: 'boolean' };
export const texts: Field = { type: 'texts' };
export const object: Field = { type: 'object' };
export const objects: Field = { type: 'objects' };
/** A value of any type, because the spec contradicts itself or sources differ. */
export const any: Field = { type: 'any' };

function numberOf(unit: UnitName): Field {
  return { type: 'number', unit };
}

/** A list of objects with units for these fields. */
export function objectsOf(fields: Readonly<Record<string, Field>>): Field {
  return { type: 'objects', fields };
}

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

export function limitOf(requests: number, windowSeconds: number): Limit {
  return { requests, windowSeconds };
}

/** The orders of an endpoint by name, the default first. */
export function ordersOf(endpoint: Endpoint): readonly (readonly [string, readonly Order[]])[] {
  return isOrderList(endpoint.sort) ? [['default', endpoint.sort]] : Object.entries(endpoint.sort);
}

function isOrderList(sort: Endpoint['sort']): sort is readonly Order[] {
  return Array.isArray(sort);
}
