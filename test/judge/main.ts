/**
 * The judge: `npm run judge`. Reads the labelled texts beside the project, compares what the
 * extractor emits with what a reader has labelled, and writes report.md beside this file.
 */
import { writeFileSync } from 'node:fs';
import { type LabelledText, readDocuments, readPassages } from './labels.ts';
import { reportOf } from './report.ts';

const passages = readPassages();
const documents = readDocuments();
const sets: Record<string, readonly LabelledText[]> = {};
if (passages) sets.passages = passages;
if (documents) sets.documents = documents;
if (!passages || !documents) {
  process.stdout.write('The labelled samples (../shared/samples) are absent: nothing to judge.\n');
} else {
  const report = reportOf(sets);
  writeFileSync(new URL('./report.md', import.meta.url), report);
  process.stdout.write(`${report.split('\n## Errors')[0]}\nWritten to test/judge/report.md\n`);
}
