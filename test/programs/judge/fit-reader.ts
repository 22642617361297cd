/**
 * Fits the text models and the second stage: `npm run fit-reader -- FILE…`. Reads files of
 * labeled texts and the fictional lines in test/fixtures/extract. Writes
 * src/extract/learned/weights.json and prints a cross-validation by publisher. A fit of the text
 * models starts from earlier-weights.json and penalizes changes to these weights, because the labels
 * of some texts behind these weights are lost. With `--second-stage`, the text models stay as they
 * are, and only the second stage is fitted, to FILE…. Texts that were used for the earlier weights,
 * for choosing thresholds or for judging are not fitted. They are only counted.
 */
import { readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { StoredWeights } from '../../../src/extract/learned/text-model.ts';
import current from '../../../src/extract/learned/weights.json' with { type: 'json' };
import { crossValidated } from './cross-validated.ts';
import earlier from './earlier-weights.json' with { type: 'json' };
import { fitReader, fitSecondStage } from './fitting/fit-reader.ts';
import { readLabels, type Use } from './label-sets.ts';
import { tiersReport } from './tiers-report.ts';
import { answerHelp } from './usage.ts';

answerHelp(`Usage: npm run fit-reader -- [--second-stage] [FILE…]

Fits the text models to labeled texts (NDJSON) and to test/fixtures/extract. Overwrites
src/extract/learned/weights.json and prints a cross-validation.

  --second-stage  keep the text models, and fit only the second stage, to FILE…
`);
const fixtures = fileURLToPath(new URL('../../fixtures/extract/', import.meta.url));
const madeUp = readdirSync(fixtures)
  .filter((name) => name.endsWith('.ndjson'))
  .sort();
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { 'second-stage': { type: 'boolean', default: false } },
});
const isSecondStage = values['second-stage'];
const taught = isSecondStage ? [] : madeUp.map((name) => `${fixtures}${name}`);
const texts = [...taught, ...positionals].flatMap((file) => readLabels(file));
const isLeftOut: ReadonlySet<Use> = new Set(['earlier', 'chosen', 'judged']);
const used = texts.filter(({ use }) => !isLeftOut.has(use));
const { reader, held } = isSecondStage
  ? fitSecondStage(used, current.text as readonly StoredWeights[])
  : fitReader(used, earlier as readonly StoredWeights[]);
const target = new URL('../../../src/extract/learned/weights.json', import.meta.url);
writeFileSync(target, `${JSON.stringify(reader, null, 2)}\n`);
const read = crossValidated(held);
const reports = (['tuned', 'fresh'] as const).flatMap((role) => {
  const own = read.filter(({ label }) => label.role === role);
  return [`## ${own.length} texts: ${role}`, '', ...tiersReport(own), ''];
});
process.stdout.write(
  [
    `${used.length} labelled texts fitted, ${texts.length - used.length} left out: ${reader.id}`,
    '',
    ...reports,
  ].join('\n'),
);
