import type * as z from 'zod';
import type { Matcher } from './patterns.ts';

/**
 * A parameter with its type, rule and description. The tool's input schema, the condition on the
 * records, the OpenAPI document and docs/endpoints.md are derived from it. The rules are in
 * `params.ts`.
 */
export type Parameter = Filter | Page | Choice | Maximum;

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
  /** A date field whose changes since the requested day are reported. */
  readonly movable?: string;
  /** The kind of name in its values: tickers or other names. */
  readonly subject?: 'ticker' | 'name';
  readonly isCaseSensitive?: true;
  /** Whether it accepts several values, as a list or separated by commas (see `listOf`). */
  readonly isList?: true;
  /** A value as part of a sentence: `in the last 30 days`. */
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

/** Maximum number of records in an answer without pages. */
export interface Maximum extends Common {
  readonly kind: 'maximum';
  readonly default: number;
  readonly maximum: (value: string, name: string) => number;
}

/**
 * A searched field: `value` unchanged, `lower` ignoring case, `date` as a day, `term` by pattern.
 */
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
      /**
       * A date that may have changed since, if the value is the day on which something was known.
       */
      readonly movable?: string;
    }
  | { readonly is: 'above' | 'below'; readonly column: Column; readonly value: string | number }
  | { readonly is: 'matching'; readonly column: Column; readonly matcher: Matcher };
