import * as z from 'zod';

/** What kinds of facts are made of: their fields, and what is said of a kind. */

export const text = z.string().max(100_000).nullish();
export const number = z.number().nullish();
export const flag = z.boolean().nullish();
export const texts = z.array(z.string().max(10_000)).max(10_000).nullish();
export const name = z.string().trim().min(1).max(1_000);
export const id = z.union([name, z.number().transform(String)]).nullish();
/** Upper case, as exchanges write it; class shares carry a dot or a dash (BRK.B). */
export const ticker = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9][A-Z0-9.-]{0,11}$/, 'is not a ticker');
export const date = z.iso.date('is not a date (YYYY-MM-DD)');
export const optionalDate = date.nullish();
/** A list of parts of a record; what a part does not name is kept with it. */
export const parts = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.array(z.looseObject(shape)).max(10_000).nullish();
/** Headings of the Medical Subject Headings (MeSH). */
export const meshTerms = parts({ id: text, term: name });
/** Branches of the MeSH tree: `BC04` is neoplasms. `All`, in which everything stands, is left out. */
export const meshBranches = parts({ code: name, name: text });
/** A day or a month as registered, and whether it is past (`ACTUAL`) or planned (`ESTIMATED`). */
export const registeredDate = z
  .looseObject({ date: name, precision: z.enum(['day', 'month']), type: text })
  .nullish();

export interface FactKind<Shape extends z.ZodRawShape = z.ZodRawShape> {
  readonly title: string;
  readonly schema: z.ZodObject<Shape, z.core.$loose>;
  /** Fields whose values, in this order, make a record the same record as before. */
  readonly key: readonly (keyof Shape & string)[];
  /** A field that names the record alone where it is present; `key` serves where it is not. */
  readonly id?: keyof Shape & string;
  /** A field that grows with each version of the record: a smaller one never replaces a larger. */
  readonly version?: keyof Shape & string;
  /**
   * The date of records that come by the hundred a company: the store keeps those of a ticker and a
   * year together (see store/series.ts). Such a kind has neither `id` nor `version`.
   */
  readonly series?: keyof Shape & string;
  /**
   * Fields that tell from which day a fact is known; the first that is present counts. A fact
   * without any of them counts as known always; a kind without the list tells of no day.
   */
  readonly knownFrom?: readonly (keyof Shape & string)[];
}

export function kind<Shape extends z.ZodRawShape>(
  title: string,
  shape: Shape,
  key: readonly (keyof Shape & string)[],
  more: Pick<FactKind<Shape>, 'id' | 'version' | 'series' | 'knownFrom'> = {},
): FactKind<Shape> {
  return { title, schema: z.looseObject(shape), key, ...more };
}
