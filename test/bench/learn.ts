import { fileURLToPath } from 'node:url';
import type { Learned } from './learner.ts';
import { type Bench, runToEnd } from './processes.ts';
import type { Figure } from './report.ts';

/** What it costs to learn from 60,000 trials of a simulated registry, and to forecast as many. */
export async function learnFigures(bench: Bench): Promise<Figure[]> {
  const script = fileURLToPath(new URL('./learner.ts', import.meta.url));
  const said = await runToEnd(['--import', 'tsx', script], bench.folder('learn'));
  const { columns, floor, fit, forecasts, gained_mib, model_kb } = JSON.parse(said) as Learned;
  const passed = ({ seconds }: Learned['fit']) => `${seconds.toFixed(1)} s passed`;
  const of = 'learning from 60,000 trials';
  const lower = { better: 'lower' } as const;
  return [
    {
      ...{
        name: `${of}: fit and judgement, processor time`,
        value: fit.cpu,
        unit: 's',
        must: 10,
        ...lower,
      },
      note: `${passed(fit)}; ${columns} columns; the model is ${model_kb.toFixed(0)} kB`,
    },
    {
      ...{ name: `${of}: fit and judgement against the floor`, value: fit.cpu / floor.cpu },
      ...{ unit: '× floor', ...lower },
      note: `the floor is the second derivatives once, over dense rows: ${floor.cpu.toFixed(2)} s`,
    },
    {
      ...{
        name: `${of}: forecasts of as many, processor time`,
        value: forecasts.cpu,
        unit: 's',
        must: 3,
      },
      ...{ ...lower, note: passed(forecasts) },
    },
    {
      ...{ name: `${of}: memory gained`, value: gained_mib, unit: 'MiB', must: 150, ...lower },
      note: 'the most of the process, above what it had before the first trial',
    },
  ];
}
