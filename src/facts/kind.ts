import * as z from 'zod';

export const text = z.string().max(100_000).nullish();
export const number = z.number().nullish();
export const flag = z.boolean().nullish();
export const texts = z.array(z.string().max(10_000)).max(10_000).nullish();
export const name = z.string().trim().min(1).max(1_000);
export const id = z.union([name, z.number().transform(String)]).nullish();
/** Ticker in upper case. A share class follows a dot or a dash, as exchanges write it: `BRK.B`. */
export const ticker = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9][A-Z0-9.-]{0,11}$/, 'is not a ticker');
export const date = z.iso.date('is not a date (YYYY-MM-DD)');
export const optionalDate = date.nullish();
/** A list of objects in a record. Undeclared fields of an object are kept. */
export const parts = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.array(z.looseObject(shape)).max(10_000).nullish();
/** Headings of the Medical Subject Headings (MeSH). */
export const meshTerms = parts({ id: text, term: name });
/** Branches of the MeSH tree (`BC04` is neoplasms), without the root `All`. */
export const meshBranches = parts({ code: name, name: text });
/**
 * A registered day or month. `type` is `ACTUAL` for past dates and `ESTIMATED` for planned dates.
 */
export const registeredDate = z
  .looseObject({ date: name, precision: z.enum(['day', 'month']), type: text })
  .nullish();

export interface FactKind<Shape extends z.ZodRawShape = z.ZodRawShape> {
  readonly title: string;
  readonly schema: z.ZodObject<Shape, z.core.$loose>;
  /** The fields that identify a record, in order. */
  readonly key: readonly (keyof Shape & string)[];
  /**
   * A field that alone identifies the record. If a record lacks the field, `key` identifies the
   * record.
   */
  readonly id?: keyof Shape & string;
  /**
   * A field with the version of the record. The version increases with each update. A record with a
   * smaller version never replaces one with a larger version.
   */
  readonly version?: keyof Shape & string;
  /**
   * The date field of a kind with hundreds of records per company. The store keeps the records of
   * one ticker and year together (see store/series.ts). A kind with this property cannot have `id`
   * or `version`.
   */
  readonly series?: keyof Shape & string;
  /**
   * Date fields that may contain the day on which a fact became public. The first field with a
   * value is used. If no field has a value, the fact counts as known on every past day.
   */
  readonly knownFrom?: readonly (keyof Shape & string)[];
  /**
   * Fields whose values became public later than the rest of the record. Each field has a list of
   * date fields. The first date field with a value contains the day on which the field became
   * public. Before this day, the field is null. If no date field has a value, the field became
   * public together with the record.
   */
  readonly knownLater?: Readonly<
    Partial<Record<keyof Shape & string, readonly (keyof Shape & string)[]>>
  >;
  /**
   * A date field of which the earliest value is kept. An example is the date of the first list that
   * contained the record.
   */
  readonly earliest?: keyof Shape & string;
}

/**
 * Declares a kind of fact. The schema is created when it is first used, because a server that only
 * serves records uses none.
 */
export function kind<Shape extends z.ZodRawShape>(
  title: string,
  shape: () => Shape,
  key: readonly (keyof Shape & string)[],
  more: Omit<FactKind<Shape>, 'title' | 'schema' | 'key'> = {},
): FactKind<Shape> {
  let schema: z.ZodObject<Shape, z.core.$loose> | undefined;
  return {
    title,
    get schema() {
      schema ??= z.looseObject(shape());
      return schema;
    },
    key,
    ...more,
  };
}
