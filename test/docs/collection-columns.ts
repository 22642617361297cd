import * as z from 'zod';
import { type FactName, factKinds } from '../../src/facts/fact-kinds.ts';

/** A field of a collection: a column of a table, or a name in JSON. */
export interface Column {
  readonly name: string;
  /** Type of the column: `text`, `number`, `yes or no`, `date`, `list` or `records`. */
  readonly type: string;
  readonly required: boolean;
  /** Whether the field is part of the key that identifies a record. */
  readonly isKey: boolean;
}

export function columnsOf(kind: FactName): readonly Column[] {
  const { schema, key } = factKinds[kind];
  const keys: readonly string[] = key;
  const { properties = {}, required = [] } = z.toJSONSchema(schema as z.ZodObject, {
    io: 'input',
    unrepresentable: 'any',
  });
  return Object.entries(properties).map(([name, property]) => ({
    name,
    type: typeWord(property),
    required: required.includes(name),
    isKey: keys.includes(name),
  }));
}

type Property = z.core.JSONSchema._JSONSchema;

function typeWord(property: Property): string {
  if (typeof property === 'boolean') return 'text';
  const options = (property.anyOf ?? []).filter(
    (option) => typeof option === 'boolean' || option.type !== 'null',
  );
  if (options[0] !== undefined) return typeWord(options[0]);
  if (property.format === 'date') return 'date';
  if ([property.type].flat().includes('array'))
    return isListOfRecords(property.items) ? 'records' : 'list';
  const types = [property.type].flat().filter((type) => type !== 'null');
  return typeWords[String(types[0])] ?? 'text';
}

function isListOfRecords(items: unknown): boolean {
  return typeof items === 'object' && items !== null && 'properties' in items;
}

const typeWords: Readonly<Record<string, string>> = {
  number: 'number',
  integer: 'number',
  boolean: 'yes or no',
};
