import { beforeAll, describe, expect, it } from 'vitest';
import { collections } from '../../../src/derive/all-collections.ts';
import { beginRefresh } from '../../../src/derive/begin-refresh.ts';
import { kindsBehind } from '../../../src/service/local/kinds-behind.ts';
import type { Facts } from '../../../src/store/facts-store.ts';
import { readFacts } from '../../../src/store/read-facts.ts';
import { type FactsByKind, storeOf } from '../../derive/refresh-of.ts';
import { today, universe } from '../../support/universe.ts';

let stored: Facts;

beforeAll(async () => {
  stored = readFacts(await storeOf(universe as FactsByKind));
});

/** Returns the kinds of facts that a collection reads. */
function readBy(name: string): ReadonlySet<string> {
  const read = new Set<string>();
  const facts: Facts = {
    all(kind) {
      read.add(kind);
      return stored.all(kind);
    },
    each(kind) {
      read.add(kind);
      return stored.each(kind);
    },
    ofCompany(kind, ticker) {
      read.add(kind);
      return stored.ofCompany(kind, ticker);
    },
    ofOthers(kind) {
      read.add(kind);
      return stored.ofOthers(kind);
    },
    tickersOf(kind) {
      read.add(kind);
      return stored.tickersOf(kind);
    },
    prices(...asked) {
      read.add('prices');
      return stored.prices(...asked);
    },
    pricedTickers() {
      read.add('prices');
      return stored.pricedTickers();
    },
  };
  // Some collections compute their rows lazily.
  Array.from(collections[name]!.rows(beginRefresh(facts, today)));
  return read;
}

/** Collections that combine served records and read no facts. */
const joined = ['screen'];

describe('the kinds behind collections', () => {
  it('are named for every collection, and for nothing else', () => {
    expect(Object.keys(kindsBehind).sort()).toEqual(
      [...Object.keys(collections), ...joined].sort(),
    );
  });

  // The store of this test has few facts, so some formulas do not read all kinds of facts that they
  // can read. The missing kinds are listed here.
  const computed = Object.entries(kindsBehind).filter(([name]) => !joined.includes(name));
  it.each(computed)('%s reads each of %j', (name, kinds) => {
    const inputs = collections[name]!.method?.inputs ?? [];
    expect(kinds.length).toBeGreaterThan(0);
    expect([...readBy(name), ...inputs]).toEqual(expect.arrayContaining([...kinds]));
  });
});
