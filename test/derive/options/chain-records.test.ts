import { describe, expect, it } from 'vitest';
import { newestChains, pricedChains, termStructures } from '../../../src/derive/options/chains.ts';
import { optionsChain, optionsFlow, optionsPutCall } from '../../../src/derive/options/options.ts';
import {
  everydayVolatility,
  moveOn,
  movingEventOn,
} from '../../../src/derive/options/predicted-volatility.ts';
import { shiftDays } from '../../../src/domain/dates.ts';
import type { Fact } from '../../../src/facts/fact-kinds.ts';
import { shareCount } from '../developer.ts';
import { type FactsByKind, refreshOf } from '../refresh-of.ts';

const TODAY = '2026-11-21';
const EXPIRY = '2026-12-18';

type Contract = Fact<'option_chains'>['contracts'][number];
const quoted = { bid: 2, ask: 2, last: 2.5, volume: 700, open_interest: 100 };
const contract = (more: Partial<Contract> = {}): Contract => ({
  option_symbol: 'AAA261218C00020000',
  type: 'call',
  strike: 20,
  expiry: EXPIRY,
  ...quoted,
  ...more,
});
const chain = (
  date: string,
  contracts: readonly Contract[] = [contract()],
  more: Partial<Fact<'option_chains'>> = {},
): Fact<'option_chains'> => ({
  ticker: 'AAA',
  date,
  underlying_price_usd: 20,
  contracts: [...contracts],
  ...more,
});
const of = (chains: readonly Fact<'option_chains'>[], facts: FactsByKind = {}) =>
  refreshOf(TODAY, { option_chains: chains }, facts);

describe('chains', () => {
  it('of the last 90 days are priced, oldest first; a ticker’s newest is of ten days', async () => {
    const days = ['2026-11-11', '2026-08-23', '2026-08-22', '2026-11-05'];
    const refresh = await of(days.map((day) => chain(day)));
    const priced = pricedChains(refresh).get('AAA')!;
    expect(priced.map(({ fact }) => fact.date)).toEqual(['2026-08-23', '2026-11-05', '2026-11-11']);
    expect(newestChains(refresh).get('AAA')!.fact.date).toBe('2026-11-11');
    expect(newestChains(await of([chain('2026-11-10')])).size).toBe(0);
    // An older chain is used only if it is the ticker's newest.
    const old = pricedChains(await of([chain('2026-08-01'), chain('2026-07-01')])).get('AAA')!;
    expect(old.map(({ fact }) => fact.date)).toEqual(['2026-08-01']);
    // The implied moves as of the date of the option chain, 37 days ahead.
    expect(termStructures(refresh).get('AAA')).toMatchObject([{ expiry: EXPIRY, days: 37 }]);
  });

  it('have the dividends of a year as a yield, adjusted for splits', async () => {
    const paid = (ex_date: string, amount_usd: number) => ({ ticker: 'AAA', ex_date, amount_usd });
    const refresh = await of([chain('2026-11-20')], {
      // $1 before a split of 2 for 1 is $0.50 of a current share: ($0.50 + $0.30) / $20.
      dividends: [paid('2026-03-02', 1), paid('2026-09-01', 0.3), paid('2025-11-20', 9)],
      splits: [{ ticker: 'AAA', date: '2026-06-01', numerator: 2, denominator: 1 }],
    });
    expect(pricedChains(refresh).get('AAA')![0]!.snapshot.dividend_yield).toBeCloseTo(0.04, 12);
  });

  it('are as quoted, at the price and the rate of their day', async () => {
    const unquoted = { bid: null, ask: null, last: null, volume: null, open_interest: null };
    const put = contract({ option_symbol: 'AAA261218P00020000', type: 'put' });
    const contracts = [contract(unquoted), put];
    const { underlying_price_usd: _, ...unpriced } = chain('2026-11-20', contracts);
    const refresh = await of([unpriced], {
      prices: [{ ticker: 'AAA', date: '2026-11-20', close: 21 }],
      treasury_rates: [{ date: '2026-11-01', rate_pct: 4 }],
    });
    expect(pricedChains(refresh).get('AAA')![0]!.snapshot).toMatchObject({
      ticker: 'AAA',
      snapshot_at: '2026-11-20',
      underlying_price_usd: 21,
      risk_free_rate: 0.04,
      dividend_yield: 0,
      quotes: [
        { option_symbol: 'AAA261218C00020000', ...unquoted },
        { option_symbol: 'AAA261218P00020000', ...quoted },
      ],
    });
    const at = { snapshot_at: '2026-11-20T20:45:00Z' };
    const [own] = pricedChains(await of([chain('2026-11-20', undefined, at)])).get('AAA')!;
    expect(own!.snapshot).toMatchObject({ ...at, risk_free_rate: 0 });
  });

  it('without a price of the underlying are none', async () => {
    const { underlying_price_usd: _, ...unpriced } = chain('2026-11-20');
    expect(pricedChains(await of([unpriced])).size).toBe(0);
    const worthless = chain('2026-11-20', undefined, { underlying_price_usd: 0 });
    expect(pricedChains(await of([worthless])).size).toBe(0);
    const cheap = chain('2026-11-20', undefined, { underlying_price_usd: 0.5 });
    expect(pricedChains(await of([cheap])).size).toBe(1);
  });
});

it('a contract is served whole, until the day on which it expires', async () => {
  const today = contract({ option_symbol: 'AAA261121C00020000', expiry: TODAY });
  const gone = contract({ option_symbol: 'AAA261120C00020000', expiry: '2026-11-20' });
  const [expiring, own, ...others] = optionsChain(
    await of([chain('2026-11-19', [gone, contract(), today], { source_url: 'https://o.example' })]),
  );
  expect(others).toEqual([]);
  expect(expiring).toMatchObject({ expiry: TODAY });
  expect(own).toEqual({
    ticker: 'AAA',
    ...contract(),
    implied_volatility: expect.any(Number),
    delta: expect.any(Number),
    gamma: expect.any(Number),
    theta: expect.any(Number),
    vega: expect.any(Number),
    break_even: 22,
    underlying_price_usd: 20,
    snapshot_at: '2026-11-19',
    flags: [],
    as_of: '2026-11-19',
    source: 'test',
    source_url: 'https://o.example',
    source_date: '2026-11-19',
    method: expect.stringMatching(/^black-scholes/),
  });
  const unlinked = optionsChain(await of([chain('2026-11-19')]))[0];
  expect(unlinked).toMatchObject({ source_url: null });
});

describe('unusual activity', () => {
  const traded = async (before: string, day: string) =>
    optionsFlow(await of([chain(before), chain(day, [contract({ volume: 900 })])]));

  it.each([
    // The volume of the last 30 days is compared with an open interest that is at most five days
    // older.
    ['2026-10-21', '2026-10-22', 1],
    ['2026-10-20', '2026-10-21', 0],
    ['2026-11-15', '2026-11-20', 1],
    ['2026-11-14', '2026-11-20', 0],
  ])('of %s and %s: %i', async (before, day, count) => {
    const rows = await traded(before, day);
    const own = rows.filter(({ as_of }) => as_of === day);
    expect(own).toHaveLength(count);
    for (const row of own) {
      expect(row).toMatchObject({ previous_open_interest: 100, volume: 900 });
      expect(row.method).toMatch(/^option-flow/);
    }
  });

  it('needs a chain before it', async () => {
    expect(optionsFlow(await of([chain('2026-11-20', [contract({ volume: 9_000 })])]))).toEqual([]);
  });
});

describe('the event of a chain', () => {
  const event = (catalyst: string, formattedDate: string, more: object = {}) => ({
    _id: `${catalyst}${formattedDate}`,
    ticker: 'AAA',
    catalyst,
    formattedDate,
    createdDate: '2026/01/01',
    ...more,
  });
  const eventOn = async (...catalysts: Fact<'catalysts'>[]) =>
    movingEventOn(await of([], { catalysts }), 'AAA', '2026-11-19')?.formattedDate ?? null;

  it('is the next that may move a price, as it was known on the day', async () => {
    expect(await eventOn()).toBeNull();
    expect(
      await eventOn(event('PDUFA Date', '2027-03-01'), event('Phase 3 Readout', '2027-01-01')),
    ).toBe('2027-01-01');
    expect(await eventOn(event('NDA Filing', '2027-01-01'))).toBeNull();
    expect(await eventOn(event('PDUFA Date', '2026-11-19'))).toBeNull();
    expect(await eventOn(event('PDUFA Date', '2026-11-20'))).toBe('2026-11-20');
    const later = { createdDate: '2026/11/20' };
    expect(await eventOn(event('PDUFA Date', '2027-01-01', later))).toBeNull();
    const decided = { decision: 'CRL', decision_date: '2026-11-18' };
    expect(await eventOn(event('PDUFA Date', '2027-01-01', decided))).toBeNull();
  });

  it('chooses the expiry that a day’s record tells of', async () => {
    const later = contract({ option_symbol: 'AAA270115C00020000', expiry: '2027-01-15' });
    const refresh = await of([chain('2026-11-19', [contract(), later])], {
      catalysts: [event('PDUFA Date', '2027-01-01')],
    });
    expect(optionsPutCall(refresh)).toMatchObject([
      {
        ticker: 'AAA',
        date: '2026-11-19',
        as_of: '2026-11-19',
        expiry: '2027-01-15',
        method: expect.stringMatching(/^put-call/),
      },
    ]);
  });
});

describe('what a day did to a price', () => {
  const shares = shareCount('AAA', 10, '2026-05-01');
  const close = (date: string, price: number) => ({ ticker: 'AAA', date, close: price });
  const moved = async (prices: Fact<'prices'>[], financial_facts = [shares]) =>
    moveOn(await refreshOf(TODAY, { prices, financial_facts }), 'AAA', '2026-06-10');

  it('is the first close from it on against the last before it', async () => {
    const [before, after] = [close('2026-06-09', 100), close('2026-06-10', 110)];
    expect(await moved([close('2026-06-08', 1), before, after, close('2026-06-11', 1)])).toEqual({
      market_cap_usd: 1_000,
      move_pct: expect.closeTo(10, 9),
    });
    expect(await moved([before])).toBeNull();
    expect(await moved([after])).toBeNull();
    expect(await moved([close('2026-06-09', 0), after])).toBeNull();
    expect(await moved([before, after], [])).toBeNull();
    expect(await moved([close('2026-06-03', 100), close('2026-06-17', 90)])).toMatchObject({
      move_pct: expect.closeTo(-10, 9),
    });
    expect(await moved([close('2026-06-02', 100), after])).toBeNull();
    expect(await moved([before, close('2026-06-18', 90)])).toBeNull();
  });

  it('is measured against what every day does', async () => {
    // 33 closes that alternately double and halve: 16 returns of 1 and 16 of −0.5.
    const days = Array.from({ length: 33 }, (_, at) =>
      close(shiftDays('2026-08-10', at), at % 2 ? 2 : 1),
    );
    const of = async (prices: Fact<'prices'>[]) =>
      everydayVolatility(await refreshOf(TODAY, { prices }), 'AAA');
    // The mean is 0.25 and each return deviates by 0.75: 0.75 × √(32 ÷ 31) × √252.
    expect(await of(days)).toBeCloseTo(0.75 * Math.sqrt(32 / 31) * Math.sqrt(252), 6);
    expect(await of(days.slice(1))).toBeNull();
    // Without Tuesday the 18th, the closes of Monday and Wednesday are not consecutive, so two
    // returns are missing.
    const gap = days.filter(({ date }) => date !== '2026-08-18');
    const further = [close('2026-09-12', 2), close('2026-09-13', 1)];
    expect(await of([...gap, further[0]!])).toBeNull();
    expect(await of([...gap, ...further])).toBeGreaterThan(10);
  });
});
