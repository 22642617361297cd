import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Bench, runToEnd } from './processes.ts';
import { type Figure, lower } from './report.ts';

const fileBytes = 500e6;
const mostMib = 300;

/** Measures the memory of a large import while the file is read, checked and written. */
export async function importFigures(bench: Bench): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { name, from, head, row, between, end } of layouts) {
    const folder = bench.folder('import');
    const path = join(folder, name);
    write(path, head, row, between, end);
    const script = fileURLToPath(new URL('./importer.ts', import.meta.url));
    const words = ['--import', 'tsx', script, from, path, join(folder, 'store.sqlite')];
    const { seconds, peak_mib, added } = JSON.parse(await runToEnd(words, folder));
    figures.push(
      lower(`import of 500 MB (${name}): maximum memory`, peak_mib, 'MiB', {
        must: mostMib,
        note: `${added.toLocaleString('en')} records in ${seconds.toFixed(0)} s, without computing what is served`,
      }),
    );
    rmSync(folder, { recursive: true });
  }
  return figures;
}

const trial = (at: number) =>
  JSON.stringify({
    nctId: `NCT${at}`,
    LeadSponsorName: `Sponsor ${at % 5_000}`,
    BriefTitle: `Study ${at} of ague`,
    Phase: 'Phase 2',
    updatedAt: '2026-01-20',
    primaryOutcomes: 'Days without ague; '.repeat(20),
  });

/** Returns a price bar of one day. Each ticker has 5,000 days. */
const bar = (at: number) => {
  const day = new Date(Date.UTC(2005, 0, 1) + (at % 5_000) * 86_400_000);
  return `T${Math.floor(at / 5_000)},${day.toISOString().slice(0, 10)},4.25,5.5,3.5,5.${at % 100},${at}`;
};

const layouts = [
  { name: 'trials.json', from: 'trials', head: '[', row: trial, between: ',', end: ']' },
  { name: 'trials.ndjson', from: 'trials', head: '', row: trial, between: '\n', end: '\n' },
  {
    name: 'prices.csv',
    from: 'prices',
    row: bar,
    between: '\n',
    end: '\n',
    head: 'ticker,date,open,high,low,close,volume\n',
  },
] as const;

function write(
  path: string,
  head: string,
  row: (at: number) => string,
  between: string,
  end: string,
): void {
  const file = openSync(path, 'w');
  let [text, bytes] = [head, 0];
  for (let at = 0; bytes < fileBytes; at += 1) {
    text += at === 0 ? row(at) : between + row(at);
    if (text.length < 1e6) continue;
    bytes += writeSync(file, text);
    text = '';
  }
  writeSync(file, text + end);
  closeSync(file);
}
