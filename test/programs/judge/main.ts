/**
 * Runs the judge: `npm run judge -- FILE…`. Compares the extractor's statements with human labels
 * and writes report.md to this folder. Without files it reads the samples outside the project.
 */
import { writeFileSync } from 'node:fs';
import { extractMentions } from '../../../src/extract/extract.ts';
import { forecastReport } from './forecast-report.ts';
import { type JudgedText, readLabels, sampleFiles, type Use } from './label-sets.ts';
import { noiseReport } from './noise-report.ts';
import { tiersReport } from './tiers-report.ts';
import { answerHelp } from './usage.ts';

const headings: Readonly<Record<Use, string>> = {
  taught: 'full documents, used for fitting',
  tuned: 'used for fitting and for writing the rules',
  fresh: 'fitted on',
  earlier: 'used for fitting the earlier weights',
  chosen: 'thresholds were chosen or rules were written on these',
  judged: 'not used for fitting or for choosing thresholds',
};

function extractorReport(texts: readonly JudgedText[]): string {
  const sections = Object.entries(headings).flatMap(([use, heading]) => {
    const some = texts.filter((text) => text.use === use);
    if (some.length === 0) return [];
    const read = some.map((label) => ({ label, mentions: labelledTypesIn(label) }));
    return [`## ${some.length} texts: ${heading}`, '', ...tiersReport(read), ''];
  });
  const none = 'The labelled texts (../shared) are absent: nothing to judge.';
  return [
    '# What the extractor finds in labeled texts',
    '',
    '`npm run judge` writes this file. Only the texts that were not used for fitting show how well',
    'new texts are read. `npm run fit-reader` prints a cross-validation of the other texts.',
    '',
    ...(texts.length > 0 ? sections : [none, '']),
  ].join('\n');
}

/** The mentions of a text, without stated runways, because no set labels them. */
const labelledTypesIn = (label: JudgedText) =>
  extractMentions(sourceOf(label)).filter(({ type }) => type !== 'stated_runway');

const sourceOf = ({ text, published, ticker, company }: JudgedText) => ({
  text,
  published: published ?? undefined,
  ticker: ticker ?? undefined,
  company: company ?? undefined,
});

answerHelp(`Usage: npm run judge -- [FILE…]

Compares the extractor with labeled texts (NDJSON) and writes test/programs/judge/report.md.
Without files it reads the samples outside the project.
`);
const files = process.argv.slice(2);
const paths = files.length > 0 ? files : sampleFiles();
// A file whose digest is not listed was not used for fitting.
const texts = paths.flatMap((path) => readLabels(path, 'judged'));
const report = [extractorReport(texts), forecastReport(), noiseReport()];
if (texts.length > 0) writeFileSync(new URL('./report.md', import.meta.url), report.join('\n'));
process.stdout.write(`${report.join('\n')}\n`);
