import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../src/base/config.ts';
import { filesOf } from '../../src/base/data-files.ts';
import { openApp } from '../../src/commands/app.ts';
import { refreshStore } from '../../src/commands/refresh.ts';
import { endpoints } from '../../tools/index.ts';
import { machineTime, silentLog } from '../support/start-app.ts';

/** The date of the demo in the README's example, and 60 days later. */
export const day = '2026-11-21';
export const lastDay = '2027-01-20';

/** An example question of a user. */
export const question =
  'What does the FDA decide in the next 60 days, who has the cash to wait for it, and what are the specialists doing?';

interface Decision {
  readonly formattedDate: string;
  readonly ticker: string;
  readonly drugname: string;
  readonly poa: number;
}
interface Runway {
  readonly ticker: string;
  readonly runway_months: number | null;
  readonly cash_out_date: string | null;
}
interface Position {
  readonly ticker: string;
  readonly action: string;
  readonly report_date: string;
}
interface Call {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** The calls of an assistant that answers the question, and the records of their answers. */
export interface Answered {
  readonly calls: readonly Call[];
  readonly decisions: readonly Decision[];
  readonly runways: readonly Runway[];
  readonly positions: readonly Position[];
}

let known: Promise<Answered> | undefined;

/** The answers of the tools on the demo of that date, computed once. */
export function answers(): Promise<Answered> {
  known ??= compute();
  return known;
}

async function compute(): Promise<Answered> {
  const dataDir = mkdtempSync(join(tmpdir(), 'catalyst-readme-'));
  const clock = () => Date.parse(`${day}T12:00:00Z`);
  const refresh = () => refreshStore(filesOf(dataDir).demo, 'demo', endpoints, clock);
  // A tool call waits only a few seconds for the first records, which a slow machine may need
  // longer to compute.
  await refresh();
  const config = readConfig({ CATALYST_DATA_DIR: dataDir });
  const app = await openApp({ config, clock, monotonic: machineTime, log: silentLog(), refresh });
  const calls: Call[] = [];
  async function ask<Row>(tool: string, args: Call['arguments']): Promise<readonly Row[]> {
    calls.push({ tool, arguments: args });
    const result = await app.toolbox.resultOf('owner', tool, args, { structured: true });
    return JSON.parse(result).structuredContent.result;
  }
  try {
    const decisions = await ask<Decision>('fda_calendar', {
      catalyst: 'PDUFA Date',
      catdateFrom: day,
      catdateTo: lastDay,
      fields: 'formattedDate,ticker,drugname,poa',
    });
    const ticker = [...new Set(decisions.map((one) => one.ticker))].join(',');
    const runways = await ask<Runway>('cash_runway', {
      ticker,
      fields: 'ticker,runway_months,cash_out_date',
    });
    const positions = await ask<Position>('hedge_fund_positions', {
      ticker,
      specialist: true,
      fields: 'ticker,fund_name,action,report_date',
    });
    return { calls, decisions, runways, positions };
  } finally {
    await app.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** The calls, for the README. */
export async function example(): Promise<string> {
  const { calls } = await answers();
  return calls
    .map((one, at) => `${at + 1}. \`${one.tool}\` with \`${JSON.stringify(one.arguments)}\``)
    .join('\n');
}
