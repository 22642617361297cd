import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sourceState } from '../../../src/ingest/sync/source-states.ts';
import { isNamed, specialistManagers } from '../../../src/sources/sec-13f.ts';
import { readFacts } from '../../../src/store/read-facts.ts';
import { createHosts } from './origin/origin.ts';
import { createWorld } from './origin/world.ts';
import { openStore, start, syncOnce } from './sync-run.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: start });
});
afterEach(() => {
  vi.useRealTimers();
});

const HOUR = 3_600_000;
const unlisted = specialistManagers.filter(({ cik }) => cik === undefined);
const sources = ['sec-13f'];

async function setUp() {
  const world = createWorld(4);
  const database = await openStore();
  const sync = async () => {
    const hosts = createHosts(world.routes, Date.now);
    return { ...(await syncOnce({ database, hosts, sources })), hosts };
  };
  return { world, database, sync };
}

describe('specialist managers', () => {
  it('are about sixty, and none stands there twice', () => {
    expect(specialistManagers.length).toBeGreaterThanOrEqual(55);
    const ciks = specialistManagers.flatMap(({ cik }) => cik ?? []);
    expect(new Set(ciks).size).toBe(ciks.length);
    for (const cik of ciks) expect(cik).toMatch(/^[1-9]\d{5,9}$/);
    // A manager without a CIK and with a name of one word may be confused with another.
    expect(unlisted.map(({ name }) => name).sort()).toEqual([
      ...['armistice capital', 'camber capital', 'commodore capital', 'eversept partners'],
      ...['healthcor management', 'ikarian capital', 'novo holdings', 'octagon capital advisors'],
      ...['parkman healthcare', 'rock springs capital', 'stempoint capital'],
    ]);
    const short = specialistManagers.filter(({ name }) => !name.includes(' '));
    expect(short.map(({ name }) => name)).toEqual([
      ...['braidwell', 'bvf', 'krensavage', 'opaleye', 'orbimed', 'redmile', 'siren', 'sofinnova'],
      'venbio',
    ]);
  });

  it.each([
    ['BAKER BROS. ADVISORS LP', 'baker bros', true],
    ['BVF INC/IL', 'bvf', true],
    ['Siren, L.L.C.', 'siren', true],
    ['"Siren" LLC', 'siren', true],
    ['SIREN ', 'siren', true],
    ['Sirenia Partners', 'siren', false],
    ['New Baker Bros', 'baker bros', false],
    ['', 'bvf', false],
  ])('%s is "%s": %s', (words, name, expected) => {
    expect(isNamed(words, { name })).toBe(expected);
  });

  it('are read under their CIK, or under the one that the SEC names for them', async () => {
    const { sync, database } = await setUp();
    const { hosts, failed } = await sync();
    expect(failed).toBe(0);
    const lookups = hosts.paths('www.sec.gov').filter((path) => path.includes('company='));
    expect(lookups).toHaveLength(unlisted.length);
    expect(lookups).toContain(
      '/cgi-bin/browse-edgar?action=getcompany&company=camber+capital&type=13F-HR&owner=include&count=40&output=atom',
    );
    const filings = readFacts(database).all('fund_filings');
    expect(filings).toHaveLength(specialistManagers.length);
    expect(filings.every(({ is_specialist }) => is_specialist)).toBe(true);
    // Found once, they are not looked up again.
    vi.setSystemTime(start + 120 * 24 * HOUR);
    const later = await sync();
    expect(later.hosts.paths('www.sec.gov').filter((path) => path.includes('company='))).toEqual(
      [],
    );
    expect(later.hosts.paths('data.sec.gov')).toHaveLength(specialistManagers.length);
  });

  it('another name, and a name of two filers, take their own positions and say so once', async () => {
    const { sync, database, world } = await setUp();
    world.overrides['data.sec.gov'] = (_, url) =>
      url.pathname.endsWith('/CIK0001263508.json')
        ? { body: JSON.stringify({ cik: '1263508', name: 'Plainfield Bank', filings: {} }) }
        : undefined;
    const entry = (cik: string) =>
      `<entry><content type="text/xml"><company-info><cik>${cik}</cik><name>CAMBER CAPITAL ${cik}</name></company-info></content></entry>`;
    world.overrides['www.sec.gov'] = (_, url) =>
      url.searchParams.get('company') === 'camber capital'
        ? {
            body: `<?xml version="1.0" ?><feed xmlns="http://www.w3.org/2005/Atom">${entry('1')}${entry('2')}</feed>`,
          }
        : undefined;
    const { hosts, failed } = await sync();
    expect(failed).toBe(2);
    const asked = [...hosts.paths('data.sec.gov'), ...hosts.paths('www.sec.gov')];
    expect(asked.filter((path) => /1263508/.test(path))).toHaveLength(1);
    expect(asked.filter((path) => /camber/.test(path))).toHaveLength(1);
    const errors = database
      .prepare('SELECT error FROM sync_requests WHERE error IS NOT NULL')
      .all();
    expect(errors.map(({ error }) => error).sort()).toEqual([
      'got a response that contains 2 13F filers with the name "camber capital"',
      'got a response that is about Plainfield Bank instead of "baker bros" in the list of managers',
    ]);
    expect(sourceState(database, 'sec-13f').error).toBeTruthy();
    expect(readFacts(database).all('fund_filings')).toHaveLength(specialistManagers.length - 2);
  });

  it('are asked weekly, and hourly about the day by which they have to report', async () => {
    const { sync } = await setUp();
    const listsAt = async (moment: string) => {
      vi.setSystemTime(Date.parse(moment));
      return (await sync()).hosts.paths('data.sec.gov').length;
    };
    const all = specialistManagers.length;
    // Tuesday and Friday of one week, then the Monday after.
    expect(await listsAt('2026-03-10T12:00:00Z')).toBe(all);
    expect(await listsAt('2026-03-13T12:00:00Z')).toBe(0);
    expect(await listsAt('2026-03-16T12:00:00Z')).toBe(all);
    // Positions of 31 March are due on 15 May.
    expect(await listsAt('2026-05-11T12:00:00Z')).toBe(all);
    expect(await listsAt('2026-05-11T14:00:00Z')).toBe(0);
    expect(await listsAt('2026-05-12T12:00:00Z')).toBe(all);
    expect(await listsAt('2026-05-12T14:00:00Z')).toBe(all);
    expect(await listsAt('2026-05-18T23:20:00Z')).toBe(all);
    expect(await listsAt('2026-05-19T12:00:00Z')).toBe(all);
    expect(await listsAt('2026-05-19T14:00:00Z')).toBe(0);
  });
});
