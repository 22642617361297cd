import * as z from 'zod';

type JsonSchema = z.core.JSONSchema.JSONSchema;

/** Fields of a kind by what they take, `!` where they must stand; parts of a record by their path. */
export type FieldsByType = Readonly<Record<string, string>>;

/** What the fields of a schema take, in words. */
export function fieldsByType(schema: z.ZodType): FieldsByType {
  const fields: [type: string, path: string][] = [];
  walk(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), '', fields);
  const types = [...new Set(fields.map(([type]) => type))].sort();
  return Object.fromEntries(
    types.map((type) => [
      type,
      fields
        .filter(([of]) => of === type)
        .map(([, path]) => path)
        .join(' '),
    ]),
  );
}

function walk(schema: JsonSchema, path: string, fields: [string, string][]): void {
  for (const [name, one] of Object.entries(schema.properties ?? {})) {
    const field = withoutNull(one as JsonSchema);
    const at = path === '' ? name : `${path}.${name}`;
    const [type, inner] = typeOf(field);
    fields.push([`${type}${schema.required?.includes(name) ? '!' : ''}`, at]);
    if (inner) walk(inner, at, fields);
  }
}

function withoutNull(schema: JsonSchema): JsonSchema {
  const some = (schema.anyOf as JsonSchema[] | undefined)?.filter(({ type }) => type !== 'null');
  if (some === undefined) return schema;
  return some.length === 1 ? withoutNull(some[0]!) : { anyOf: some };
}

function typeOf(schema: JsonSchema): readonly [type: string, inner?: JsonSchema] {
  const { type, anyOf, format, pattern, enum: words, items } = schema;
  if (anyOf) return [(anyOf as JsonSchema[]).map((one) => typeOf(one)[0]).join('|')];
  if (words) return [words.join('|')];
  if (type === 'object') return ['object', schema];
  if (type === 'array') {
    const item = withoutNull(items as JsonSchema);
    return item.type === 'object' ? ['list', item] : [`${typeOf(item)[0]}s`];
  }
  const [plain = ''] = [type].flat().filter((one) => one !== 'null');
  if (plain !== 'string') return [`${plain === 'boolean' ? 'flag' : plain}${boundsOf(schema)}`];
  if (format === 'date') return ['day'];
  if (pattern) return ['ticker'];
  return [schema.minLength === 1 ? 'name' : 'text'];
}

function boundsOf({ minimum, maximum, exclusiveMinimum }: JsonSchema): string {
  const above = exclusiveMinimum === undefined ? '' : ` above ${exclusiveMinimum}`;
  const from = minimum === undefined ? '' : ` from ${minimum}`;
  return `${above}${from}${maximum === undefined ? '' : ` to ${maximum}`}`;
}
