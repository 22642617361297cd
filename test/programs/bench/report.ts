import { readFileSync, writeFileSync } from 'node:fs';
import Table from 'cli-table3';

/** One measured figure with its required and desired bounds. */
export interface Figure {
  readonly name: string;
  /** null if it was not measured; `note` states the reason. */
  readonly value: number | null;
  readonly unit: string;
  readonly better: 'lower' | 'higher';
  readonly must?: number;
  readonly aim?: number;
  /** What was measured, if the name does not state it. */
  readonly note?: string;
}

type Bounds = Partial<Pick<Figure, 'must' | 'aim' | 'note'>>;

/** A figure of which less is better. */
export function lower(
  name: string,
  value: number | null,
  unit: string,
  bounds: Bounds = {},
): Figure {
  return { name, value, unit, better: 'lower', ...bounds };
}

/** A figure of which more is better. */
export function higher(name: string, value: number, unit: string, bounds: Bounds = {}): Figure {
  return { name, value, unit, better: 'higher', ...bounds };
}

/** The figures of the last saved run, with notes on figures that miss their target. */
export interface Results {
  readonly measured_on: string;
  readonly machine: string;
  /** Value and unit of each figure by name, with three decimals. */
  readonly figures: Readonly<Record<string, readonly [value: number | null, unit: string]>>;
  /** Handwritten notes on where the time is spent, by figure name. Saving keeps them. */
  readonly notes: Readonly<Record<string, string>>;
}

const file = new URL('./results.json', import.meta.url);

export function readResults(): Results {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/**
 * Replaces the saved figures of the same names. Other figures and the notes are kept. Biome formats
 * the file.
 */
export function saveResults(figures: readonly Figure[], day: string, machine: string): void {
  const last = readResults();
  const now = figures.map(({ name, value, unit }) => [
    name,
    [value && Number(value.toFixed(3)), unit],
  ]);
  const results: Results = {
    measured_on: day,
    machine,
    figures: { ...last.figures, ...Object.fromEntries(now) },
    notes: last.notes,
  };
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
}

export function tableOf(figures: readonly Figure[], { figures: last, notes }: Results): string {
  const table = new Table({ head: ['figure', 'now', 'must', 'aim', 'last', ''], style: plain });
  const remarks: string[] = [];
  for (const figure of figures) {
    const { name, value, unit, must, aim } = figure;
    const said = verdict(figure);
    table.push([
      name,
      shown(value, unit),
      shown(must, unit),
      shown(aim, unit),
      shown(last[name]?.[0], unit),
      said,
    ]);
    if (figure.note) remarks.push(`${name}: ${figure.note}`);
    if (notes[name] && said !== '') remarks.push(`${name}: ${notes[name]}`);
  }
  return [table.toString(), ...remarks].join('\n');
}

const plain = { head: [], border: [] };

/** Tests whether a figure misses its required bound or was not measured. */
export function missesMust({ value, must, better }: Figure): boolean {
  return must !== undefined && (value === null || !reaches(value, must, better));
}

function verdict(figure: Figure): string {
  const { value, aim, better } = figure;
  if (value === null) return 'not measured';
  if (missesMust(figure)) return 'MISSED';
  return aim === undefined || reaches(value, aim, better) ? '' : 'short of the aim';
}

function reaches(value: number, bound: number, better: Figure['better']): boolean {
  return better === 'lower' ? value <= bound : value >= bound;
}

function shown(value: number | null | undefined, unit: string): string {
  if (value === null || value === undefined) return '';
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 3;
  return `${Number(value.toFixed(digits)).toLocaleString('en')} ${unit}`;
}
