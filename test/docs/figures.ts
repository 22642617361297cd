import { readResults } from '../programs/bench/report.ts';

/** The bench's last saved figures, with what is known of those that miss their aim. */
export function benchTable(): string {
  const { measured_on, machine, figures, notes } = readResults();
  const rows = Object.entries(figures).map(([name, { value, unit }]) => {
    const shown = value === null ? 'not measured' : `${value.toLocaleString('en')} ${unit}`.trim();
    return `| ${name} | ${shown} | ${notes[name] ?? ''} |`;
  });
  const head = ['| figure | last run | remarks |', '| --- | --- | --- |'];
  return `Last run: ${measured_on || 'none yet'}${machine ? `, ${machine}` : ''}.\n\n${[...head, ...rows].join('\n')}`;
}
