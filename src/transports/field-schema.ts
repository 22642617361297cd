import type { Field } from '../endpoint.ts';
import { units } from '../units.ts';

const jsonTypes: Readonly<Record<Field['type'], object>> = {
  text: { type: ['string', 'null'] },
  day: { type: ['string', 'null'], format: 'date' },
  number: { type: ['number', 'null'] },
  integer: { type: ['integer', 'null'] },
  boolean: { type: ['boolean', 'null'] },
  texts: { type: ['array', 'null'], items: { type: 'string' } },
  object: { type: ['object', 'null'] },
  objects: { type: ['array', 'null'], items: { type: 'object' } },
  any: { type: ['string', 'number', 'boolean', 'object', 'array', 'null'] },
};

/** What a field is in JSON Schema; its unit and its note stand in the description. */
export function schemaOf({ type, unit, note }: Field): object {
  const description = [unit && units[unit].words, note].filter(Boolean).join('; ');
  return { ...jsonTypes[type], ...(description ? { description } : {}) };
}
