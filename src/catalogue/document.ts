import type { PromptArgument } from './prompt.ts';

/**
 * A dossier with a URI. It is about a company if it takes a ticker, and otherwise about the current
 * day.
 */
export interface Document {
  /**
   * A URI, `catalyst://today`, or a template (RFC 6570, simple expansion only):
   * `catalyst://ticker/{ticker}`.
   */
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The variable of the template, if `uri` is a template. */
  readonly argument?: PromptArgument;
}
