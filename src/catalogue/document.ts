import type { PromptArgument } from './prompt.ts';

/**
 * A resource with a URI: a text or a dossier. A dossier is about one company if the URI has a
 * ticker. Otherwise, it is about all companies.
 */
export interface Document {
  /**
   * A URI such as `catalyst://today`, or a template such as `catalyst://ticker/{ticker}` (RFC 6570,
   * simple expansion only).
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
