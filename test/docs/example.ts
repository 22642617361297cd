import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { filesOf } from '../../src/data-files.ts';
import { refreshStore } from '../../src/refresh.ts';
import { endpoints } from '../../tools/index.ts';
import { machineTime, silentLog } from '../support/start-app.ts';

/** The day whose demo the README's example shows. */
const day = '2026-11-21';
const rowsShown = 12;

/** The nearest decision's company is asked for by ticker. */
function callsFor(ticker: string) {
  return [
    {
      tool: 'cash_runway',
      arguments: {
        ticker,
        fields: ['ticker', 'runway_months', 'cash_out_date', 'covers_next_catalyst'],
      },
    },
    {
      tool: 'hedge_fund_positions',
      arguments: {
        ticker,
        fields: ['fund_name', 'report_date', 'portfolio_pct', 'change_pct', 'action'],
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
    fields: [
      'ticker',
      'drugname',
      'poa',
      'Cash_and_Cash_Equivalents',
      'Monthly_Burn_Rate',
      'formattedDate',
    ],
  },
};

/** A question that people ask, with what the tools answer over the demo of that day. */
export async function example(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'catalyst-readme-'));
  const clock = () => Date.parse(`${day}T12:00:00Z`);
  const refresh = () => refreshStore(filesOf(dataDir).demo, 'demo', endpoints, clock);
  const config = readConfig({ CATALYST_DATA_DIR: dataDir });
  const app = await openApp({ config, clock, monotonic: machineTime, log: silentLog(), refresh });
  try {
    const ask = async ({ tool, arguments: args }: { tool: string; arguments: object }) => {
      const result = JSON.parse(
        await app.toolbox.presenting({ structured: true }).callTool('owner', tool, { ...args }),
      );
      const shown = `\`${tool}\` with \`${JSON.stringify(args)}\`\n\n${shortened(result.content[0].text)}`;
      return { shown, records: result.structuredContent.result };
    };
    const decisions = await ask(firstCall);
    const parts = [decisions.shown];
    for (const next of callsFor(decisions.records.at(-1).ticker))
      parts.push((await ask(next)).shown);
    return parts.join('\n\n');
  } finally {
    await app.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** The header and the first rows; the README says how many it leaves out. */
function shortened(text: string): string {
  const [header = '', table = ''] = text.split('\n\n');
  const [columns = '', ...rows] = table.split('\n');
  const rest = rows.length - rowsShown;
  const shown = [header, '', columns, ...rows.slice(0, rowsShown)];
  const left = rest > 0 ? [`(and ${rest} more rows)`] : [];
  return `\`\`\`text\n${[...shown, ...left].join('\n')}\n\`\`\``;
}
