import type { Field } from '../catalogue/fields.ts';
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
 * Returns the JSON Schema of a field, with its unit and note as description. Null is a separate
 * branch of `anyOf`, because some hosts do not support lists of types.
 */
export function schemaOf({ type, unit, note }: Field): object {
  const description = [unit && units[unit].words, note].filter(Boolean).join('; ');
  return { anyOf: [...jsonTypes[type], { type: 'null' }], ...(description ? { description } : {}) };
}

/**
 * Removes `maxLength`, because some model providers refuse it. Also removes the bounds that the
 * schema library adds to every integer.
 */
export function trimmed(schema: Record<string, unknown>): object {
  return JSON.parse(JSON.stringify(schema), (key, value) =>
    (key === 'maximum' && value === Number.MAX_SAFE_INTEGER) ||
    (key === 'minimum' && value === Number.MIN_SAFE_INTEGER) ||
    key === 'maxLength'
      ? undefined
      : value,
  );
}
