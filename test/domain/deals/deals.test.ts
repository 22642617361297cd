import { describe, expect, it } from 'vitest';
import {
  acquirerKey,
  areaKey,
  type Deal,
  impliedPremium,
  isShareDeal,
  missingTerms,
  PUBLISHED_PREMIUM,
  standingOf,
  takeovers,
} from '../../../src/domain/deals/deals.ts';
import { deal } from './deal.ts';

const TODAY = '2026-06-30';
const premiums = (values: readonly number[], more: Partial<Deal> = {}) =>
  values.map((premiumPct) => deal({ premiumPct, ...more }));

it.each([
  [{}, true],
  [{ dealType: 'merger' }, true],
  [{ dealType: 'asset_purchase' }, true],
  [{ dealType: 'licensing' }, false],
  [{ dealType: 'partnership' }, false],
  [{ dealType: 'option' }, false],
  [{ dealType: '' }, false],
  [{ status: 'announced' }, true],
  [{ status: 'TERMINATED' }, false],
  [{ announcedDate: TODAY }, true],
  [{ announcedDate: '2026-07-01' }, false],
])('a deal with %j is a takeover known today: %s', (terms, isTakeover) => {
  expect(takeovers([deal(terms)], TODAY)).toHaveLength(Number(isTakeover));
});

it('identifies an acquirer by ticker or else by name, and an area, in any case', () => {
  expect(acquirerKey({ acquirer: 'Bigmed', acquirerTicker: 'bigqz' })).toBe('BIGQZ');
  expect(acquirerKey({ acquirer: 'Bigmed', acquirerTicker: null })).toBe('BIGMED');
  expect([areaKey(' Oncology '), areaKey(null)]).toEqual(['oncology', '']);
});

describe('the implied premium', () => {
  const merger = { dealType: 'merger', announcedDate: '2021-06-30' };
  const five = [...premiums([10, 20, 30, 40]), ...premiums([90], merger)];

  it('is the median of at least five takeovers of five years, with quartiles', () => {
    expect(impliedPremium(five, null, TODAY)).toEqual({
      basis: 'median of 5 takeovers in all areas since 2021-06-30',
      premium_pct: 30,
      low_pct: 20,
      high_pct: 40,
    });
    expect(impliedPremium(five, 'ONCOLOGY', TODAY).basis).toContain('takeovers in ONCOLOGY');
  });

  it('uses all areas if the area has fewer than five takeovers', () => {
    const gout = premiums([200, 300], { therapeuticArea: 'Gout' });
    expect(impliedPremium([...five, ...gout], 'Oncology ', TODAY).premium_pct).toBe(30);
    expect(impliedPremium([...five, ...gout], 'Gout', TODAY).basis).toContain(
      'of 7 takeovers in all areas',
    );
  });

  it('is the published average if all areas have fewer than five takeovers', () => {
    expect(PUBLISHED_PREMIUM).toEqual({
      basis: 'published average of 2023 (PwC), range of 2014–2023',
      premium_pct: 59.8,
      low_pct: 46.7,
      high_pct: 70.4,
    });
    const others: readonly Partial<Deal>[] = [
      { premiumPct: null },
      { dealType: 'licensing' },
      { dealType: 'asset_purchase' },
      { status: 'Terminated' },
      { announcedDate: '2021-06-29' },
      { announcedDate: '2026-07-01' },
    ];
    for (const other of others) {
      const deals = [...five.slice(1), deal({ premiumPct: 500, ...other })];
      expect(impliedPremium(deals, 'Oncology', TODAY), JSON.stringify(other)).toBe(
        PUBLISHED_PREMIUM,
      );
    }
  });
});

it('is announced until the day on which it closes', () => {
  const closing = { status: 'closed', closedDate: '2026-07-01' };
  expect(standingOf(closing, TODAY)).toEqual({ status: 'announced', closedDate: null });
  expect(standingOf(closing, '2026-07-01')).toEqual(closing);
  const terminated = { ...closing, status: 'Terminated' };
  expect(standingOf(terminated, TODAY)).toEqual({ status: 'Terminated', closedDate: null });
  expect(standingOf({}, TODAY)).toEqual({ status: null, closedDate: null });
});

const terms = { upfrontValue: 0, milestoneValue: 0, totalValue: 0, status: 'announced' };

it.each([
  [
    { dealType: 'Acquisition', status: 'closed' },
    ['no_upfront_value', 'no_milestone_value', 'no_value', 'no_premium', 'no_closed_date'],
  ],
  [{ ...terms, dealType: 'licensing', premiumPct: 5 }, []],
  [{ ...terms, dealType: 'MERGER' }, ['no_premium']],
  [{ ...terms, dealType: null }, ['no_premium']],
  [{ ...terms, dealType: '' }, ['no_premium']],
  [{ ...terms, dealType: 'asset_purchase' }, ['premium_not_applicable']],
  [{ ...terms, dealType: 'option' }, ['premium_not_applicable']],
  [{ ...terms, dealType: 'merger', status: 'Closed' }, ['no_premium', 'no_closed_date']],
  [{ ...terms, dealType: 'merger', status: 'closed', closedDate: TODAY }, ['no_premium']],
])('a deal with %j has the flags %j', (stated, flags) => {
  expect(missingTerms(stated)).toEqual(flags);
});

it('a company is sold by an acquisition or a merger that is not terminated', () => {
  expect(isShareDeal({ dealType: 'Merger', status: 'announced' })).toBe(true);
  expect(isShareDeal({ dealType: 'merger', status: 'Terminated' })).toBe(false);
  expect(isShareDeal({ dealType: 'asset acquisition' })).toBe(false);
  expect(isShareDeal({ dealType: null })).toBe(false);
});
