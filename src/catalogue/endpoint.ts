import type { Plan } from '../base/plans.ts';
import type { Parameter } from './parameter.ts';
import type { UnitName } from './units.ts';

/** Groups as the spec names them, in its order. */
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

/** At most `requests` in any window of `windowSeconds` that begins with a request. */
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
  /** What a number is: the store rounds it by this when it writes the record (see units.ts). */
  readonly unit?: UnitName;
  /** The fields of the objects of a list that have units of their own. */
  readonly fields?: Readonly<Record<string, Field>>;
  readonly long?: true;
  /** Joined to what the formula of the records made: no part of its version. */
  readonly joined?: true;
  readonly note?: string;
}

export interface Order {
  readonly field: string;
  readonly direction: 'ascending' | 'descending';
  /** How values compare: as they are, or as the calendar day or the stage that a string names. */
  readonly by?: 'value' | 'date' | 'stage';
}

/** A bound that holds whatever the caller asks, relative to today. */
export type Constraint =
  | { readonly field: string; readonly is: 'today or earlier' | 'today or later' | 'before today' }
  | { readonly field: string; readonly is: 'one of'; readonly values: readonly string[] };

/** One of the 49: everything that is said about an endpoint, said once. */
export interface Endpoint {
  /** Name of the tool. */
  readonly name: string;
  /** Below `/api/v2`; a parameter in the path stands in braces. */
  readonly path: string;
  readonly group: Group;
  readonly plan: Plan;
  readonly limit: Limit;
  readonly title: string;
  /** What a company has of it, as in "it has no signals in the last 30 days". */
  readonly noun: string;
  /** At most three sentences: what it answers, when to use it, when another tool is better. */
  readonly description: string;
  readonly parameters: Readonly<Record<string, Parameter>>;
  /** Names of parameters of which a caller must give at least one. */
  readonly oneOfRequired?: readonly string[];
  /** What to do without a required parameter: "Across companies use insider_transactions." */
  readonly otherwise?: string;
  /** Fields by which single records are found besides, where no parameter asks for them. */
  readonly keys?: readonly string[];
  /** The field by whose words a search finds records; it is laid out, and not served. */
  readonly wording?: string;
  readonly record: Readonly<Record<string, Field>>;
  /** The derived set of records that it serves. */
  readonly collection: string;
  readonly constraints?: readonly Constraint[];
  /** The order of the records; where the caller may choose, the orders by name, the default first. */
  readonly sort: readonly Order[] | Readonly<Record<string, readonly Order[]>>;
  /** `pages`: 50 a page. `whole`: every record at once. `single`: one record, 404 where none is. */
  readonly paging: 'pages' | 'whole' | 'single';
  /** What the reader of its records should know besides; said with each answer that has any. */
  readonly notice?: string;
  /** Where records of a company may stand of which it has none, and why, in a whole sentence. */
  readonly elsewhere?: { readonly endpoints: readonly Endpoint[]; readonly because: string };
  /** What a flag means that leaves fields out of a record, said where a record has it. */
  readonly flagNotices?: Readonly<Record<string, string>>;
  /** What the reader should know where a text of a record has these words. */
  readonly wordNotices?: Readonly<Record<string, string>>;
  /** Whether the spec states this endpoint, or it is our choice. */
  readonly origin: 'specification' | 'extension';
}

/** Declares an endpoint; the compiler holds it to the shape. */
export function endpoint(definition: Endpoint): Endpoint {
  return definition;
}

export const pageSize = 50;

export const text: Field = { type: 'text' };
/** The name of the record's company, looked up by its ticker when records are written. */
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
/** Where the spec contradicts itself, or sources differ: any type stands. */
export const any: Field = { type: 'any' };

function numberOf(unit: UnitName): Field {
  return { type: 'number', unit };
}

/** A list of objects, of which these fields have units. */
export function objectsOf(fields: Readonly<Record<string, Field>>): Field {
  return { type: 'objects', fields };
}

/** A field that only full answers hold. */
export function long(field: Field): Field {
  return { ...field, long: true };
}

/** A field that is joined to what the records' formula made. */
export function joined(field: Field): Field {
  return { ...field, joined: true };
}

/** A field with a note for its reader. */
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
