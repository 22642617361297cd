import type { PromptArgument } from './prompt.ts';

/**
 * A resource with a URI: a text or a dossier. With a ticker, the dossier is about one company;
 * without a ticker, about all companies.
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
  /** The text of the document. Absent for a dossier. */
  readonly text?: string;
  /** The variable of the template, if `uri` is a template. */
  readonly argument?: PromptArgument;
}
