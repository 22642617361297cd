import { beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../src/catalogue/endpoint.ts';
import { collections } from '../../src/derive/all-collections.ts';
import type { Refresh } from '../../src/derive/computation.ts';
import { isKnown } from '../../src/derive/point-in-time.ts';
import type { Fact, FactName } from '../../src/facts/fact-kinds.ts';
import { endpoints } from '../../tools/index.ts';
import { demoDay, factNames, published, smallDemo } from '../support/demo-facts.ts';
import { type Served, servedOf } from '../support/served.ts';
import { type FactsByKind, refreshOf } from './refresh-of.ts';

/** The day after the date of the records. */
const tomorrow = '2026-11-21';

/** Every third fact is held back and counts only from its publication date. */
const facts = smallDemo();
const isHeldBack = (at: number) => at % 3 === 1;
const kept = Object.fromEntries(
  factNames.map((kind) => [kind, facts[kind].filter((_, at) => !isHeldBack(at))]),
) as FactsByKind;

let base: Served;
beforeAll(async () => {
  base = await servedOf(demoDay, kept);
});

/** Returns the held-back facts of a kind with another publication date and otherwise unchanged. */
function heldBack(kind: FactName, day: string): FactsByKind {
  const field = published[kind];
  const others = facts[kind].filter((_, at) => isHeldBack(at));
  // The text of a refusal letter is known from the first list of letters that contains it.
  const dated = others.map((fact) => ({ ...fact, ...(field ? { [field]: day } : {}) }));
  const isListed = (fact: object) => kind === 'news' && 'first_listed' in fact;
  return { [kind]: dated.map((fact) => (isListed(fact) ? { ...fact, first_listed: day } : fact)) };
}

/** Returns only the fields that formulas computed, without the joined company names. */
function statedBy({ record }: Endpoint, rows: readonly object[] = []): string {
  const isJoined = (field: string) => record[field]?.joined === true;
  return JSON.stringify(rows, (field, value) => (isJoined(field) ? undefined : value));
}

/** Returns the collections whose records change if these facts are added. */
async function movedBy(...added: readonly FactsByKind[]): Promise<readonly string[]> {
  const served = await servedOf(demoDay, kept, ...added);
  const moved = endpoints.filter(
    (endpoint) =>
      statedBy(endpoint, served.get(endpoint.name)) !== statedBy(endpoint, base.get(endpoint.name)),
  );
  return [...new Set(moved.map(({ collection }) => collection))];
}

const datedKinds = factNames.filter((kind) => published[kind]);
const demoKinds = factNames.filter((kind) => facts[kind].length > 0);
/**
 * Kinds that change no collection here: most meetings have no company, and the sample has too few
 * facts of the others. Other tests cover these kinds.
 */
const unmoved: readonly string[] = [
  ...['advisory_meetings', 'depositary_ratios', 'drug_labels', 'letter_deficiencies'],
  ...['securities', 'splits'],
  // A vendor's values only replace values that the demo has from filings and firms.
  ...['dividends', 'price_target_consensus', 'sales_estimates', 'share_counts'],
  // No formula uses what the texts of the demo state.
  'mentions',
];

describe('what becomes known after the day', () => {
  it('is told by a field of every kind of the demo but companies and their CUSIPs', () => {
    expect(demoKinds.filter((kind) => !datedKinds.includes(kind))).toEqual([
      'companies',
      'securities',
    ]);
  });

  it('moves no record of any collection', async () => {
    // A change that becomes known tomorrow states today's date, which `kept` lacks.
    const moving = datedKinds.filter((kind) => kind !== 'catalyst_changes');
    const future = moving.map((kind) => heldBack(kind, tomorrow));
    const moved: Record<string, readonly string[]> = {};
    // The kinds are tested one by one only after a failure, to name the kind.
    if ((await movedBy(...future)).length > 0) {
      for (const kind of moving) moved[kind] = await movedBy(heldBack(kind, tomorrow));
      moved.together = await movedBy(...future);
    }
    expect(Object.entries(moved).filter(([, names]) => names.length > 0)).toEqual([]);
  });
});

// Some formulas check dates themselves, so their records do not show the error.
it.each(datedKinds.filter((kind) => facts[kind].some((_, at) => isHeldBack(at))))(
  'what a refresh hands out holds facts of %s from the day on that they are published',
  async (kind) => {
    const facts = heldBack(kind, tomorrow);
    expect(countOf(await refreshOf(demoDay, facts), kind)).toBe(0);
    expect(countOf(await refreshOf(tomorrow, facts), kind)).toBeGreaterThan(0);
    const [fact] = facts[kind] as readonly Fact<typeof kind>[];
    expect(isKnown(kind, fact!, demoDay)).toBe(false);
    expect(isKnown(kind, fact!, tomorrow)).toBe(true);
  },
);

function countOf({ facts }: Refresh, kind: FactName): number {
  if (kind !== 'prices') return facts.all(kind).length;
  const closes = facts.pricedTickers().flatMap((one) => facts.prices(one, '9999-12-31', 1).closes);
  return closes.length;
}

it.each(demoKinds.filter((kind) => !unmoved.includes(kind)))(
  'the facts known on the day of %s moves records, with a method only where it is an input',
  async (kind) => {
    const moved = await movedBy(heldBack(kind, demoDay));
    expect(moved).not.toEqual([]);
    const unnamed = moved.filter((name) => {
      const { method } = collections[name] ?? {};
      // Texts extend other kinds of facts, which the methods name.
      return method && kind !== 'mentions' && !method.inputs.includes(kind);
    });
    expect(unnamed).toEqual([]);
  },
);
