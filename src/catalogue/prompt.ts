import type { Endpoint } from './endpoint.ts';
import type { Question } from './question.ts';

/** An argument of a prompt. */
export interface PromptArgument {
  readonly name: string;
  /** The meaning of the argument, with an example. */
  readonly description: string;
  /** Default value of the argument. An argument without a default is required. */
  readonly default?: string;
  readonly pattern: RegExp;
  /** The accepted values as text. */
  readonly accepted: string;
  /**
   * If set, the argument is a ticker. Callers whose plan includes this endpoint receive suggestions
   * of companies.
   */
  readonly completion?: Endpoint;
}

/** One step of a prompt: a tool call and its purpose. The call reads an endpoint or a dossier. */
export type Step = (Question | { readonly fetched: string }) & { readonly purpose: string };

/** A prompt: a frequent question and the tool calls that answer the question. */
export interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly PromptArgument[];
  /** The question, with placeholders in braces. */
  readonly task: string;
  readonly steps: readonly Step[];
}
