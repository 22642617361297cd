/**
 * `npm run real` imports every supported file in ../shared into a store. It reports the accepted
 * and rejected records and the mapping to companies, and recomputes figures with independent code.
 * Exits with 1 if a figure differs or if the import order changes the served records.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { table } from '../../../src/commands/terminal-table.ts';
import { beginRefresh } from '../../../src/derive/begin-refresh.ts';
import { priceSnapshot, unusualVolume } from '../../../src/derive/market/market-signals.ts';
import type { Database } from '../../../src/store/database.ts';
import { readMeta } from '../../../src/store/facts-store.ts';
import { readFacts } from '../../../src/store/read-facts.ts';
import { endpoints } from '../../../tools/index.ts';
import { check13f, checkInsiders, checkRunways, checkVolumes } from './recompute.ts';
import {
  checkDeals,
  checkDecisions,
  checkGoalDrugs,
  checkLifeCycles,
  checkMarketValues,
  registeredProducts,
} from './recompute-events.ts';
import { reducedCompanies, reducedFiles } from './reduced-facts.ts';
import { type RealFiles, realFiles, shared } from './sources.ts';
import { importAll, type Served, served, servedTexts } from './store.ts';
import { collectedDecisions, decisionFiles, passages, textFiles } from './texts.ts';

/**
 * End dates of price files, chosen so that the volume alerts of the preceding month can be
 * compared.
 */
const volumeDays = ['2024-01-02', '2024-03-09'];
/** Days with closes in the price files and share counts of the nine months before. */
const valueDays = ['2022-11-30', '2023-06-30', '2024-03-08', '2026-01-27'];

const out = (line: string) => process.stdout.write(`${line}\n`);

if (!existsSync(shared)) {
  out(`real: ${shared} is absent, so there are no real records to try.`);
} else {
  const folder = mkdtempSync(join(tmpdir(), 'catalyst-real-'));
  try {
    process.exitCode = (await tryAll(folder)) ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function tryAll(folder: string): Promise<boolean> {
  const companies = reducedCompanies();
  const [texts, decisions] = [passages(), collectedDecisions()];
  const order = [
    ...realFiles(),
    reducedFiles(companies, folder),
    textFiles(texts, folder),
    decisionFiles(decisions, folder),
  ];
  const { database, taken } = await importAll(join(folder, 'first.db'), order);
  out(table(taken.map(({ refusals: _, ...row }) => row)));
  for (const { source, refusals } of taken) {
    for (const refusal of refusals.slice(0, 3)) out(`  ${source}: ${refusal.slice(0, 160)}`);
  }
  describe(database);
  const files = (source: string) =>
    order.filter((one) => one.source === source).flatMap((one) => one.files);
  const products = registeredProducts(files('purple-book'));
  const checks = [
    checkRunways(companies, served(database, 'cash_runway')),
    checkInsiders(files('sec-form4'), served(database, 'insider_transactions')),
    check13f(files('sec-13f'), served(database, 'hedge_fund_positions')),
    checkVolumes(
      files('prices'),
      volumeDays.flatMap((day) => alertsOn(database, day)),
    ),
    checkMarketValues(
      companies,
      files('prices').filter((path) => /yahoo_csv|price_history/.test(path)),
      valueDays.flatMap((day) => priceSnapshot(beginRefresh(readFacts(database), day))),
    ),
    checkLifeCycles(files('clinicaltrials'), served(database, 'pipeline')),
    checkDeals(texts, served(database, 'ma_deals')),
    checkDecisions(decisions, products, served(database, 'fda_decisions')),
    checkGoalDrugs(texts, decisions, products, served(database, 'fda_calendar')),
  ];
  const results = checks.map(({ what, compared, wrong }) => {
    return { what, compared, different: wrong.length };
  });
  out(table(results));
  for (const { what, wrong } of checks)
    for (const one of wrong.slice(0, 10)) out(`  ${what}: ${one}`);
  out(`implausible values: ${readMeta(database, 'implausible') ?? 'none'}`);
  const first = snapshot(database);
  database.close();
  const same = await inOtherOrders(folder, order, first);
  return same && checks.every(({ wrong }) => wrong.length === 0);
}

function alertsOn(database: Database, day: string): readonly Served[] {
  return unusualVolume(beginRefresh(readFacts(database), day));
}

/** Reports the mapping of records to companies. */
function describe(database: Database): void {
  const kinds = ['catalyst_sync', 'fda_approvals', 'fda_designations'];
  const rows = kinds.map((what) => {
    const records = served(database, what);
    const mapped = records.filter(({ ticker }) => ticker).length;
    return { what, records: records.length, mapped };
  });
  out(table(rows));
  out(`universe: ${served(database, 'companies').length} companies`);
}

/** Returns all served records by endpoint. */
function snapshot(database: Database): ReadonlyMap<string, string> {
  return new Map(endpoints.map(({ name }) => [name, servedTexts(database, name).join('\n')]));
}

/** Tests whether two other import orders result in byte-identical served records. */
async function inOtherOrders(
  folder: string,
  order: readonly RealFiles[],
  first: ReadonlyMap<string, string>,
): Promise<boolean> {
  const backwards = order
    .toReversed()
    .map(({ source, files }) => ({ source, files: files.toReversed() }));
  const middle = Math.floor(order.length / 2);
  const turned = [...order.slice(middle), ...order.slice(0, middle)];
  let same = true;
  for (const [name, other] of [
    ['backwards', backwards],
    ['turned', turned],
  ] as const) {
    const { database } = await importAll(join(folder, `${name}.db`), other);
    const now = snapshot(database);
    database.close();
    const changed = [...first].filter(([endpoint, text]) => now.get(endpoint) !== text);
    out(
      `order ${name}: ${changed.length === 0 ? 'byte-equal' : `differs in ${changed.map(([endpoint]) => endpoint).join(', ')}`}`,
    );
    same &&= changed.length === 0;
  }
  return same;
}
