import type * as z from 'zod';
import { companyFacts } from './companies.ts';
import { financialFacts } from './finance.ts';
import { mentionFacts } from './mentions.ts';
import { regulatoryFacts } from './regulation.ts';
import { trialFacts } from './trials.ts';

/**
 * What the store knows: one entry a kind of fact. Connectors, imports and the demo generator write
 * facts and nothing else; everything served is computed from them (see derive/).
 *
 * Fields bear the spec's names where the spec has them. A record may lack any field that is not
 * part of its key; fields that a kind does not name are kept with the record and served nowhere.
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

/** Whether a word names a kind of fact. */
export function isFactName(word: string): word is FactName {
  return Object.hasOwn(factKinds, word);
}
