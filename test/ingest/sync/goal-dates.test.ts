import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { filesOf } from '../../../src/base/data-files.ts';
import { refreshServed } from '../../../src/derive/refresh-served.ts';
import { type Database, inTransaction, openDatabase } from '../../../src/store/database.ts';
import { factMigrations, writeFacts } from '../../../src/store/facts-store.ts';
import { tablesOf } from '../../../src/store/served-tables.ts';
import { endpoints } from '../../../tools/index.ts';
import { createKey, serveOn, temporaryFolder } from '../../support/mcp.ts';
import { createHosts } from './origin/origin.ts';
import { createWorld, type World } from './origin/world.ts';
import { engineOf, FILING_SOURCES, passed } from './sync-run.ts';

afterEach(() => {
  vi.useRealTimers();
});

const MINUTE = 60_000;

const submitted = `<html><body><p>Zorb0 Therapeutics today announced that the U.S. Food and Drug
Administration (FDA) has accepted for review its New Drug Application (NDA) for zorbatinib for the
treatment of ague.</p><p>The FDA assigned zorbatinib a Prescription Drug User Fee Act (PDUFA) target
action date of April 20, 2026.</p></body></html>`;
const extended = `<html><body><p>Zorb0 Therapeutics announced that the FDA has extended the PDUFA goal
date for its NDA for zorbatinib by three months to July 20, 2026.</p></body></html>`;
const approved = `<html><body><p>Zorb0 Therapeutics today announced that the FDA has approved
zorbatinib for the treatment of ague.</p></body></html>`;

/** A filing of the first company of the world, which appears in the feed on a day at noon UTC. */
interface Filing {
  readonly accession: string;
  readonly day: string;
  readonly body: string;
}

const filings: readonly Filing[] = [
  { accession: '0003000001-26-000701', day: '2026-03-10', body: submitted },
  { accession: '0003000001-26-000702', day: '2026-03-12', body: extended },
  { accession: '0003000001-26-000703', day: '2026-07-20', body: approved },
];

/** The company's closes, by day. */
const closes: Readonly<Record<string, number>> = {
  '2026-03-09': 4,
  '2026-03-10': 5,
  '2026-07-17': 6,
  '2026-07-20': 8,
};

function worldWithFilings(): World {
  const world = createWorld(20);
  world.overrides['www.sec.gov'] = (_, url) => {
    const filing = filings.find(({ accession }) =>
      url.pathname.endsWith(`/${accession.replaceAll('-', '')}/ex991.htm`),
    );
    if (filing) return { body: filing.body };
    return url.pathname.endsWith('/k.htm') ? { body: '<p>See exhibit 99.1.</p>' } : undefined;
  };
  return world;
}

/**
 * Syncs for half an hour of virtual time around noon of the day of a filing, which appears 11
 * minutes after the start.
 *
 * @param isThere whether what is served shows the filing
 * @returns minutes from its appearance until it is served
 */
async function syncDay(
  database: Database,
  world: World,
  { accession, day }: Filing,
  isThere: () => boolean,
): Promise<number> {
  const begin = Date.parse(`${day}T12:00:00Z`);
  vi.useFakeTimers({ now: begin });
  const appears = begin + 11 * MINUTE;
  let served = Number.POSITIVE_INFINITY;
  const refresh = async () => {
    refreshServed(database, endpoints, Date.now);
    if (isThere()) served = Math.min(served, Date.now());
  };
  const { engine } = engineOf({
    database,
    hosts: createHosts(world.routes, Date.now),
    tickers: world.companies.slice(0, 3).map(({ ticker }) => ticker),
    sources: FILING_SOURCES,
    parts: { refresh },
  });
  const run = engine.run(true);
  setTimeout(() => {
    const accepted = `${day}T08:10:00-04:00`;
    world.current.unshift({ cik: '3000001', accession, form: '8-K', accepted });
  }, appears - begin);
  setTimeout(() => engine.stop(), 30 * MINUTE);
  await passed(run);
  vi.useRealTimers();
  return (served - appears) / MINUTE;
}

async function answersOn(dataDir: string, day: string, key: string) {
  const server = await serveOn(dataDir, { clock: () => Date.parse(`${day}T13:00:00Z`) });
  try {
    const ask = async (path: string) => {
      const { status, body } = await server.rest(`${path}?ticker=AAAQZ&apiKey=${key}`);
      expect(status).toBe(200);
      return body.result;
    };
    return {
      calendar: await ask('/fdacalendar'),
      upcoming: await ask('/pdufa/upcoming'),
      past: await ask('/fdacalendar/historical'),
      decided: await ask('/pdufa/historical'),
    };
  } finally {
    await server.close();
  }
}

it('a goal date is served within minutes, moves, and ends with the decision and its price move', async () => {
  const dataDir = temporaryFolder();
  const database = await openDatabase(filesOf(dataDir).store, factMigrations);
  onTestFinished(() => database.close());
  const key = await createKey(dataDir);
  const world = worldWithFilings();
  const [first, second, third] = filings as [Filing, Filing, Filing];
  const ticker = 'AAAQZ';
  const prices = Object.entries(closes).map(([date, close]) => ({ ticker, date, close }));
  const { stored } = tablesOf(endpoints.find(({ name }) => name === 'pdufa_upcoming')!);
  const isServed = (word: string) =>
    database.prepare(`SELECT 1 FROM ${stored} WHERE record LIKE ?`).get(`%${word}%`) !== undefined;

  const minutes = await syncDay(database, world, first, () => isServed('2026-04-20'));
  expect(minutes).toBeGreaterThan(0);
  expect(minutes).toBeLessThanOrEqual(8);
  inTransaction(database, () => writeFacts(database, 'prices', prices, 'test', '2026-07-20'));
  const announced = await answersOn(dataDir, '2026-03-10', key);
  const goal = {
    ticker: 'AAAQZ',
    drugname: 'zorbatinib',
    catalyst: 'PDUFA Date',
    treatment: 'ague',
    catdate: '2026-04-20',
    formattedDate: '2026-04-20',
  };
  expect(announced.calendar).toMatchObject([{ ...goal, createdDate: '2026/03/10' }]);
  expect(announced.upcoming).toMatchObject([goal]);
  const address = 'https://www.sec.gov/Archives/edgar/data/3000001/000300000126000701/ex991.htm';
  for (const [record] of [announced.calendar, announced.upcoming]) {
    expect(record!.description).toBe(
      `The FDA assigned zorbatinib a Prescription Drug User Fee Act (PDUFA) target action date of April 20, 2026. (EX-99.1 of 2026-03-10, ${address})`,
    );
  }
  expect(announced.past).toEqual([]);

  const later = await syncDay(database, world, second, () => isServed('2026-07-20'));
  expect(later).toBeLessThanOrEqual(8);
  const moved = await answersOn(dataDir, '2026-03-12', key);
  expect(moved.upcoming).toMatchObject([
    { ...goal, catdate: '2026-07-20', formattedDate: '2026-07-20' },
  ]);
  // The record of changes: both dates, and the day on which the move was announced.
  expect(moved.calendar[0]!.key_risks).toBe(
    'The date of the event moved from 2026-04-20 to 2026-07-20 on 2026-03-12.',
  );

  const last = await syncDay(database, world, third, () => isServed('"decision":"Approved"'));
  expect(last).toBeLessThanOrEqual(8);
  // Dated today, it stands in the calendar of the day still, with its decision; then in history.
  const decided = await answersOn(dataDir, '2026-07-20', key);
  expect(decided.upcoming).toMatchObject([{ decision: 'Approved' }]);
  const after = await answersOn(dataDir, '2026-07-21', key);
  expect([after.calendar, after.upcoming]).toEqual([[], []]);
  expect(after.past).toMatchObject([
    {
      drugname: 'zorbatinib',
      catdate: '2026-07-20',
      createdDayPrice: 5,
      catalystDayPrice: 8,
      percentageChange: 60,
    },
  ]);
  expect(after.decided).toMatchObject([
    { Ticker: 'AAAQZ', Drug: 'zorbatinib', 'PDUFA Date': '2026-07-20', Decision: 'Approved' },
  ]);
});
