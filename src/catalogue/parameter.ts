import type * as z from 'zod';
import type { Matcher } from './patterns.ts';

/**
 * A parameter with its type, rule and description. The tool's input schema, the condition on the
 * records, the OpenAPI document and docs/endpoints.md are derived from it. The rules are in
 * `params.ts`.
 */
export type Parameter = Filter | Page | Choice | Sort | Window | Where | Option;

interface Common {
  /** The published schema of the parameter values. */
  readonly schema: z.ZodType;
  /** The rule in words, for descriptions. */
  readonly rule: string;
  readonly required: boolean;
}

/** Filters the records. */
export interface Filter extends Common {
  readonly kind: 'filter';
  readonly columns: readonly Column[];
  /** Default value if the caller gives none. */
  readonly default?: string;
  /** The notice for answers about a past day. Set if the parameter selects values of a day. */
  readonly pastNotice?: string;
  /** The kind of name that the parameter accepts: tickers or other names. */
  readonly subject?: 'ticker' | 'name';
  readonly isCaseSensitive?: true;
  /** Whether it accepts several values, as a list or separated by commas (see `listOf`). */
  readonly isList?: true;
  /** Formats a value as part of a sentence: `in the last 30 days`. */
  readonly inWords?: (value: string) => string;
  /** @throws ServiceError 400 if `value` is not accepted */
  readonly condition: (value: string, name: string, today: string) => Condition;
}

/** The page number, parsed leniently as the spec requires. */
export interface Page extends Common {
  readonly kind: 'page';
}

/** Selects one of the endpoint's orders, optionally with a condition. */
export interface Choice extends Common {
  readonly kind: 'choice';
  readonly columns: readonly Column[];
  readonly order: (value: string, name: string) => string;
  readonly condition?: (order: string) => Condition;
}

/** `sort`: a field, or a field after `-` for descending order. */
export interface Sort extends Common {
  readonly kind: 'sort';
  /** Fields that sort in descending order even without a sign. */
  readonly descending: readonly string[];
}

/** Selects how records are computed, by `Expansion`. */
export interface Option extends Common {
  readonly kind: 'option';
  /** @throws ServiceError 400 if `value` is not accepted */
  readonly parse: (value: string, name: string) => string;
}

/** `where`: conditions on any columns. */
export interface Where extends Common {
  readonly kind: 'where';
  readonly columns: readonly Column[];
  /** @throws ServiceError 400 if a condition is not accepted */
  readonly conditions: (words: readonly string[], name: string) => readonly Condition[];
}

/** `limit` or `skip`: which records of a page to return. */
export interface Window extends Common {
  readonly kind: 'limit' | 'skip';
  readonly default?: number;
  readonly parse: (value: string, name: string) => number;
}

/**
 * A searched field: `value` unchanged, `lower` ignoring case, `date` as a day, `term` by pattern.
 */
export interface Column {
  readonly field: string;
  readonly as: 'value' | 'lower' | 'date' | 'term';
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
      /** Set if the value is the day on which the records must be known. */
      readonly isKnownBy?: true;
    }
  | { readonly is: 'above' | 'below'; readonly column: Column; readonly value: string | number }
  | { readonly is: 'matching'; readonly column: Column; readonly matcher: Matcher };
