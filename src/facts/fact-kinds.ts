import type * as z from 'zod';
import { companyFacts } from './companies.ts';
import { financialFacts } from './finance.ts';
import { mentionFacts } from './mentions.ts';
import { regulatoryFacts } from './regulation.ts';
import { trialFacts } from './trials.ts';

/**
 * Every kind of fact in the store. Connectors, imports and the demo generator write only facts, and
 * `derive/` computes the records of every endpoint from facts. Fields that the API specification
 * defines have the same names here. All fields are optional, except those of the key. Undeclared
 * fields are stored, but are never part of a response.
 */
export const factKinds = {
  ...companyFacts,
  ...trialFacts,
  ...regulatoryFacts,
  ...financialFacts,
  ...mentionFacts,
} as const;

export type FactName = keyof typeof factKinds;
export type Fact<Name extends FactName> = Readonly<z.output<(typeof factKinds)[Name]['schema']>>;

export function isFactName(word: string): word is FactName {
  return Object.hasOwn(factKinds, word);
}
