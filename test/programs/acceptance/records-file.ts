import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Stage } from './stage.ts';

const TICKERS = 300;
const DAYS = 1_000;

/** Generated records by collection. Records of different series are distinct. */
const made = {
  catalysts: (series: string, index: number) => {
    const day = new Date(Date.UTC(2024, 0, 1 + (index % DAYS))).toISOString().slice(0, 10);
    return {
      ...{ _id: `${series}-${index}`, ticker: tickerOf(series, index), drugname: `drug ${index}` },
      ...{ catalyst: 'PDUFA Date', catdate: day, formattedDate: day, createdDate: '2023/12/01' },
    };
  },
  trials: (series: string, index: number) => ({
    ...{ nctId: `NCT-${series}-${index}`, ticker: tickerOf(series, index) },
    ...{ BriefTitle: `Study ${index}`, Condition: `carcinoma of the ${index}th kind` },
  }),
} as const;

export type MadeKind = keyof typeof made;

/** Creates a file with the given number of generated records, one per line. */
export function recordsFile(stage: Stage, kind: MadeKind, count: number, series = 'made'): string {
  const lines = Array.from({ length: count }, (_, index) =>
    JSON.stringify(made[kind](series, index)),
  );
  const path = join(stage.folder(series), `${kind}.ndjson`);
  writeFileSync(path, lines.join('\n'));
  return path;
}

function tickerOf(series: string, index: number): string {
  return `${series.charAt(0).toUpperCase()}${index % TICKERS}QZ`;
}
