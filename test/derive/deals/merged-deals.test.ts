import { expect, it } from 'vitest';
import { maDeals } from '../../../src/derive/deals/acquisitions.ts';
import type { Fact } from '../../../src/facts/fact-kinds.ts';
import { refreshOf } from '../refresh-of.ts';

const deal = (target: string, announcedDate: string, more = {}): Fact<'deals'> => ({
  acquirer: 'Bigmed AG',
  target,
  dealType: 'acquisition',
  announcedDate,
  ...more,
});

async function shown(...deals: Fact<'deals'>[]) {
  const rows = maDeals(await refreshOf('2026-11-21', { deals }));
  return rows.map((row) => [
    row.target,
    row.announcedDate,
    row.closedDate,
    row.status,
    row.totalValue,
  ]);
}

it('is one deal by the family of its names, announced on the first day', async () => {
  const [first, closing] = [
    deal('Anthora Therapeutics, Inc.', '2026-02-11', { status: 'announced', totalValue: 3.1e9 }),
    deal('Anthora', '2026-04-03', { acquirer: 'Bigmed', status: 'closed', totalValue: 9.25e8 }),
  ];
  const whole = ['Anthora Therapeutics, Inc.', '2026-02-11', '2026-04-03', 'closed', 3.1e9];
  expect(await shown(first, closing)).toEqual([whole]);
  expect(await shown(closing, first)).toEqual([whole]);
});

it('is another deal after twelve months, of another buyer or of another kind', async () => {
  const first = deal('Anthora', '2025-02-11');
  for (const [other, count] of [
    [deal('Anthora', '2026-02-11'), 1],
    [deal('Anthora', '2026-02-12'), 2],
    [deal('Anthora', '2025-03-11', { acquirer: 'Othermed' }), 2],
    [deal('Anthora', '2025-03-11', { dealType: 'licensing' }), 2],
  ] as const) {
    expect(await shown(first, other)).toHaveLength(count);
  }
});

it('is one partnership whichever party reports it', async () => {
  const [own, theirs] = [
    deal('Anthora', '2026-02-11', { dealType: 'partnership', leadAsset: 'Zelvora' }),
    deal('Bigmed', '2026-02-12', { acquirer: 'Anthora', dealType: 'licensing', totalValue: 9e8 }),
  ];
  const [row] = maDeals(await refreshOf('2026-11-21', { deals: [own, theirs] }));
  expect(row).toMatchObject({
    acquirer: null,
    target: null,
    acquirerTicker: null,
    targetTicker: null,
    company: 'Bigmed AG',
    party: 'Anthora',
    announcedDate: '2026-02-11',
    totalValue: 9e8,
  });
  expect(await shown(own, theirs)).toHaveLength(1);
  expect(await shown(own, { ...theirs, leadAsset: 'Orvexa' })).toHaveLength(2);
});

it('has no upfront payment as its total, unless one record states both', async () => {
  const [price, terms] = [{ totalValue: 9e8 }, { upfrontValue: 9e8 }].map((more) =>
    deal('Anthora', '2026-02-11', more),
  );
  for (const [second, total] of [
    [terms!, undefined],
    [{ ...terms!, totalValue: 3e9 }, 3e9],
    [{ ...terms!, totalValue: 9e8 }, 9e8],
  ] as const) {
    const [row] = await shown(price!, { ...second, announcedDate: '2026-02-12' });
    expect(row?.at(-1)).toBe(total ?? null);
  }
});
