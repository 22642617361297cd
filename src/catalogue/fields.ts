import type { UnitName } from './units.ts';

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
  readonly long?: boolean;
  /** Added to the result of the formula, so it is not part of the formula's version. */
  readonly joined?: true;
  readonly note?: string;
}

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
export const pValue: Field = numberOf('pValue');
export const number: Field = numberOf('number');
export const count: Field = numberOf('count');
export const quantity: Field = numberOf('quantity');
export const integer: Field = { type: 'integer' };
export const flag: Field = { type: 'boolean' };
/** The source of a record. Tools show it below the records, so only full records have it. */
export const provenance: Readonly<Record<string, Field>> = {
  source: { type: 'text', long: true, joined: true },
  source_url: { type: 'text', long: true, joined: true },
  source_date: {
    type: 'day',
    long: true,
    joined: true,
    note: 'date of the document, or of the last update of the registry',
  },
};
export const texts: Field = { type: 'texts' };
export const object: Field = { type: 'object' };
export const objects: Field = { type: 'objects' };
/** The values of a record that became known on other days than the record. */
export const known: Field = {
  type: 'objects',
  long: true,
  joined: true,
  note: 'the decision, outcome and moved dates, each with value, source, url, sentence and known_from',
};
/** Any type, because the spec contradicts itself or sources differ. */
export const any: Field = { type: 'any' };

/** The last fields of a computed record: how it was computed, from facts of which day, and gaps. */
export const computation = { method: text, as_of: day, flags: texts };

/** How complete a weighted score is, and its components. */
export const weighting = {
  coverage_pct: { ...percent, note: 'share of the weights with a known input' },
  components: { ...object, long: true },
};

function numberOf(unit: UnitName): Field {
  return { type: 'number', unit };
}

/** A list of objects with units for these fields. */
export function objectsOf(fields: Readonly<Record<string, Field>>): Field {
  return { type: 'objects', fields };
}
