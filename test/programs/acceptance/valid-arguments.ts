import * as z from 'zod';
import type { Endpoint } from '../../../src/catalogue/endpoint.ts';
import type { Parameter } from '../../../src/catalogue/parameter.ts';
import { endpoints } from '../../../tools/index.ts';

/**
 * Finds valid arguments for each endpoint that needs arguments. Values come from fields of the same
 * name in the records of other endpoints.
 */
export async function validArguments(
  base: string,
  key = 'demo',
): Promise<(endpoint: Endpoint) => Readonly<Record<string, string>>> {
  const known = new Map<string, string>();
  for (const endpoint of endpoints) {
    if (neededBy(endpoint).length > 0) continue;
    const response = await fetch(`${base}/api/v2${endpoint.path}?apiKey=${key}`);
    const { result = [] } = (await response.json()) as { result?: Record<string, unknown>[] };
    for (const record of result.slice(0, 5)) {
      for (const [field, value] of Object.entries(record)) {
        const isWord = typeof value === 'string' && value !== '' && value.length < 100;
        if (isWord && !known.has(field.toLowerCase())) known.set(field.toLowerCase(), value);
      }
    }
  }
  return (endpoint) =>
    Object.fromEntries(
      neededBy(endpoint).map((name) => [name, valueFor(name, endpoint.parameters[name], known)]),
    );
}

function neededBy({ parameters, oneOfRequired = [] }: Endpoint): readonly string[] {
  const required = Object.keys(parameters).filter((name) => parameters[name]?.required);
  return [...new Set([...required, ...oneOfRequired.slice(0, 1)])];
}

function valueFor(
  name: string,
  parameter: Parameter | undefined,
  known: ReadonlyMap<string, string>,
): string {
  if (parameter?.schema instanceof z.ZodEnum) return String(parameter.schema.options[0]);
  const field = parameter?.kind === 'filter' ? parameter.columns[0]?.field : undefined;
  return known.get((field ?? name).toLowerCase()) ?? known.get(name.toLowerCase()) ?? 'A';
}
