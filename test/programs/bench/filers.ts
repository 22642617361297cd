import { todayOf } from '../../../src/base/clock.ts';
import { storeFile } from '../../../src/base/data-files.ts';
import { previousQuarterEnd } from '../../../src/domain/finance/quarters.ts';
import { type Database, inTransaction, openDatabase } from '../../../src/store/database.ts';
import { factMigrations, writeFacts } from '../../../src/store/facts-store.ts';
import type { Bench } from './processes.ts';
import { fillDemos, refreshed } from './refresh.ts';
import { type Figure, lower } from './report.ts';

/** Number of filers per quarter. Together they have 300,000 positions. */
const FILERS = 6_000;
const HELD = 50;
const QUARTERS = 2;

/** Measures a refresh in which all 13F filers count as holders. */
export async function filersFigures(bench: Bench): Promise<Figure[]> {
  const dataDir = bench.folder('filers');
  const store = await openDatabase(storeFile(dataDir, 'real'), factMigrations);
  inTransaction(store, () => {
    const companies = fillDemos(store);
    fillReports(store, companies);
  });
  store.close();
  const { seconds, cpu, mib } = await refreshed(bench, dataDir);
  const name = `refresh with ${(FILERS * HELD).toLocaleString('en')} positions of all filers a quarter`;
  const note = `${cpu.toFixed(1)} s of the processor; ${QUARTERS} quarters beside 800 companies`;
  return [
    lower(`${name}: whole`, seconds, 's', { note }),
    lower(`${name}: maximum memory`, mib, 'MiB'),
  ];
}

function fillReports(store: Database, tickers: readonly string[]): void {
  const today = todayOf(Date.now);
  const cusips = tickers.map((_, at) => `${100_000 + at}101`);
  const securities = tickers.map((ticker, at) => ({
    ...{ ticker, cusip: cusips[at]!, seen_date: today },
  }));
  writeFacts(store, 'securities', securities, 'bench');
  let report_date = today;
  for (let quarter = 0; quarter < QUARTERS; quarter += 1) {
    report_date = previousQuarterEnd(report_date);
    const reports = Array.from({ length: FILERS }, (_, filer) => ({
      ...{ accession: `00099${filer}-26-${quarter}`, cik: `99${filer}`, form: '13F-HR' },
      ...{ fund_name: `Bench Advisors of ${filer} Streets LLC`, report_date, filing_date: today },
      positions: positionsOf(cusips, filer, quarter),
      table_value_total: 5e9 + filer,
      source_url: `https://www.sec.gov/Archives/edgar/data/99${filer}/00099${filer}26${quarter}/`,
    }));
    writeFacts(store, 'holdings_reports', reports, 'bench');
  }
}

function positionsOf(cusips: readonly string[], filer: number, quarter: number) {
  const held = Array.from({ length: HELD }, (_, at) => (filer * 7 + at * 13) % cusips.length);
  const shares = held.map((at) => 1_000 + ((filer * 31 + at * 17 + quarter * 3) % 90_000));
  return {
    cusip: held.map((at) => cusips[at]!),
    value: shares.map((count) => count * 20),
    shares,
  };
}
