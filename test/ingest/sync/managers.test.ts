import { describe, expect, it, vi } from 'vitest';
import { isNamed, specialistManagers } from '../../../src/sources/sec-13f.ts';
import { readFacts } from '../../../src/store/read-facts.ts';
import { createHosts } from './origin/origin.ts';
import { createWorld } from './origin/world.ts';
import { openStore, start, syncOnce } from './sync-run.ts';
import { useVirtualTime } from './virtual-time.ts';

useVirtualTime();

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
    expect(unlisted.filter(({ name }) => !name.includes(' '))).toEqual([]);
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
});
