import type { Field } from '../catalogue/endpoint.ts';
import { units } from '../catalogue/units.ts';

const jsonTypes: Readonly<Record<Field['type'], readonly object[]>> = {
  text: [{ type: 'string' }],
  day: [{ type: 'string', format: 'date' }],
  number: [{ type: 'number' }],
  integer: [{ type: 'integer' }],
  boolean: [{ type: 'boolean' }],
  texts: [{ type: 'array', items: { type: 'string' } }],
  object: [{ type: 'object' }],
  objects: [{ type: 'array', items: { type: 'object' } }],
  any: ['string', 'number', 'boolean', 'object', 'array'].map((type) => ({ type })),
};

/**
 * What a field is in JSON Schema; its unit and its note stand in the description. Each branch has
 * one type, since some hosts take no list of types; null is one of them.
 */
export function schemaOf({ type, unit, note }: Field): object {
  const description = [unit && units[unit].words, note].filter(Boolean).join('; ');
  return {
    anyOf: [...jsonTypes[type], { type: 'null' }],
    ...(description ? { description } : {}),
  };
}
