import type * as z from 'zod';
import type { Matcher } from './patterns.ts';

/**
 * A parameter is its type, its rule and its words in one value: the tool's input schema, the condition
 * on the records, the descriptions, the OpenAPI document and the table of docs/endpoints.md all come
 * from it. The rules themselves, by name: `params.ts`.
 */
export type Parameter = Filter | Page | Choice | Maximum;

interface Common {
  /** What a caller may send, as published. */
  readonly schema: z.ZodType;
  /** The rule in words. */
  readonly rule: string;
  readonly required: boolean;
}

/** Narrows the records. */
export interface Filter extends Common {
  readonly kind: 'filter';
  readonly columns: readonly Column[];
  /** Stands where the caller gives no value. */
  readonly default?: string;
  /** The date whose moves since the day asked for are told. */
  readonly movable?: string;
  /** What its values name, where they do: a company by its ticker, or anything else. */
  readonly subject?: 'ticker' | 'name';
  readonly isCaseSensitive?: true;
  /** Whether it takes several values, as a list or between commas (see `listOf`). */
  readonly isList?: true;
  /** A value as part of a sentence: `in the last 30 days`. */
  readonly inWords?: (value: string) => string;
  /** @throws ServiceError 400 where `value` is not accepted. */
  readonly condition: (value: string, name: string, today: string) => Condition;
}

/** The page number, by the spec's lenient rule. */
export interface Page extends Common {
  readonly kind: 'page';
}

/** Chooses one of the endpoint's orders, and perhaps a condition with it. */
export interface Choice extends Common {
  readonly kind: 'choice';
  readonly columns: readonly Column[];
  readonly order: (value: string, name: string) => string;
  readonly condition?: (order: string) => Condition;
}

/** The most records that an unpaged answer holds. */
export interface Maximum extends Common {
  readonly kind: 'maximum';
  readonly default: number;
  readonly maximum: (value: string, name: string) => number;
}

/** A field as it is searched: `value` as it stands, `lower` without case, `date` as a day, `term` by pattern. */
export interface Column {
  readonly field: string;
  readonly as: 'value' | 'lower' | 'date' | 'term';
}

export type Condition =
  | { readonly is: 'equal'; readonly column: Column; readonly value: string }
  | { readonly is: 'one of'; readonly column: Column; readonly values: readonly string[] }
  | { readonly is: 'starting with'; readonly column: Column; readonly value: string }
  | {
      readonly is: 'at least' | 'at most';
      readonly column: Column;
      readonly value: string | number;
      /** Where the value is the day on which something was known: the date that may have moved since. */
      readonly movable?: string;
    }
  | { readonly is: 'above' | 'below'; readonly column: Column; readonly value: string | number }
  | { readonly is: 'matching'; readonly column: Column; readonly matcher: Matcher };
