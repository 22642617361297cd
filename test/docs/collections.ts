import { columnsOf } from '../../src/commands/import-help.ts';
import { type FactName, factKinds } from '../../src/facts/fact-kinds.ts';
import { table } from './table.ts';

/** docs/collections.md: the columns of every collection, as its schema has them. */
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
        name === id ? 'names the record alone' : '',
        name === version ? 'version: the larger is the newer' : '',
      ]
        .filter((word) => word !== '')
        .join('; '),
    ]);
    return `## ${kind}\n\n${title}.\n\n${table(['column', 'type', 'required', 'part'], rows)}`;
  });
  return `${introduction}\n\n${parts.join('\n\n')}\n`;
}

const introduction = `# Collections

What \`import COLLECTION FILE\` reads: a CSV or TSV with these columns, a JSON list of records, or one
record a line (NDJSON). Made from the schemas by \`npm run docs\`.

Records with the same values in their key columns are one record and merge field by field: a field
that a file does not know stays, of two values the one of the file that was changed last wins. Bars
and figures (\`prices\`, \`financial_facts\`) are kept whole: the one that knows more fields stays, of
equally rich ones the newer. A company may be named by \`cik\` or
\`company_name\` in place of a required \`ticker\`, which is then found among the companies. A list may be written as JSON or as \`first; second\`,
a list of records as JSON. Other columns are kept with the record.`;
