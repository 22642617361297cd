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
  /** Companies may be proposed to whoever reaches this endpoint. */
  readonly completion?: Endpoint;
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
