import * as z from 'zod';
import { type FactName, factKinds } from '../../src/facts/fact-kinds.ts';
import { table } from './table.ts';

/** Builds docs/collections.md, which lists the columns of every collection from its schema. */
export function collectionsPage(): string {
  const parts = (Object.keys(factKinds) as FactName[]).map((kind) => {
    const { title } = factKinds[kind];
    const { id, version } = factKinds[kind] as { id?: string; version?: string };
    const rows = columnsOf(kind).map(({ name, type, required, isKey }) => [
      `\`${name}\``,
      type,
      required ? 'yes' : '',
      [
        isKey ? 'key' : '',
        name === id ? 'identifies the record' : '',
        name === version ? 'version: a larger value means a newer record' : '',
      ]
        .filter((word) => word !== '')
        .join('; '),
    ]);
    return `## ${kind}\n\n${title}.\n\n${table(['column', 'type', 'required', 'part'], rows)}`;
  });
  return `${introduction}\n\n${parts.join('\n\n')}\n`;
}

const introduction = `# Collections

\`import COLLECTION FILE\` reads a CSV or TSV file with these columns, a JSON list of records, or NDJSON.
\`npm run docs\` generates this page from the schemas.

Records with the same values in their key columns are merged field by field. If a file does not contain a field, the stored value of the field stays unchanged.
If two files contain the same field, the value from the file with the newest modification time is used.
Price bars and figures (\`prices\`, \`financial_facts\`) are not merged. If two records of these collections have the same key, the record with more filled fields is kept. If both records have the same number of filled fields, the newer record is kept.

If a record has \`cik\` or \`company_name\` instead of a required \`ticker\`, the ticker is determined from that value.
A list of values can be written as JSON or as \`first; second\`. A list of records must be written as JSON. Columns that are not listed here are also stored with the record.`;

/** A field of a collection: a column of a table, or a name in JSON. */
interface Column {
  readonly name: string;
  /** Type of the column: `text`, `number`, `yes or no`, `date`, `list` or `records`. */
  readonly type: string;
  readonly required: boolean;
  /** Whether the field is part of the key that identifies a record. */
  readonly isKey: boolean;
}

function columnsOf(kind: FactName): readonly Column[] {
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
