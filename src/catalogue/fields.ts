import type { UnitName } from './units.ts';

/**
 * The declaration of a field: its type, its unit, and whether concise answers omit the field
 * because it is long.
 */
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
  /** For a list of objects: the declarations of the values that have units. */
  readonly fields?: Readonly<Record<string, Field>>;
  readonly long?: boolean;
  /**
   * Whether the values are sentences. Answers with few records show short sentences even if the
   * field is `long`.
   */
  readonly prose?: boolean;
  /**
   * For a field with long texts: the parameter that contains the search words. It is a parameter of
   * the tool, or `query` of `fetch`. Tools show only the passage that contains these words. `fetch`
   * returns other passages, or the text from a given offset.
   */
  readonly passage?: string;
  /**
   * Whether the field is added to a record after its formula is computed. A change of such a field
   * does not change the version of the formula.
   */
  readonly joined?: true;
  readonly note?: string;
}

export const text: Field = { type: 'text' };
/**
 * The fields for the company of a record. `company_name` is looked up by ticker when the record is
 * written.
 */
export const company = { ticker: text, company_name: { type: 'text', joined: true } } as const;
export const prose: Field = { type: 'text', long: true, prose: true };
/** The text that follows a quoted sentence in its document. */
export const context: Field = {
  ...prose,
  joined: true,
  note: 'the text that follows the quoted sentence',
};
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
/**
 * The fields with the source of a record. Tools list the sources below the records, so only answers
 * with `detail=full` contain these fields.
 */
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
/**
 * Values of a record that became known only after the day of the record, such as the outcome of an
 * event.
 */
export const known: Field = {
  type: 'objects',
  long: true,
  prose: true,
  joined: true,
  note: 'the decision, the outcome and each new date, with value, source, url, sentence and known_from',
};
/**
 * A field of any type. It is used if the specification contradicts itself about the type, or if
 * sources use different types.
 */
export const any: Field = { type: 'any' };

/**
 * The last fields of a computed record: the method, the day of the newest input, and flags for
 * missing inputs.
 */
export const computation = { method: text, as_of: day, flags: texts };

/**
 * The fields that describe a weighted score: its components, and the weight of the components with
 * known inputs, in percent of the total weight.
 */
export const weighting = {
  coverage_pct: {
    ...percent,
    note: 'combined weight of the components with known inputs, as a share of the total weight',
  },
  components: { ...object, long: true },
};

function numberOf(unit: UnitName): Field {
  return { type: 'number', unit };
}

/**
 * Declares a field that contains a list of objects. `fields` declares the units of the values in
 * these objects.
 */
export function objectsOf(fields: Readonly<Record<string, Field>>): Field {
  return { type: 'objects', fields };
}
