import type { PromptArgument } from './prompt.ts';
import type { Question } from './question.ts';

/** A part of a document: records of one endpoint. */
export interface Part extends Question {
  readonly title: string;
  readonly fields: readonly string[];
  /** Records shown at most. */
  readonly most: number;
}

/** Something to read under an address, made of the answers of several endpoints. */
export interface Document {
  /** `catalyst://today`, or a template (RFC 6570, simple expansion alone): `catalyst://ticker/{ticker}`. */
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The expression of the template, where it is one. */
  readonly argument?: PromptArgument;
  readonly parts: readonly Part[];
}
