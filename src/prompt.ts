import type { Endpoint } from './endpoint.ts';
import type { Question } from './question.ts';

/** A word that a prompt is asked with. */
export interface PromptArgument {
  readonly name: string;
  /** What it means, with an example. */
  readonly description: string;
  /** Stands where none is given; one without it is required. */
  readonly default?: string;
  readonly pattern: RegExp;
  /** What the pattern accepts, in words. */
  readonly accepted: string;
  /** Where the values that a client may propose are found. */
  readonly completion?: Completion;
}

/** The values of a field, of which a client proposes those that begin as typed, or whose names do. */
export interface Completion {
  readonly endpoint: Endpoint;
  readonly field: string;
  readonly nameField: string;
}

/** One call that the assistant is to make, and what for. */
export interface Step extends Question {
  readonly purpose: string;
}

/** A question that people ask often, with the calls that answer it. */
export interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly PromptArgument[];
  /** What is asked; values in braces. */
  readonly task: string;
  readonly steps: readonly Step[];
}
