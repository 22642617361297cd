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

/** Every formula in words, as the code declares it, and every flag that a record can carry. */
export function methodsPage(): string {
  const plain = Object.entries(plainFlags).map(
    ([collection, flags]) =>
      `### ${servedBy((name) => name === collection)}\n\n${flagTable(flags)}`,
  );
  return `${[INTRODUCTION, plausibility(), ...methods.map(section), PLAIN, ...plain].join('\n\n')}\n`;
}

const INTRODUCTION = `# Methods

Every computed record names in \`method\` the formula that made it, with its version: a change of the
numbers raises it. \`flags\` says what is missing in a record, or what its reader should know; a value
that cannot be computed is null and has its reason there. Inputs are kinds of facts, as \`import\` takes
them. This page is made from the code by \`npm run docs\`.`;

function plausibility(): string {
  const of = (name: string, [least, most]: readonly [number, number]) =>
    `${name} ${least} to ${most}`;
  const units = Object.entries(unitBounds).map(([name, bounds]) => of(name, bounds));
  const fields = Object.entries(fieldBounds).map(([name, bounds]) => of(`\`${name}\``, bounds));
  return [
    '## Plausible values',
    `Each refresh checks every value of every record. One outside its bounds is null, its record has the flag \`implausible\`, and \`status\` counts it by endpoint and field. Bounds by unit: ${units.join(', ')}; days ${dayBounds.join(' to ')}. Narrower bounds: ${fields.join(', ')}. A market value above ${MAX_VALUE_TO_ASSETS} times total assets is also left out, with all that follows from it.`,
  ].join('\n\n');
}

const PLAIN = `## Records without a method

They show facts as they are, with what follows from them at once.`;

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
  const { method: own, behind = [] } = collections[collection]!;
  return [own, ...behind].includes(method);
}

function servedBy(isMade: (collection: string) => boolean): string {
  const serving = endpoints.filter(({ collection }) => isMade(collection));
  return serving.map(({ name }) => `\`${name}\``).join(', ');
}

function flagTable(flags: Readonly<Record<string, string>>): string {
  const rows = Object.entries(flags).map(([flag, meaning]) => [`\`${flag}\``, meaning]);
  return table(['flag', 'what it means'], rows);
}

/** A bound is no tag, a product no emphasis. */
function escaped(text: string): string {
  return text.replace(/[*<]/g, '\\$&');
}
