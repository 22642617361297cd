import { endpoints } from '../../tools/index.ts';
import { ServiceError } from '../base/errors.ts';
import { planTitle } from '../base/plans.ts';
import { basePath, createCatalogue } from '../catalogue/catalogue.ts';
import type { Endpoint } from '../catalogue/endpoint.ts';
import type { Field } from '../catalogue/fields.ts';
import { units } from '../catalogue/units.ts';
import { UsageError } from './keys.ts';

/** Returns the help text of `call --help TOOL`: the parameters and the fields of the tool. */
export function callHelp(words: readonly string[]): string {
  const name = words.find((word) => !word.startsWith('-'));
  if (name === undefined) {
    return '`call --help TOOL` shows the parameters and fields of a tool. Tools:\n'.concat(
      aligned(endpoints.map((one) => [one.name, one.title])),
    );
  }
  try {
    return toolHelp(createCatalogue(endpoints).tool(name));
  } catch (cause) {
    if (cause instanceof ServiceError) throw new UsageError(cause.message);
    throw cause;
  }
}

function toolHelp(endpoint: Endpoint): string {
  const { name, title, description, parameters, record, path, plan } = endpoint;
  const given = Object.entries(parameters).map(([parameter, { rule, required }]) => [
    parameter,
    required ? `${rule} (required)` : rule,
  ]);
  const fields = Object.entries(record).map(([field, about]) => [field, fieldWords(about)]);
  return [
    `${name}: ${title} (${planTitle(plan)} plan, ${basePath}${path})`,
    `${description}\n`,
    'Parameters:',
    aligned([...given, ['fields', 'comma-separated columns']]),
    '\nFields:',
    aligned(fields),
  ].join('\n');
}

function fieldWords({ type, unit, note, long }: Field): string {
  const words = [unit ? units[unit].words : type, note, long && 'with --detail full'];
  return words.filter(Boolean).join('; ');
}

function aligned(rows: readonly (readonly string[])[]): string {
  const width = Math.max(...rows.map(([name = '']) => name.length));
  return rows.map(([name = '', words = '']) => `  ${name.padEnd(width)}  ${words}`).join('\n');
}
