/** Runs the benchmarks. `npm run bench -- --help` lists the options. */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { compressionFigures } from './compression.ts';
import { deriveFigures } from './derive.ts';
import { dossierFigures } from './dossier.ts';
import { extractFigures } from './extract.ts';
import { fairnessFigures } from './fairness.ts';
import { floodFigures } from './flood.ts';
import { gatewayFigures } from './gateway.ts';
import { httpFigures } from './http.ts';
import { importFigures } from './import.ts';
import { learnFigures } from './learn.ts';
import { type Bench, buildParts, newKey, runToEnd } from './processes.ts';
import { type Figure, missesMust, readResults, saveResults, tableOf } from './report.ts';
import { sharedFigures } from './shared.ts';
import { stdioFigures } from './stdio.ts';
import { storeFigures } from './store.ts';
import { syncFigures } from './sync.ts';

const sections: Readonly<Record<string, (bench: Bench) => Promise<Figure[]>>> = {
  stdio: stdioFigures,
  http: httpFigures,
  compression: compressionFigures,
  fairness: fairnessFigures,
  flood: floodFigures,
  store: storeFigures,
  gateway: gatewayFigures,
  dossier: dossierFigures,
  derive: deriveFigures,
  extract: extractFigures,
  learn: learnFigures,
  import: importFigures,
  sync: syncFigures,
  shared: sharedFigures,
};

const { values: words } = parseArgs({
  options: {
    only: { type: 'string' },
    save: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const names = Object.keys(sections).join(', ');
const help = `Usage: npm run bench -- [options]

  --only NAME  only the section NAME: ${names}
  --save       save the figures in test/programs/bench/results.json
`;
if (words.help) process.stdout.write(help);
else process.exitCode = await run();

/** @returns 0 for success, 1 if a figure misses its required bound, 2 for a usage error */
async function run(): Promise<number> {
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const { only } = words;
  const wanted = Object.entries(sections).filter(([name]) => only === undefined || name === only);
  if (wanted.length === 0) {
    say(`--only takes one of ${names}`);
    return 2;
  }
  const root = mkdtempSync(join(tmpdir(), 'catalyst-bench-'));
  try {
    const bench = await prepare(root, say);
    const figures: Figure[] = [];
    for (const [name, measure] of wanted) {
      say(`measuring ${name} …`);
      figures.push(...(await measure(bench)));
    }
    say(tableOf(figures, readResults()));
    if (words.save) saveResults(figures, new Date().toISOString().slice(0, 10), machine());
    return figures.some(missesMust) ? 1 : 0;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Creates a demo store with an account, using the measured program. */
async function prepare(root: string, say: Bench['say']): Promise<Bench> {
  const program = fileURLToPath(new URL('../../../dist/main.js', import.meta.url));
  const dataDir = join(root, 'data');
  await runToEnd([program, 'refresh', 'demo'], dataDir);
  const key = await newKey(program, dataDir, 'bench');
  const folder = (name: string) => mkdtempSync(join(root, `${name}-`));
  return { program, part: await buildParts(join(root, 'parts')), dataDir, key, folder, say };
}

function machine(): string {
  const processors = cpus();
  return `Node ${process.versions.node}, ${process.platform} ${process.arch}, ${processors.length} × ${processors[0]?.model ?? 'processor'}`;
}
