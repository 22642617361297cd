import type { Plan } from '../base/plans.ts';
import type { Parameter } from './parameter.ts';
import type { UnitName } from './units.ts';

/** The groups that the spec names, in its order. */
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

/** At most `requests` in any window of `windowSeconds`. */
export interface Limit {
  readonly requests: number;
  readonly windowSeconds: number;
}

/** A field of a record: its type, its unit, and whether it is too long for concise answers. */
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
  /** The unit of a number. The store rounds the number by its unit (see units.ts). */
  readonly unit?: UnitName;
  /** The fields of the objects in a list, if they have units. */
  readonly fields?: Readonly<Record<string, Field>>;
  readonly long?: true;
  /** Added to the result of the formula, so it is not part of the formula's version. */
  readonly joined?: true;
  readonly note?: string;
}

export interface Order {
  readonly field: string;
  readonly direction: 'ascending' | 'descending';
  /** How values compare: unchanged, or by the calendar day or the stage that a string names. */
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
  /** Below `/api/v2`. A parameter in the path is in braces. */
  readonly path: string;
  readonly group: Group;
  readonly plan: Plan;
  readonly limit: Limit;
  readonly title: string;
  /** Its records as a plural noun, as in "it has no signals in the last 30 days". */
  readonly noun: string;
  /** At most three sentences: what it answers, when to use it, and when another tool is better. */
  readonly description: string;
  readonly parameters: Readonly<Record<string, Parameter>>;
  /** Parameters of which a caller must give at least one. */
  readonly oneOfRequired?: readonly string[];
  /** What to do without a required parameter: "Across companies use insider_transactions." */
  readonly otherwise?: string;
  /** Additional fields by which dossiers find single records. */
  readonly keys?: readonly string[];
  /** A field that only the name search reads. It is stored but not served. */
  readonly wording?: string;
  readonly record: Readonly<Record<string, Field>>;
  /** The derived collection that it serves. */
  readonly collection: string;
  readonly constraints?: readonly Constraint[];
  /** The order of the records. If the caller can choose, the orders by name, the default first. */
  readonly sort: readonly Order[] | Readonly<Record<string, readonly Order[]>>;
  /**
   * `pages`: 50 records per page. `whole`: all records in one answer. `single`: one record, or 404.
   */
  readonly paging: 'pages' | 'whole' | 'single';
  /** A note for the reader, added to each answer that has records. */
  readonly notice?: string;
  /** Endpoints that may have records of a company that has none here, and why, as a sentence. */
  readonly elsewhere?: { readonly endpoints: readonly Endpoint[]; readonly because: string };
  /**
   * For flags that leave fields empty: the meaning, added to answers whose records have the flag.
   */
  readonly flagNotices?: Readonly<Record<string, string>>;
  /** Notes for the reader, added if a text of a record contains the words. */
  readonly wordNotices?: Readonly<Record<string, string>>;
  /** Whether the spec defines this endpoint, or this server does. */
  readonly origin: 'specification' | 'extension';
}

export function endpoint(definition: Endpoint): Endpoint {
  return definition;
}

export const pageSize = 50;

export const text: Field = { type: 'text' };
/** The name of the record's company, looked up by ticker when records are written. */
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
export const pValue: Field = numberOf('pValue');
export const number: Field = numberOf('number');
export const count: Field = numberOf('count');
export const quantity: Field = numberOf('quantity');
export const integer: Field = { type: 'integer' };
export const flag: Field = { type: 'boolean' };
export const texts: Field = { type: 'texts' };
export const object: Field = { type: 'object' };
export const objects: Field = { type: 'objects' };
/** Any type, because the spec contradicts itself or sources differ. */
export const any: Field = { type: 'any' };

function numberOf(unit: UnitName): Field {
  return { type: 'number', unit };
}

/** A list of objects of which these fields have units. */
export function objectsOf(fields: Readonly<Record<string, Field>>): Field {
  return { type: 'objects', fields };
}

/** A field that only full answers contain. */
export function long(field: Field): Field {
  return { ...field, long: true };
}

/** A field that is added to the result of the records' formula. */
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
