import {
  dayBounds,
  fieldBounds,
  MAX_VALUE_TO_ASSETS,
  unitBounds,
} from '../../src/catalogue/plausible.ts';
import { collections } from '../../src/derive/all-collections.ts';
import type { Method } from '../../src/domain/method.ts';
import { methods } from '../../src/domain/methods.ts';
import { endpoints } from '../../tools/index.ts';
import { plainFlags } from '../methods/plain-flags.ts';
import { table } from './table.ts';

export const methodsPath = 'docs/methods.md';

/** Builds the page of every declared formula in words and every flag of a record. */
export function methodsPage(): string {
  const plain = Object.entries(plainFlags).map(
    ([collection, flags]) =>
      `### ${servedBy((name) => name === collection)}\n\n${flagTable(flags)}`,
  );
  return `${[INTRODUCTION, plausibility(), ...methods.map(section), PLAIN, ...plain].join('\n\n')}\n`;
}

const INTRODUCTION = `# Methods

The field \`method\` of a computed record contains the name and version of its formula.
The version changes if the results change.
The field \`flags\` states what is missing in a record, or what a reader of the record should know.
A value that cannot be computed is null, and a flag gives the reason.
Inputs are the kinds of facts that \`import\` accepts.
\`npm run docs\` generates this page from the code.`;

function plausibility(): string {
  const of = (name: string, [least, most]: readonly [number, number]) =>
    `${name} ${least} to ${most}`;
  const units = Object.entries(unitBounds).map(([name, bounds]) => of(name, bounds));
  const fields = Object.entries(fieldBounds).map(([name, bounds]) => of(`\`${name}\``, bounds));
  return [
    '## Plausible values',
    `Each refresh checks every value of every record. A value outside the bounds of its unit is replaced with null, and the record gets the flag \`implausible\`. \`status\` counts the implausible values by endpoint and field. Bounds by unit: ${units.join(', ')}; days ${dayBounds.join(' to ')}. Narrower bounds: ${fields.join(', ')}. A market value above ${MAX_VALUE_TO_ASSETS} times total assets is also replaced with null, and so are all values that depend on the market value.`,
  ].join('\n\n');
}

const PLAIN = `## Records without a method

The records of the endpoints below have no field \`method\`. These records show facts, simple figures such as differences, and figures from the methods above. Only the flags of these records are listed.`;

function section(method: Method): string {
  const { id, formula, source, inputs, flags } = method;
  const [name, ...title] = id.split(' ');
  return [
    `## ${name}`,
    `Served by ${servedBy((collection) => isMadeBy(collection, method))}.` +
      `${title.length > 0 ? ` Full name: \`${id}\`.` : ''}`,
    `**Formula.** ${escaped(formula)}`,
    `**Inputs.** ${inputs.map((kind) => `\`${kind}\``).join(', ')}`,
    `**Source.** ${escaped(source)}`,
    ...(Object.keys(flags).length > 0 ? [flagTable(flags)] : []),
  ].join('\n\n');
}

function isMadeBy(collection: string, method: Method): boolean {
  const { method: own, behind = [] } = collections[collection] ?? {};
  return [own, ...behind].includes(method);
}

function servedBy(isMade: (collection: string) => boolean): string {
  const serving = endpoints.filter(({ collection }) => isMade(collection));
  return serving.map(({ name }) => `\`${name}\``).join(', ');
}

function flagTable(flags: Readonly<Record<string, string>>): string {
  const rows = Object.entries(flags).map(([flag, meaning]) => [`\`${flag}\``, meaning]);
  return table(['flag', 'meaning'], rows);
}

/** Escapes characters that Markdown would read as tags or emphasis. */
function escaped(text: string): string {
  return text.replace(/[*<]/g, '\\$&');
}
