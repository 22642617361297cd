import type { PromptArgument } from './prompt.ts';

/**
 * A text or a dossier with a URI. It concerns one company if it takes a ticker, otherwise all
 * companies today.
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
  /** The content, if it is not a dossier. */
  readonly text?: string;
  /** The variable of the template, if `uri` is a template. */
  readonly argument?: PromptArgument;
}
