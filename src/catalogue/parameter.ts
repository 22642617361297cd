import type * as z from 'zod';
import type { Matcher } from './patterns.ts';

/**
 * A parameter of an endpoint. The tool's input schema, the conditions on records, the OpenAPI
 * document and docs/endpoints.md are derived from it. `params.ts` creates parameters.
 */
export type Parameter = Filter | Page | Choice | Sort | Window | Where | Option;

interface Common {
  /** The published schema of the parameter values. */
  readonly schema: z.ZodType;
  /** A short text for tools and documents that says how the parameter selects records. */
  readonly rule: string;
  readonly required: boolean;
}

/** Filters the records. */
export interface Filter extends Common {
  readonly kind: 'filter';
  readonly columns: readonly Column[];
  /** Value that is used if the request does not contain the parameter. */
  readonly default?: string;
  /**
   * The notice that is added to answers about a past day. Set only for `as_of`, which selects a
   * past day.
   */
  readonly pastNotice?: string;
  /** The kind of name that the parameter accepts: tickers or other names. */
  readonly subject?: 'ticker' | 'name';
  readonly isCaseSensitive?: true;
  /**
   * Whether the parameter accepts several values, as a list or separated by commas (see `listOf`).
   */
  readonly isList?: true;
  /** Formats a value of the parameter as part of a sentence, such as `in the last 30 days`. */
  readonly inWords?: (value: string) => string;
  /** @throws ServiceError 400 if `value` is not accepted */
  readonly condition: (value: string, name: string, today: string) => Condition;
}

/** The page number. As the specification requires, an invalid number is treated as 1. */
export interface Page extends Common {
  readonly kind: 'page';
}

/** A parameter that selects one of the endpoint's orders, and optionally adds a condition. */
export interface Choice extends Common {
  readonly kind: 'choice';
  readonly columns: readonly Column[];
  readonly order: (value: string, name: string) => string;
  readonly condition?: (order: string) => Condition;
}

/** The parameter `sort`. Its value is a field, or `-` and a field for descending order. */
export interface Sort extends Common {
  readonly kind: 'sort';
  /** Fields that sort in descending order if the request does not state an order. */
  readonly descending: readonly string[];
}

/** A parameter for the computation of records (`Expansion`). */
export interface Option extends Common {
  readonly kind: 'option';
  /** @throws ServiceError 400 if `value` is not accepted */
  readonly parse: (value: string, name: string) => string;
}

/** The parameter `where`: conditions on any columns. */
export interface Where extends Common {
  readonly kind: 'where';
  readonly columns: readonly Column[];
  /** @throws ServiceError 400 if a condition is not accepted */
  readonly conditions: (words: readonly string[], name: string) => readonly Condition[];
}

/**
 * The parameter `limit` or `skip`. `limit` is the maximum number of records to return from a page.
 * `skip` is the number of records to skip at the start of the page.
 */
export interface Window extends Common {
  readonly kind: 'limit' | 'skip';
  readonly default?: number;
  readonly parse: (value: string, name: string) => number;
}

/**
 * A field that a condition searches. `as` states how its values are compared. `value` compares them
 * as stored, and `lower` ignores case. `date` compares only the day. `term` uses a matcher, such as
 * a pattern. `words` finds the words of a text by their first letters.
 */
export interface Column {
  readonly field: string;
  readonly as: 'value' | 'lower' | 'date' | 'term' | 'words';
}

export type Condition =
  | { readonly is: 'equal'; readonly column: Column; readonly value: string | number }
  | { readonly is: 'differs'; readonly column: Column; readonly value: string | number }
  | { readonly is: 'one of'; readonly column: Column; readonly values: readonly string[] }
  | { readonly is: 'starting with'; readonly column: Column; readonly value: string }
  | {
      readonly is: 'at least' | 'at most';
      readonly column: Column;
      readonly value: string | number;
      /** Whether the condition selects records that were first recorded on or before `value`. */
      readonly isKnownBy?: true;
    }
  | { readonly is: 'above' | 'below'; readonly column: Column; readonly value: string | number }
  | { readonly is: 'matching'; readonly column: Column; readonly matcher: Matcher };
