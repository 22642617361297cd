import type { PromptArgument } from './prompt.ts';

/** A dossier to read under an address: that of a company where it takes a ticker, else of today. */
export interface Document {
  /** `catalyst://today`, or a template (RFC 6570, simple expansion alone): `catalyst://ticker/{ticker}`. */
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The expression of the template, where it is one. */
  readonly argument?: PromptArgument;
}
