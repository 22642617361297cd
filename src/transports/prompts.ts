import {
  invalidParameter,
  missingParameter,
  type ServiceError,
  unknownArgument,
  unknownName,
} from '../base/errors.ts';
import type { Endpoint } from '../catalogue/endpoint.ts';
import type { Prompt, PromptArgument, Step } from '../catalogue/prompt.ts';
import { filled, filledArguments, type Values } from '../catalogue/question.ts';
import { plainTicker } from '../domain/directory/ticker-spelling.ts';

/**
 * Returns the error that explains why a caller may not use an endpoint, or undefined if the caller
 * may use the endpoint.
 */
export type OutOfReach = (endpoint: Endpoint) => ServiceError | undefined;

/** The result of `prompts/list`. */
export function promptList(prompts: readonly Prompt[]): string {
  return JSON.stringify({
    prompts: prompts.map(({ name, title, description, arguments: given }) => ({
      name,
      title,
      description,
      arguments: given.map((one) => ({
        name: one.name,
        description: one.description,
        required: one.default === undefined,
      })),
    })),
  });
}

/**
 * Returns the result of `prompts/get`: the question and the tool calls that answer the question.
 * The text also names the tools outside the caller's plan or bundle, which the assistant must not
 * call.
 * @throws ServiceError 404 for an unknown prompt, 400 for invalid arguments
 */
export function promptResult(
  prompts: readonly Prompt[],
  name: string,
  given: Readonly<Record<string, unknown>>,
  today: string,
  outOfReach: OutOfReach,
): string {
  const prompt = promptNamed(prompts, name);
  const values: Values = { ...promptValues(prompt, given), today };
  const within = prompt.steps.filter((step) => 'fetched' in step || !outOfReach(step.endpoint));
  const beyond = new Map(
    prompt.steps.flatMap((step) => {
      const reason = 'fetched' in step ? undefined : outOfReach(step.endpoint);
      return reason && 'endpoint' in step ? [[step.endpoint.name, reason.message] as const] : [];
    }),
  );
  const text = [
    filled(prompt.task, values),
    '',
    ...(within.length > 0 ? ['Answer from these tools:'] : []),
    ...within.map((step, at) => `${at + 1}. ${callOf(step, values)}`),
    ...[...beyond].map(
      ([tool, reason]) => `Do not call ${tool}: ${reason}. State that this tool is not available.`,
    ),
    '',
    'Give each number with its date and source. A missing value is unknown, not zero. If the records are fictional, say so.',
  ].join('\n');
  const messages = [{ role: 'user', content: { type: 'text', text } }];
  return JSON.stringify({ description: prompt.description, messages });
}

/** @throws ServiceError 404 */
function promptNamed(prompts: readonly Prompt[], name: string): Prompt {
  const found = prompts.find((one) => one.name === name);
  if (found) return found;
  throw unknownName(
    'prompt',
    name,
    prompts.map((one) => one.name),
  );
}

function callOf(step: Step, values: Values): string {
  const [tool, given] =
    'fetched' in step
      ? ['fetch', { id: filled(step.fetched, values) }]
      : [step.endpoint.name, filledArguments(step, values)];
  return `${tool} with ${JSON.stringify(given)}: ${step.purpose}.`;
}

/** @throws ServiceError 400 */
function promptValues(
  { arguments: known }: Prompt,
  given: Readonly<Record<string, unknown>>,
): Record<string, string> {
  const names = known.map(({ name }) => name);
  for (const name of Object.keys(given)) {
    if (!names.includes(name)) throw unknownArgument(name, undefined, names);
  }
  return Object.fromEntries(known.map((one) => [one.name, acceptedValue(one, given[one.name])]));
}

/**
 * Checks the value of an argument. Tickers are normalized.
 * @throws ServiceError 400
 */
export function acceptedValue(argument: PromptArgument, given: unknown): string {
  const { name, pattern, accepted } = argument;
  const word = typeof given === 'string' ? given.trim() : '';
  const plain = argument.completion ? plainTicker(word) : word;
  const value = plain === '' ? argument.default : plain;
  if (value === undefined) throw missingParameter(name);
  if (!pattern.test(value)) throw invalidParameter(name, accepted);
  return value;
}
