import { readResults } from '../programs/bench/report.ts';

/**
 * Builds the table of the bench's last saved figures, with a note for each figure that misses its
 * target.
 */
export function benchTable(): string {
  const { measured_on, machine, figures, notes } = readResults();
  const rows = Object.entries(figures).map(([name, [value, unit]]) => {
    const shown = value === null ? 'not measured' : `${value.toLocaleString('en')} ${unit}`.trim();
    return `| ${name} | ${shown} | ${notes[name] ?? ''} |`;
  });
  const head = ['| figure | last run | remarks |', '| --- | --- | --- |'];
  return `Last run: ${measured_on || 'none yet'}${machine ? `, ${machine}` : ''}.\n\n${[...head, ...rows].join('\n')}`;
}
