import type { Endpoint } from '../catalogue/endpoint.ts';
import { quotePattern } from '../catalogue/patterns.ts';
import type { Directory } from '../domain/directory/directory.ts';
import { combinedNames, isName, withoutMaker } from '../domain/programs/drug-names.ts';
import type { Backend } from './backend.ts';
import type { NamedArguments } from './named-companies.ts';

/**
 * Minimum length of a drug name that is searched. A shorter name may also occur within other words.
 */
const MIN_NAME = 5;
/** Maximum number of names per drug that are searched. */
const MAX_NAMES = 6;

/**
 * Replaces the name of a drug with a pattern of all its names. The answer then contains records
 * with the brand name, the generic name or the code of the drug. Our choice: a name is replaced
 * only in tool calls, and only if the argument is the full name.
 */
export async function withDrugs(
  endpoint: Endpoint,
  named: NamedArguments,
  source: Backend,
): Promise<NamedArguments> {
  const { drug } = named.arguments;
  if (endpoint.parameters.drug?.kind !== 'filter' || typeof drug !== 'string') return named;
  const pattern = drugPattern(drug, await source.directory(endpoint));
  if (pattern === undefined) return named;
  return { ...named, arguments: { ...named.arguments, drug: pattern } };
}

/**
 * Returns a pattern that matches every name of a drug, or undefined if the text is not the name of
 * a known drug.
 */
export function drugPattern(drug: string, directory: Directory | undefined): string | undefined {
  const entries = directory?.drugs(drug) ?? [];
  if (entries.length === 0) return undefined;
  const others = entries
    .flatMap(({ name, otherNames = [] }) => [name, ...otherNames])
    .filter((name) => name.length >= MIN_NAME && combinedNames(name).every(isName));
  const names = [withoutMaker(drug), ...others];
  return names
    .filter((name, at) => !names.slice(0, at).some((one) => holds(name, one)))
    .slice(0, MAX_NAMES)
    .map(quotePattern)
    .join('|');
}

function holds(name: string, part: string): boolean {
  return name.toLowerCase().includes(part.toLowerCase());
}
