import * as z from 'zod';
import { factKinds } from '../facts/fact-kinds.ts';

/** Formats all importable collections with their columns, for `import --help`. */
export function collectionsHelp(): string {
  const lines = Object.entries(factKinds).map(([kind, { schema }]) => {
    const { properties = {}, required = [] } = z.toJSONSchema(schema as z.ZodObject, {
      io: 'input',
      unrepresentable: 'any',
    });
    const columns = Object.keys(properties).map((name) =>
      required.includes(name) ? `${name}*` : name,
    );
    return `  ${kind}: ${columns.join(', ')}`;
  });
  return [
    'Collections and their columns (* is required; other columns are kept with the record):',
    ...lines,
    'Types and keys: docs/collections.md. Files are UTF-8, or UTF-16 with a byte order mark.',
  ].join('\n');
}
