/**
 * The judge: `npm run judge`. Reads the labelled texts beside the project, compares what the
 * extractor emits with what a reader has labelled, and writes report.md beside this file.
 */
import { writeFileSync } from 'node:fs';
import { forecastReport } from './forecast-report.ts';
import { type LabelledText, readDocuments, readPassages } from './labels.ts';
import { learnedReport } from './learned-report.ts';
import { noiseReport } from './noise-report.ts';
import { reportOf } from './report.ts';

const passages = readPassages();
const documents = readDocuments();
const sets: Record<string, readonly LabelledText[]> = {};
if (passages) sets.passages = passages;
if (documents) sets.documents = documents;
const extractor =
  passages && documents
    ? reportOf(sets)
    : '# What the extractor finds in labelled texts\n\nThe labelled texts (../shared/samples) are absent: nothing to judge.\n';
const [figures, errors] = extractor.split('\n## Errors');
const forecasts = [forecastReport(), learnedReport(), noiseReport()].join('\n');
const report = [figures, forecasts, ...(errors ? [`## Errors${errors}`] : [])].join('\n');
if (passages && documents) writeFileSync(new URL('./report.md', import.meta.url), report);
process.stdout.write(`${figures}\n${forecasts}\n`);
if (passages && documents) process.stdout.write('Written to test/programs/judge/report.md\n');
