import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../src/base/config.ts';
import { filesOf } from '../../src/base/data-files.ts';
import { openApp } from '../../src/commands/app.ts';
import { refreshStore } from '../../src/commands/refresh.ts';
import { endpoints } from '../../tools/index.ts';
import { machineTime, silentLog } from '../support/start-app.ts';

/** The date of the demo in the README's example. */
const day = '2026-11-21';
const rowsShown = 12;

/** The company of the nearest decision is requested by ticker. */
function callsFor(ticker: string) {
  return [
    {
      tool: 'cash_runway',
      arguments: {
        ticker,
        fields: 'ticker,runway_months,cash_out_date,covers_next_catalyst',
      },
    },
    {
      tool: 'hedge_fund_positions',
      arguments: {
        ticker,
        fields: 'fund_name,report_date,portfolio_pct,change_pct,action',
      },
    },
  ];
}

const firstCall = {
  tool: 'fda_calendar',
  arguments: {
    catalyst: 'PDUFA Date',
    catdateFrom: day,
    catdateTo: '2027-01-20',
    fields: 'ticker,drugname,poa,Cash_and_Cash_Equivalents,Monthly_Burn_Rate,formattedDate',
  },
};

/** An example question of a user. */
export const question =
  'What does the FDA decide in the next 60 days, who has the cash to wait for it, and what are the specialists doing?';

interface Answered {
  readonly tool: string;
  readonly arguments: object;
  /** The full answer as an assistant receives it. */
  readonly text: string;
}

let known: Promise<readonly Answered[]> | undefined;

/** Returns the answers of the tools on the demo of that date, computed once. */
export function answers(): Promise<readonly Answered[]> {
  known ??= compute();
  return known;
}

async function compute(): Promise<readonly Answered[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'catalyst-readme-'));
  const clock = () => Date.parse(`${day}T12:00:00Z`);
  const refresh = () => refreshStore(filesOf(dataDir).demo, 'demo', endpoints, clock);
  // A tool call waits only a few seconds for the first records, which a slow machine may need
  // longer to compute.
  await refresh();
  const config = readConfig({ CATALYST_DATA_DIR: dataDir });
  const app = await openApp({ config, clock, monotonic: machineTime, log: silentLog(), refresh });
  try {
    const ask = async (call: { tool: string; arguments: object }) => {
      const result = JSON.parse(
        await app.toolbox
          .presenting({ structured: true })
          .callTool('owner', call.tool, { ...call.arguments }),
      );
      const text = String(result.content[0].text);
      return { ...call, text, records: result.structuredContent.result };
    };
    const decisions = await ask(firstCall);
    const found: Answered[] = [decisions];
    for (const next of callsFor(decisions.records.at(-1).ticker)) found.push(await ask(next));
    return found;
  } finally {
    await app.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Builds the README section with each tool call and its answer. */
export async function example(): Promise<string> {
  const parts = (await answers()).map(
    ({ tool, arguments: args, text }) =>
      `\`${tool}\` with \`${JSON.stringify(args)}\`\n\n${shortened(text)}`,
  );
  return parts.join('\n\n');
}

/** Returns the header and first rows of a table. The README states how many rows are left out. */
function shortened(text: string): string {
  const [header = '', table = ''] = text.split('\n\n');
  const [columns = '', ...rows] = table.split('\n');
  const rest = rows.length - rowsShown;
  const shown = [header, '', columns, ...rows.slice(0, rowsShown)];
  const left = rest > 0 ? [`(and ${rest} more rows)`] : [];
  return `\`\`\`text\n${[...shown, ...left].join('\n')}\n\`\`\``;
}
