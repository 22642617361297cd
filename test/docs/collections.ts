import { type FactName, factKinds } from '../../src/facts/fact-kinds.ts';
import { columnsOf } from './collection-columns.ts';
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
Price bars and figures (\`prices\`, \`financial_facts\`) are not merged. If two records have the same key, the record with more filled fields is kept. If both have the same number of filled fields, the newer record is kept.

Instead of a required \`ticker\`, a record can have \`cik\` or \`company_name\`, from which the ticker is determined. A list of values can be written as JSON or as \`first; second\`.
A list of records must be written as JSON. Columns that are not listed here are also stored with the record.`;
